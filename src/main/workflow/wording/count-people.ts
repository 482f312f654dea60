/** How many people are still to approve, inside a sentence. */
import type { MissingVotes } from '../gates/gates.ts'

export function countPeople({ people, atLeast }: MissingVotes, which: 'more' | 'other'): string {
  const count = people === 1 ? `one ${which} person` : `${people} ${which} people`
  return atLeast ? `at least ${count}` : count
}
