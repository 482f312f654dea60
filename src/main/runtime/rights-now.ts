/**
 * The rights of who decided, and of who asked, while it has not run: those of then, as far as they have them still
 * (R2.4). Whoever was removed or lost a role lets nothing run with it any more; nor does whoever was declared anew under
 * the name of somebody who was removed.
 */

import { declarationOf, declaredClient } from '../model/configuration.ts'
import type { Gate } from '../model/definition.ts'
import type { InboxItem, Vote } from '../model/item.ts'
import { humanName, isHumanId, type Rights } from '../model/principal.ts'
import { claimOf, type Requester, type Run } from '../model/run.ts'
import { type Ballot, barredFrom, type Voter } from '../workflow/gates/gates.ts'
import { holderOf } from '../workflow/items/items.ts'
import type { RuntimeParts } from './call-context.ts'

/** Of a person: whoever the configuration does not name has none. Null: it named them then, and removed them since. */
export function withRightsNow<Who extends Voter & { declared?: string }>(
  parts: Pick<RuntimeParts, 'settings'>,
  who: Who,
): Who | null {
  if (isRemoved(who, parts.settings().declarations.people)) return null
  return { ...who, ...shared(who, personNow(parts, who.id)) }
}

/** Of who asked. Of whom nothing was written down but the name, as the engine, it is as it was. */
export function requesterNow(parts: Pick<RuntimeParts, 'settings'>, then: Requester): Requester {
  const { clients, declarations } = parts.settings()
  if (isHumanId(then.id)) {
    const now = isRemoved(then, declarations.people) ? null : personNow(parts, then.id)
    return { ...then, ...shared(then, now) }
  }
  const { client, declared } = then
  if (client === undefined) return then
  const now = isRemoved({ id: client, declared }, declarations.clients)
    ? null
    : declaredClient(client, clients)
  return { ...then, ...shared(then, now) }
}

/** Who asked for what the run is doing; null: nobody. Earlier versions wrote that of a claimed step alone. */
export function askerOf(parts: Pick<RuntimeParts, 'settings'>, run: Run): Requester | null {
  const then = run.goesOnFor ?? claimOf(run)?.by
  return then === undefined ? null : requesterNow(parts, then)
}

/** Whoever was removed has taken on nothing. */
export function withHolderNow(parts: Pick<RuntimeParts, 'settings'>, item: InboxItem): InboxItem {
  const assignedTo = holderOf(item, parts.settings().declarations.people)
  return assignedTo === item.assignedTo ? item : { ...item, assignedTo }
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

/** Since then, also where the name is declared again. */
function isRemoved(
  { id, declared }: { id: string; declared?: string | undefined },
  declarations: Record<string, string>,
): boolean {
  return declared !== undefined && declarationOf(humanName(id), declarations) !== declared
}

function personNow({ settings }: Pick<RuntimeParts, 'settings'>, id: string): Rights | null {
  const { people } = settings()
  const name = humanName(id)
  return Object.hasOwn(people, name) ? (people[name] ?? null) : null
}

function shared(then: Rights, now: Rights | null): { roles: string[]; permissions: string[] } {
  return {
    roles: then.roles.filter((role) => now?.roles.includes(role)),
    permissions: then.permissions.filter((permission) => now?.permissions.includes(permission)),
  }
}
