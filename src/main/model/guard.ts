/**
 * The conditions of transitions, branches and exceptions as they are stored: in the spelling of the configuration, one
 * shape a kind. What a kind means stands in `workflow/guards/`, how it is written in `config/guards/`. May import: model.
 */
import type { Evidence, Firing } from './run.ts'

export interface EvidenceRequirement {
  kind: string
  count: number
  /** Count different people, not entries. */
  distinct: boolean
}

export interface GuardKinds {
  permission: { permission: string }
  role: { role: string }
  expr: { expr: string }
  evidence: { requires: EvidenceRequirement[] }
  fired: { step: string }
  allOf: { guards: Guard[] }
  anyOf: { guards: Guard[] }
  not: { guard: Guard }
}

/**
 * What guards may rest on that is read from the store, each null where nobody has looked: a guard says nothing then. It is read in
 * one place (`runtime/facts.ts`), and all others pass it on whole.
 */
export interface StoredFacts {
  /** What was recorded in the run. */
  evidence: readonly Evidence[] | null
  /** What of the run's steps was taken, by name: of those that a kind names (`steps`), who, when and how often. */
  fired: Readonly<Record<string, Firing>> | null
}

export const NOTHING_STORED: StoredFacts = { evidence: null, fired: null }

export type GuardOf<Kind extends keyof GuardKinds> = {
  [Each in Kind]: { kind: Each } & GuardKinds[Each]
}[Kind]

export type Guard = GuardOf<keyof GuardKinds>
