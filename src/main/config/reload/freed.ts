/**
 * What a changed configuration lets run without any person, and what its new workflows can run: each by the call itself
 * and the way to it, whatever stands around it is called (R2.2). By the gates of the configuration that is asked about.
 * Pure.
 */

import type { ResolvedCall } from '../../model/call.ts'
import type { Configuration } from '../../model/configuration.ts'
import type { Actor, Capability, Definition, Gate } from '../../model/definition.ts'
import type { ExecutorDeclaration } from '../../model/executor.ts'
import type { Guard } from '../../model/guard.ts'
import { present } from '../../model/json.ts'
import { transitionOf } from '../../workflow/advance.ts'
import { editWork } from '../../workflow/executors/edit-work.ts'
import {
  asksPerson,
  certainPart,
  connectionOf,
  executorsIn,
  identityOf,
  keysOf,
  kindOf,
  sketchCalls,
  startsRun,
  triedBy,
} from '../../workflow/executors/executors.ts'
import { spellKey } from '../../workflow/executors/spell-key.ts'
import { declaredInFull } from '../../workflow/executors/wording.ts'
import { gatesBefore } from '../../workflow/gates/declared-gates.ts'
import { indexGates } from '../../workflow/gates/gate-index.ts'
import { type Effect, listEffects, placeOf } from '../../workflow/preview/effects.ts'
import {
  capabilityMeaning,
  definitionMeaning,
  limitsByTags,
  wordlessSchema,
} from '../../workflow/preview/meaning.ts'
import { listRoutes } from '../../workflow/preview/routes.ts'
import { quoteSaying } from '../../workflow/wording/quote.ts'
import { declaredHash } from '../hash.ts'
import {
  asksAll,
  conditionsOf,
  holdsAll,
  isFirm,
  mayOnlyRead,
  restsOnRun,
  votesOf,
  type Way,
} from './deciding.ts'
import { programsOf } from './declared-calls.ts'

/** Something that an agent can bring about. */
interface Possibility {
  /** What runs, as it is declared, in words. */
  what: string
  /** The same with all that it is given: the words leave out values of environments and headers, and what is long. */
  call: string
  /** The calls as far as they are known before, and whether it may make one of another declaration. */
  sketches: ResolvedCall[]
  makes(call: ResolvedCall): boolean
  /** Where it is declared. */
  where: string
  /**
   * Whether a person decides before it, on every way there. `sometimes`: not where an exception holds, or where a tool
   * only reads; `excepted`: not where an exception holds that the workflow itself can bring about.
   */
  asked: 'always' | 'sometimes' | 'excepted' | 'never'
  /** Who decides on each way to it, from where its workflow has been started. */
  ways: Way[]
  /** What is asked of whoever starts it. */
  start: Guard[]
  /** The workflows that it starts, and who does. */
  starts: { id: string; by: Actor }[]
  /** It changes nothing, as far as that is declared. */
  reads: boolean
  /** The workflow or capability; null: none. */
  of: { kind: 'workflow' | 'capability'; id: string } | null
  /** Where its values come from and what must hold: what is new is like another thing only where this is the same. */
  under: string
}

/** Whoever asks for it gets it, with whatever arguments. */
const UNCONDITIONAL = ''

export interface Freedoms {
  /** What runs without a person, and did not before; then what is new and asks fewer or other people than the same call did. */
  freed: string[]
  /** What runs without a person and changes nothing, and what new workflows and capabilities can run after one has decided. */
  guarded: string[]
}

