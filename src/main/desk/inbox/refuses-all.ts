/**
 * Which buttons nobody whom the configuration knows can ever press, and what to do: a guard or a gate that refuses
 * everybody looks like one that refuses whoever sits there. May import: gateway.ts (types), model, workflow.
 */

import { type Definition, type State, targetsOf } from '../../model/definition.ts'
import { NOTHING_STORED } from '../../model/guard.ts'
import type { InboxItem } from '../../model/item.ts'
import type { Evidence } from '../../model/run.ts'
import { stateOf, transitionsAt } from '../../workflow/advance.ts'
import { barredFrom, countPeople, standings, type Voter } from '../../workflow/gates/gates.ts'
import { refusedToAll } from '../../workflow/guards/guards.ts'
import { heldOf, isChoice } from '../../workflow/items/items.ts'
import { scopeOf, splitPath } from '../../workflow/scope.ts'
import { capitalize } from '../../workflow/wording/sentence.ts'
import { ballotOf } from '../items/items.ts'
import type { About } from '../items/kind.ts'

const GIVE = 'Give the right to somebody under ‘people’ in the settings file.'

/** Why none of these people can choose this outcome, as sentences; null: somebody may be able to. */
export function refusesAll(
  item: InboxItem,
  outcome: string,
  facts: { about: About; evidence: readonly Evidence[]; people: readonly Voter[]; now: number },
): string | null {
  const { about, people } = facts
  if (item.status !== 'pending' || people.length === 0) return null
  return isChoice(item)
    ? refusedByGuards(item.state, outcome, facts)
    : refusedByGates(item, outcome, about, people)
}

function refusedByGuards(
  state: string,
  outcome: string,
  { about, evidence, people, now }: Parameters<typeof refusesAll>[2],
): string | null {
  const { run, definition } = about
  const here = definition === null ? null : stateOf(definition, state)
  const guards = here?.transitions[outcome]?.guards ?? []
  if (run === null || definition === null || here === null || guards.length === 0) return null
  const byRights = refusedToAll(guards, null, people)
  if (byRights !== null) return `Nobody can choose this. ${byRights} ${GIVE}`
  const isOpen = mayMove(definition, state, here)
  const because = refusedToAll(
    guards,
    {
      scope: { ...scopeOf(run, {}), now },
      // What lies outside the run may change at any time.
      stored: { ...NOTHING_STORED, evidence, fired: run.fired ?? {} },
      unknown: {
        reads: (path) => isOpen || splitPath(path)?.[0] === 'arguments',
        stored: isOpen,
        time: true,
      },
    },
    people,
  )
  if (because === null) return null
  return `Nobody can choose this, now or later. ${because} Choose another way, or cancel the run.`
}

/** Whether what the guards rest on may still change while the item waits, or the run may come back to it changed. */
function mayMove(definition: Definition, name: string, { transitions }: State): boolean {
  // What fails here stays here, and the decision for it is recorded.
  const others = Object.values(transitions).some(
    ({ actor, executor }) => actor !== 'human' || executor !== undefined,
  )
  if (others) return true
  const next = (state: string) => Object.values(transitionsAt(definition, state)).flatMap(targetsOf)
  const late = definition.timeoutMs === undefined ? [] : [definition.onTimeout?.target ?? name]
  const reached = new Set([...next(name), ...late])
  for (const state of reached) for (const target of next(state)) reached.add(target)
  return reached.has(name)
}

function refusedByGates(
  item: InboxItem,
  outcome: string,
  about: About,
  people: readonly Voter[],
): string | null {
  const ballot = ballotOf(item, about)
  const votes = (about.standing ?? heldOf(item))?.votes ?? []
  for (const { gate, approved, missing } of standings(ballot, votes)) {
    const able = people.filter((each) => barredFrom(gate, each, ballot) === null)
    const left = able.filter(({ id }) => !approved.includes(id)).length
    if (missing <= left) continue
    // Whoever may decide at one gate can refuse.
    if (outcome !== 'approve' && (able.length > 0 || ballot.gates.length > 1)) continue
    const [first] = people
    const why = first === undefined || able.length > 0 ? null : barredFrom(gate, first, ballot)
    if (why !== null) return `Nobody can choose this. ${why} ${GIVE}`
    const more = capitalize(countPeople({ people: missing, atLeast: false }, 'more'))
    const others = left === 0 ? 'nobody is left who may' : `only ${left} may`
    return `This can never be approved. ${more} must approve it, and ${others}. ${GIVE}`
  }
  return null
}
