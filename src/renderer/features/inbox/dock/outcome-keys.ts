/** Which key chooses which outcome, on the card of one item and for several that are selected. Pure. */
import type { Outcome } from '../../../../preload/contract.ts'

/** All that an outcome may have, as they are bound. */
export const OUTCOME_KEYS = ['a', 'r', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/**
 * The key of each outcome: A and R where exactly one approves and exactly one refuses, and digits for the rest;
 * otherwise digits for all, so that no verb is guessed. Keys are as they are pressed. Pure.
 */
export function assignKeys(outcomes: readonly Pick<Outcome, 'name' | 'tone'>[]): Map<string, string> {
  const keys = new Map<string, string>()
  const [approve, ...moreApprove] = outcomes.filter((outcome) => outcome.tone === 'approve')
  const [refuse, ...moreRefuse] = outcomes.filter((outcome) => outcome.tone === 'refuse')
  if (approve && refuse && moreApprove.length + moreRefuse.length === 0) {
    keys.set(approve.name, 'A')
    keys.set(refuse.name, 'R')
  }
  outcomes.forEach((outcome, index) => {
    if (!keys.has(outcome.name) && index < 9) keys.set(outcome.name, String(index + 1))
  })
  return keys
}