export function findFreed(before: Configuration, after: Configuration): Freedoms {
  // What the change itself says about what only reads proves nothing.
  const list = (configuration: Configuration) =>
    listPossible(
      configuration,
      before,
      limitsByTags(before) || limitsByTags(after),
      configuration === after ? 'least' : 'most',
    )
  const formerly = list(before)
  const free = formerly.filter(({ asked }) => asked === 'never')
  const known = new Set(free.flatMap((each) => [each.what, keyOf(each)]))
  const excepted = new Set(formerly.filter(isExcepted).map((each) => keyOf(each)))
  const ids = new Set(before.capabilities.map(({ id }) => id))
  const isNew = ({ of }: Possibility) =>
    of !== null && !(of.kind === 'workflow' ? Object.hasOwn(before.workflows, of.id) : ids.has(of.id))
  const isKnown = (each: Possibility) =>
    isNew(each)
      ? [each.under, UNCONDITIONAL].some((under) => known.has(keyOf(each, under)))
      : known.has(each.what)
  const possible = list(after)
  // What a workflow that was there before may except is compared step by step, with its exceptions.
  const isNewlyExcepted = (each: Possibility) => isExcepted(each) && isNew(each) && !excepted.has(keyOf(each))
  const freed = possible.filter(
    (each) => (each.asked === 'never' || isNewlyExcepted(each)) && !each.reads && !isKnown(each),
  )
  const reading = possible.filter((each) => each.asked === 'never' && each.reads && !isKnown(each))
  const asked = possible.filter((each) => each.asked !== 'never' && isNew(each) && !freed.includes(each))
  const areKept = (each: Possibility, ways: Way[], isSame: (was: Way, is: Way) => boolean) => {
    const declared = formerly.filter(({ call }) => call === each.call)
    // Where nothing is declared so, who decides is compared with whatever may make the same call with other values.
    const same =
      declared.length > 0 || isSame !== asksAll
        ? declared
        : formerly.filter((other) => mayBeSame(other, each))
    if (each.reads || same.length === 0) return true
    return ways.every((way) => same.some((other) => waysFromStart(other).some((was) => isSame(was, way))))
  }
  const isKept = (each: Possibility, isSame: (was: Way, is: Way) => boolean) =>
    areKept(each, waysFromStart(each), isSame) &&
    each.starts.every(({ id, by }) =>
      possible
        .filter(({ of }) => of?.kind === 'workflow' && of.id === id)
        .every((inner) => areKept(inner, waysThrough(each, inner, by), isSame)),
    )
  const eased = asked.filter((each) => !isKept(each, asksAll))
  const loosened = asked.filter((each) => !eased.includes(each) && !isKept(each, holdsAll))
  const guarded = asked.filter((each) => !eased.includes(each) && !loosened.includes(each))
  return {
    freed: [
      ...freed.map(({ what, where, asked }) => {
        const rule = asked === 'excepted' ? ' where an exception holds that the workflow can bring about' : ''
        return `Agents can now run ${what} without asking a person${rule}: ${where}.`
      }),
      ...eased.map(
        ({ what, where }) =>
          `Agents can now run ${what} where fewer or other people decide before it than did: ${where}.`,
      ),
      ...loosened.map(
        ({ what, where }) =>
          `Agents can now run ${what} where other conditions hold before it, or others give its values, than did: ${where}.`,
      ),
    ],
    guarded: [
      ...reading.map(
        ({ what, where }) => `Agents can now run ${what} without asking a person: ${where}. It only reads.`,
      ),
      ...guarded.map(({ what, where, asked }) => {
        const who =
          asked === 'always' ? 'A person decides before it.' : 'A person does not always decide before it.'
        return `Agents can now run ${what}: ${where}. ${who}`
      }),
    ],
  }
}

function waysFromStart({ ways, start }: Possibility): Way[] {
  return ways.map((way) => ({ ...way, route: [...conditionsOf(start), ...way.route] }))
}

/** To what a workflow does that another one starts: it is started with the rights of whoever went on there. */
function waysThrough(outer: Possibility, inner: Possibility, by: Actor): Way[] {
  return waysFromStart(outer).flatMap((before) =>
    inner.ways.map((way) => ({
      ...way,
      seen: before.seen,
      route: [...before.route, ...conditionsOf(inner.start, by), ...way.route],
    })),
  )
}

function mayBeSame(one: Possibility, other: Possibility): boolean {
  return one.sketches.some(other.makes) || other.sketches.some(one.makes)
}

function isExcepted({ asked }: Possibility): boolean {
  return asked === 'excepted'
}

function keyOf({ call, under }: Possibility, condition = under): string {
  return `${call}\n${condition}`
}

