/** Who cannot decide an item by the rights that they have now, and why. May import: model, workflow. */
import type { Configuration } from '../../model/configuration.ts'
import type { Definition } from '../../model/definition.ts'
import type { Guard } from '../../model/guard.ts'
import type { InboxItem, Vote } from '../../model/item.ts'
import { ownOf } from '../../model/json.ts'
import { humanId, humanName } from '../../model/principal.ts'
import { type Ballot, barredFromAll, hasVoted, type Voter } from '../../workflow/gates/gates.ts'
import { asksCaller, guardsIn, refusedToAll } from '../../workflow/guards/guards.ts'
import { heldOf, isChoice } from '../../workflow/items/items.ts'
import { ballotOf } from '../items/items.ts'
import type { About } from '../items/kind.ts'

const NO_RIGHTS = { roles: [], permissions: [] }

/** Somebody at the desk, with the rights that the configuration gives them now. */
export function voterOf({ people }: Pick<Configuration, 'people'>, name: string): Voter {
  const { roles, permissions } = ownOf(people, name) ?? NO_RIGHTS
  return { id: humanId(name), roles, permissions }
}

export interface Restriction {
  ballot: Ballot
  votes: readonly Vote[]
  /** Of each transition that may be chosen, its guards. */
  choices: readonly (readonly Guard[])[]
}

export function restrictionOf(item: InboxItem, about: About): Restriction {
  return {
    ballot: ballotOf(item, about),
    votes: (about.standing ?? heldOf(item))?.votes ?? [],
    choices: isChoice(item) ? choicesAt(about.definition, item.state) : [],
  }
}

export function choicesAt(definition: Definition | null, state: string): Guard[][] {
  const { transitions = {} } = definition?.states[state] ?? {}
  return Object.values(transitions).flatMap(({ actor, guards }) => (actor === 'human' ? [guards] : []))
}

export const askRights = (guards: readonly Guard[]) =>
  guards.flatMap((guard) => guardsIn(guard)).some(({ guard }) => asksCaller(guard))

/** As a sentence; null: they may. */
export function barredBecause({ ballot, votes, choices }: Restriction, who: Voter): string | null {
  if (hasVoted(who, ballot, votes)) return `${humanName(who.id)} has approved this already.`
  const refused = choices.map((guards) => refusedToAll(guards, null, [who]))
  if (refused.length > 0 && !refused.includes(null)) return [...new Set(refused)].join(' ')
  if (ballot.gates.length === 0) return null
  // By their rights alone; that they asked themselves is said in other words than to themselves.
  const byRights = barredFromAll(who, { ...ballot, requesters: [] })
  if (byRights !== null || barredFromAll(who, ballot) === null) return byRights
  return `${humanName(who.id)} asked for this; somebody else must decide it.`
}
