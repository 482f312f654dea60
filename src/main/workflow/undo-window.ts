/** How long a decision can be taken back before it runs (R5.6). Pure. May import: model. */
import type { Transition } from '../model/definition.ts'

/** Milliseconds; 0: it runs at the press. `riskyMs`: for high risk, where the transition declares nothing. */
export function undoWindowOf(transition: Transition | null, riskyMs: number): number {
  if (transition === null) return 0
  return transition.undoMs ?? (transition.risk === 'high' ? riskyMs : 0)
}