/** `claims`: whose word counts about what only reads. `bound`: whether it is said who decides at least, or at most. */
function listPossible(
  { capabilities: declared, gated = [], connections, imports, workflows }: Configuration,
  claims: Configuration,
  tagsAreRights: boolean,
  bound: 'least' | 'most',
): Possibility[] {
  const isOff = (name: string) => !Object.hasOwn(connections, name) || connections[name]?.disabled === true
  // Where one of what a step may try is gone or off, nothing of it runs (R2.4).
  const cannotRun = (plan: readonly ExecutorDeclaration[]) =>
    plan.flatMap(executorsIn).some((each) => {
      const connection = connectionOf(each)
      if (startsRun(each)) return !Object.hasOwn(workflows, each.definitionId)
      return connection !== null && isOff(connection)
    })
  const capabilities = declared.filter((capability) => !cannotRun(triedBy(capability)))
  const index = indexGates([declared, gated], connections, imports)
  const claimed = indexGates([claims.capabilities, claims.gated ?? []], connections, claims.imports)
  const lookup = {
    gatesFor: index.gatesFor,
    isReadOnlyCall: index.isReadOnly,
    ...programsOf(connections),
  }
  const standing = (gates: readonly Gate[], mayRead: boolean): Possibility['asked'] => {
    if (gates.length === 0) return 'never'
    return gates.some((gate) => isFirm(gate, mayRead)) ? 'always' : 'sometimes'
  }
  const gatesAt = ({ executor, gates = [] }: { executor: ExecutorDeclaration; gates?: Gate[] }) =>
    gatesBefore({ gates, executor: certainPart(executor) }, lookup)
  const askedBefore = ({ executor, gates = [] }: { executor?: ExecutorDeclaration; gates?: Gate[] }) => {
    if (executor === undefined) return standing(gates, false)
    if (asksPerson(executor)) return 'always'
    const mayRead = mayOnlyRead(executor)
    const standingBefore = gatesAt({ gates, executor })
    const asked = standing(standingBefore, mayRead)
    // What is exposed as it is declared has the same gate twice.
    const isOwn = (gate: Gate) => gates.some((own) => declaredHash(own) === declaredHash(gate))
    const isOpen = (gate: Gate) => restsOnRun(gate) || (gate.except !== undefined && isOwn(gate))
    return asked === 'sometimes' && standingBefore.every(isOpen) ? 'excepted' : asked
  }
  const votesAt = (step: Parameters<typeof votesOf>[0]) => votesOf(step, lookup, bound)
  const sightOf = ({ tags }: { tags: string[] }) => (tagsAreRights ? JSON.stringify(tags.toSorted()) : '')
  const reads = (executor: ExecutorDeclaration) => sketchCalls(executor, lookup).every(claimed.isReadOnly)
  const alike = (executor: ExecutorDeclaration) => ({
    sketches: sketchCalls(executor, lookup),
    makes: (call: ResolvedCall) =>
      executorsIn(executor)
        .map((each) => identityOf(each, lookup))
        .some(({ keys, makes }) => keysOf(call).some((key) => keys.includes(key)) && makes(call)),
  })
  const say = (executor: ExecutorDeclaration) => quoteSaying(declaredInFull(executor) ?? executor.kind)
  return [
    ...Object.entries(workflows).flatMap(([name, definition]) => {
      const under = JSON.stringify({ ...definitionMeaning(definition, tagsAreRights), id: '' })
      const listBeyond = (asked: readonly Possibility['asked'][]) =>
        listEffects(definition, (step) => !asked.includes(askedBefore(step)))
      const unasked = listBeyond(['never'])
      const openly = listBeyond(['never', 'excepted'])
      const possible = listBeyond(['never', 'excepted', 'sometimes'])
      if (possible.length === 0) return []
      const routes = listRoutes(definition, votesAt, bound === 'least' ? 'open' : 'unknown')
      const waysTo = (effect: Effect): Way[] => {
        const { state, step, tried } = effect
        const here = {
          gates: gatesAt(step),
          guards: step.actor === 'human' ? step.guards : null,
          given: givenIn(effect, definition, under),
          seen: sightOf(definition),
        }
        const there = [...votesAt(step), ...tried.flatMap((each) => votesAt({ executor: each }))]
        const earlier = state === null ? [[]] : (routes.get(state) ?? [])
        return earlier.map((route) => ({ ...here, route: [...route, ...there] }))
      }
      return possible.flatMap((effect, place) =>
        cannotRun(effect.plan)
          ? []
          : {
              what: say(effect.step.executor),
              call: callOf(effect.step.executor, effect.transition ?? ''),
              ...alike(effect.step.executor),
              where: `workflow ‘${name}’, ${placeOf(definition, effect)}${sayWay(effect.way)}`,
              asked: !effect.alone
                ? ('always' as const)
                : unasked[place]?.alone
                  ? ('never' as const)
                  : openly[place]?.alone
                    ? ('excepted' as const)
                    : ('sometimes' as const),
              ways: waysTo(effect),
              start: definition.guards,
              starts: startedBy(effect.step.executor, effect.step.actor),
              reads: reads(effect.step.executor),
              of: { kind: 'workflow' as const, id: name },
              under,
            },
      )
    }),
    ...capabilities.flatMap((capability) => {
      const { id, gates, guards } = capability
      const tried = triedBy(capability)
      return tried.map((executor, place) => ({
        what: say(executor),
        call: callOf(executor, id),
        ...alike(executor),
        where: `capability ‘${id}’${place === 0 ? '' : ', if what comes before fails'}`,
        asked: strictest(
          tried.slice(0, place + 1).map((each) => askedBefore({ executor: each, ...present({ gates }) })),
        ),
        ways: [
          {
            gates: gatesAt({ executor, ...present({ gates }) }),
            guards: null,
            route: [
              ...votesAt({ executor, ...present({ gates }) }),
              ...tried.slice(0, place).flatMap((each) => votesAt({ executor: each })),
            ],
            given: readsValues(executor) ? contractOf(capability, tagsAreRights) : '',
            seen: sightOf(capability),
          },
        ],
        start: guards,
        starts: startedBy(executor, 'agent'),
        reads: reads(executor),
        of: { kind: 'capability' as const, id },
        under:
          place === 0
            ? contractOf(capability, tagsAreRights)
            : JSON.stringify(capabilityMeaning({ ...capability, id: '' }, tagsAreRights)),
      }))
    }),
    // Those that are included by their names are looked at one by one.
    ...imports
      .filter(({ connection, include }) => include.length === 0 && !isOff(connection))
      .map(({ connection, gate }) => ({
        what: `the tools of ‘${connection}’`,
        call: '',
        sketches: [],
        makes: () => false,
        where: 'they are imported',
        asked: standing(
          [gate, connections[connection]?.gate].filter((each) => each !== undefined),
          true,
        ),
        ways: [],
        start: [],
        starts: [],
        reads: false,
        of: null,
        under: UNCONDITIONAL,
      })),
  ]
}

