/** How long a decision can be taken back before it runs (R5.6). Pure. May import: model. */
import type { Gate, Transition } from '../model/definition.ts'

/**
 * Milliseconds; 0: it runs at the press. `riskyMs`: for high risk, where the transition declares nothing. No transition
 * shortens what a gate before it asks for.
 */
export function undoWindowOf(
  transition: Transition | null,
  riskyMs: number,
  gates: readonly Gate[] = [],
): number {
  const own = transition?.undoMs ?? (transition?.risk === 'high' ? riskyMs : 0)
  return isOfHighRisk(gates) ? Math.max(own, riskyMs) : own
}

/** One of the gates says so. */
export function isOfHighRisk(gates: readonly Gate[]): boolean {
  return gates.some(({ risk }) => risk === 'high')
}
