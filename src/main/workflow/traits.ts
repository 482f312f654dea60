/**
 * How the runs of a definition behave. Sessions of single calls (R4.10) differ from runs of what somebody wrote;
 * whoever depends on that asks for the trait that matters, and nobody for the id. Pure. May import: model.
 */
import { PROXY_DEFINITION } from '../model/definition.ts'

export interface Traits {
  /** A run keeps the definition that it began with; otherwise it is made of the live catalog for the call at hand. */
  isPinned: boolean
  /** Each step moves the run on, and what was asked before is moot; otherwise calls stand side by side (R4.6). */
  isSequential: boolean
  /** An author chose what its steps and states are called; otherwise it may be a server (R5.9). */
  isTitled: boolean
}

const WORKFLOW: Traits = { isPinned: true, isSequential: true, isTitled: true }
const SINGLE_CALLS: Traits = { isPinned: false, isSequential: false, isTitled: false }

export function traitsOf(definitionId: string): Traits {
  return definitionId === PROXY_DEFINITION ? SINGLE_CALLS : WORKFLOW
}
