/**
 * The rights of who decided, and of who asked, while it has not run: those of then, as far as they have them still
 * (R2.4). Whoever was removed or lost a role lets nothing run with it any more.
 */
import { declaredClient } from '../model/configuration.ts'
import type { Gate } from '../model/definition.ts'
import type { Vote } from '../model/item.ts'
import type { Requester } from '../model/run.ts'
import { type Ballot, barredFrom, type Voter } from '../workflow/gates/gates.ts'
import type { RuntimeParts } from './call-context.ts'

interface Rights {
  roles: readonly string[]
  permissions: readonly string[]
}

/** Of a person: whoever the configuration does not name has none. Null: it named them then, and does not now. */
export function withRightsNow<Who extends Voter & { declared?: boolean }>(
  parts: Pick<RuntimeParts, 'settings'>,
  who: Who,
): Who | null {
  const now = personNow(parts, who.id)
  return now === null && who.declared === true ? null : { ...who, ...shared(who, now) }
}

/** Of who asked. Of whom nothing was written down but the name, as the engine, it is as it was. */
export function requesterNow(parts: Pick<RuntimeParts, 'settings'>, then: Requester): Requester {
  if (then.id.startsWith('human:')) return { ...then, ...shared(then, personNow(parts, then.id)) }
  if (then.client === undefined) return then
  return { ...then, ...shared(then, declaredClient(then.client, parts.settings().clients)) }
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

function personNow({ settings }: Pick<RuntimeParts, 'settings'>, id: string): Rights | null {
  const { people } = settings()
  const name = id.replace(/^human:/, '')
  return Object.hasOwn(people, name) ? (people[name] ?? null) : null
}

function shared(then: Rights, now: Rights | null): { roles: string[]; permissions: string[] } {
  return {
    roles: then.roles.filter((role) => now?.roles.includes(role)),
    permissions: then.permissions.filter((permission) => now?.permissions.includes(permission)),
  }
}
