/**
 * The rights of a person while what they decided has not run: those of then, as far as they have them still (R2.4).
 * Whoever was removed or lost a role approves nothing with it any more.
 */
import type { Gate } from '../../model/definition.ts'
import type { Vote } from '../../model/item.ts'
import { type Ballot, barredFrom, type Voter } from '../../workflow/gates/gates.ts'
import type { RuntimeParts } from '../call-context.ts'

/** By principal id: whoever the configuration does not name has none. Null: it named them then, and does not now. */
export function withRightsNow<Who extends Voter & { declared?: boolean }>(
  parts: Pick<RuntimeParts, 'settings'>,
  who: Who,
): Who | null {
  const { people } = parts.settings()
  const name = who.id.replace(/^human:/, '')
  const now = Object.hasOwn(people, name) ? people[name] : undefined
  if (now === undefined && who.declared === true) return null
  return {
    ...who,
    roles: who.roles.filter((role) => now?.roles.includes(role)),
    permissions: who.permissions.filter((permission) => now?.permissions.includes(permission)),
  }
}

/** The votes that still count at each gate at which they counted when they were given. */
export function votesOfNow(
  parts: Pick<RuntimeParts, 'settings'>,
  votes: readonly Vote[],
  ballot: Ballot,
): Vote[] {
  return votes.filter((vote) => {
    const then = { ...vote, id: vote.by }
    const now = withRightsNow(parts, then)
    if (now === null) return false
    const holds = (gate: Gate) =>
      barredFrom(gate, then, ballot) !== null || barredFrom(gate, now, ballot) === null
    return ballot.gates.every(holds)
  })
}