/** What fails has been tried: that needed the same decision, and so does what runs instead. */
function strictest(asked: readonly Possibility['asked'][]): Possibility['asked'] {
  return ASKED.find((each) => asked.includes(each)) ?? 'never'
}

const ASKED: readonly Possibility['asked'][] = ['always', 'sometimes', 'excepted']

function contractOf(capability: Capability, tagsAreRights: boolean): string {
  const { guards, inputSchema, executor, tags } = capability
  const isOpen = guards.length === 0 && inputSchema === undefined && !tagsAreRights
  if (isOpen && !/\$\.(?!arguments\b)/.test(JSON.stringify(executor))) return UNCONDITIONAL
  return JSON.stringify([guards, wordlessSchema(inputSchema ?? {}), tagsAreRights ? tags : []])
}

/** `transition`: of which it is the work. */
function callOf(executor: ExecutorDeclaration, transition: string): string {
  return declaredHash(editWork({ executor }, (each) => spellKey(each, transition)).executor)
}

function startedBy(executor: ExecutorDeclaration, by: Actor = 'system'): Possibility['starts'] {
  return executorsIn(executor)
    .filter((each) => startsRun(each))
    .map(({ definitionId }) => ({ id: definitionId, by }))
}

/** By a path, or a place of a template; or it passes on whatever it is given. */
function readsValues(executor: ExecutorDeclaration): boolean {
  return executorsIn(executor).some(passesOn) || /\$\.|\{[\p{L}_]/u.test(JSON.stringify(executor))
}

function passesOn(executor: ExecutorDeclaration): boolean {
  const { sends } = kindOf(executor)
  return sends !== null && sends.template(executor) === undefined
}

/** Others than those with which a step is fired. */
function readsMore(executor: ExecutorDeclaration): boolean {
  return /\$\.(?!arguments\b)|\{[\p{L}_]/u.test(JSON.stringify(executor))
}

/** Where the values of a step come from. `under`: whatever the definition says. */
function givenIn({ state, transition, step }: Effect, definition: Definition, under: string): string {
  if (!readsValues(step.executor)) return ''
  const whole = state === null || transition === null ? null : transitionOf(definition, state, transition)
  if (whole === null || readsMore(step.executor)) return under
  return JSON.stringify([whole.actor, wordlessSchema(whole.inputSchema ?? {})])
}

function sayWay(way: readonly string[]): string {
  return way.length === 0 ? '' : ` (the way there: ${way.join(' → ')})`
}
