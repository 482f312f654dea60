/** A capability's arguments by what a caller maps to them: `map` of `executor: {capability, map}`. */
import type { ExecutorDeclaration, Guard, Mapping, Reliability } from '../model/definition.ts'

export interface Substitution {
  executor(executor: ExecutorDeclaration): ExecutorDeclaration
  guard(guard: Guard): Guard
  reliability(reliability: Reliability): Reliability
}

const UNCHANGED: Substitution = {
  executor: (executor) => executor,
  guard: (guard) => guard,
  reliability: (reliability) => reliability,
}

export function substitutionOf(map: Mapping | undefined): Substitution {
  if (map === undefined) return UNCHANGED
  return UNCHANGED
}
