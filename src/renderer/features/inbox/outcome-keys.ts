import type { Outcome } from '../../../preload/contract.ts'

/**
 * The key of each outcome: A for the first that approves, R for the first that refuses, digits for the rest and for
 * all of them where there are more than two. Keys are as they are pressed. Pure.
 */
export function assignKeys(outcomes: readonly Pick<Outcome, 'name' | 'tone'>[]): Map<string, string> {
  const keys = new Map<string, string>()
  if (outcomes.length <= 2) {
    const approve = outcomes.find((outcome) => outcome.tone === 'approve')
    const refuse = outcomes.find((outcome) => outcome.tone === 'refuse')
    if (approve) keys.set(approve.name, 'A')
    if (refuse) keys.set(refuse.name, 'R')
  }
  outcomes.forEach((outcome, index) => {
    if (!keys.has(outcome.name) && index < 9) keys.set(outcome.name, String(index + 1))
  })
  return keys
}
