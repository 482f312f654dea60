/**
 * What agents can bring about by a configuration, by its own gates: each call with the ways to it, who decides there, and
 * where its values come from (R2.2). Pure.
 */
import type { ResolvedCall } from '../../model/call.ts'
import type { Configuration, ImportRule } from '../../model/configuration.ts'
import {
  type Actor,
  type Capability,
  type Definition,
  type Gate,
  type Transition,
  targetsOf,
} from '../../model/definition.ts'
import type { ExecutorDeclaration, Reliability } from '../../model/executor.ts'
import type { Guard } from '../../model/guard.ts'
import { type JsonSchema, ownOf, present } from '../../model/json.ts'
import { canFire, stateOf, transitionOf } from '../../workflow/advance.ts'
import { editWork } from '../../workflow/executors/edit-work.ts'
import {
  asksPerson,
  certainPart,
  connectionOf,
  executorsIn,
  identityOf,
  keysOf,
  passesOn,
  sketchCalls,
  startsRun,
  triedBy,
} from '../../workflow/executors/executors.ts'
import { inOneSpelling } from '../../workflow/executors/own-values.ts'
import { spellKey } from '../../workflow/executors/spell-key.ts'
import { declaredInFull } from '../../workflow/executors/wording.ts'
import { gatesBefore, gatesOfCalls } from '../../workflow/gates/declared-gates.ts'
import { indexGates, programsOf } from '../../workflow/gates/gate-index.ts'
import { exceptionsOf } from '../../workflow/gates/gates.ts'
import { takesTool } from '../../workflow/gates/tool-settings.ts'
import { type Effect, listEffects, placeOf } from '../../workflow/preview/effects.ts'
import { capabilityMeaning, definitionMeaning, wordlessSchema } from '../../workflow/preview/meaning.ts'
import { listRoutes } from '../../workflow/preview/routes.ts'
import { quoteSaying } from '../../workflow/wording/quote.ts'
import { declaredHash } from '../hash.ts'
import { importsByName } from './by-name.ts'
import { isFirm, isOfPeople, mayOnlyRead, restsOnRun, timesOf, votesOf, type Way } from './deciding.ts'
import type { SameReach } from './same-reach.ts'

export interface DeclaredCall {
  /** With all that it is given: words leave out values of environments and headers, and what is long. */
  hash: string
  /** As far as it is known before, and whether it may make one of another declaration. */
  sketches: ResolvedCall[]
  makes(call: ResolvedCall): boolean
}

/** Something that an agent can bring about. */
export interface Possibility {
  /** What runs, as it is declared, in words. */
  what: string
  /** The same, whatever the letters of its headers: no server tells them apart. */
  told: string
  /** The call itself, first, and the same over each connection that is given the same. */
  calls: DeclaredCall[]
  /** The same over each other connection that reaches the same, whatever that is given. */
  elsewhere: DeclaredCall[]
  /** Where it is declared; empty: by its server. */
  where: string
  /**
   * Whether a person decides before it, on every way there. `sometimes`: not where an exception holds, or where a tool
   * only reads; `excepted`: not where an exception holds that is new, or that the workflow itself can bring about.
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
  /** `tool`: a single one of that import. */
  of: { kind: 'workflow' | 'capability' | 'import' | 'tool'; id: string }
  /** Where its values come from and what must hold: what is new is like another thing only where this is the same. */
  under: string
}

/** Whoever asks for it gets it, with whatever arguments. */
export const UNCONDITIONAL = ''

interface PossibleIn {
  /** Whose word counts about what only reads, what was reached, and what approvals leave out. */
  claims: Configuration
  tagsAreRights: boolean
  /** Whether it is said who decides at least, or at most. */
  bound: 'least' | 'most'
  reach: Pick<SameReach, 'asGiven' | 'elsewhere'>
  /** Tools that are called over a connection, before or after. */
  toolsOf(connection: string): string[]
}

export function listPossible(
  { capabilities: declared, gated = [], connections, imports, workflows, approvals }: Configuration,
  { claims, tagsAreRights, bound, reach, toolsOf }: PossibleIn,
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
    undoMs: approvals.undoMs,
    ...programsOf(connections),
  }
  const accepted = new Set(exceptionsOf(gatesOfCalls(claims)).map(({ id }) => id))
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
    const isOpen = (gate: Gate) =>
      restsOnRun(gate) || (gate.except !== undefined && (isOwn(gate) || !accepted.has(gate.except.id)))
    return asked === 'sometimes' && standingBefore.every(isOpen) ? 'excepted' : asked
  }
  const votesAt = (step: Parameters<typeof votesOf>[0]) => votesOf(step, lookup, bound)
  const sightOf = ({ tags }: { tags: string[] }) => (tagsAreRights ? JSON.stringify(tags.toSorted()) : '')
  // Whatever is asked of an address that nothing reached before is sent there.
  const isKnown = (executor: ExecutorDeclaration) =>
    executorsIn(executor).every(
      (each) => Object.hasOwn(claims.connections, connectionOf(each) ?? '') || connectionOf(each) === null,
    )
  const asGiven = (executor: ExecutorDeclaration) => [executor, ...reach.asGiven(executor)]
  const reads = (executor: ExecutorDeclaration) =>
    asGiven(executor).some(isKnown) && sketchCalls(executor, lookup).every(claimed.isReadOnly)
  const programs = programsOf({ ...claims.connections, ...connections })
  const tell = (executor: ExecutorDeclaration, transition: string) => {
    const declared = (each: ExecutorDeclaration): DeclaredCall => {
      const identities = executorsIn(each).map((inner) => identityOf(inner, programs))
      return {
        hash: callOf(each, transition),
        sketches: sketchCalls(each, programs),
        makes: (call) =>
          identities.some(({ keys, makes }) => keysOf(call).some((key) => keys.includes(key)) && makes(call)),
      }
    }
    return { calls: asGiven(executor).map(declared), elsewhere: reach.elsewhere(executor).map(declared) }
  }
  const say = (executor: ExecutorDeclaration) => quoteSaying(declaredInFull(executor) ?? executor.kind)
  const named = (executor: ExecutorDeclaration) => ({
    what: say(executor),
    told: say(editWork({ executor }, inOneSpelling).executor),
  })
  const ofCapability = (
    capability: Capability,
    kind: 'capability' | 'import' | 'tool',
    id: string,
    where: string,
  ): Possibility[] => {
    const { gates, guards } = capability
    const tried = triedBy(capability)
    return tried.map((executor, place) => ({
      ...named(executor),
      ...tell(executor, capability.id),
      where: `${where}${place === 0 ? '' : ', if what comes before fails'}`,
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
          given: givenBy(capability, executor, tagsAreRights),
          seen: sightOf(capability),
          times: () => timesOf({ executor, ...present({ reliability: capability.reliability }) }),
        },
      ],
      start: guards,
      starts: startedBy(executor, 'agent'),
      reads: reads(executor),
      of: { kind, id },
      under:
        place === 0
          ? contractOf(capability, tagsAreRights)
          : JSON.stringify(capabilityMeaning({ ...capability, id: '' }, tagsAreRights)),
    }))
  }
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
      const isAsked = (each: Transition) => votesAt(each).some(isOfPeople)
      const waysTo = (effect: Effect): Way[] => {
        const { state, step, tried } = effect
        const here = {
          gates: gatesAt(step),
          guards: step.actor === 'human' ? step.guards : null,
          given: givenIn(effect, definition, under),
          seen: sightOf(definition),
          times: () =>
            timesOf(
              { ...workAt(effect, definition), executor: step.executor },
              isRunAgain(effect, definition, isAsked),
            ),
        }
        const there = [...votesAt(step), ...tried.flatMap((each) => votesAt({ executor: each }))]
        const earlier = state === null ? [[]] : (routes.get(state) ?? [])
        return earlier.map((route) => ({ ...here, route: [...route, ...there] }))
      }
      return possible.flatMap((effect, place) =>
        cannotRun(effect.plan)
          ? []
          : {
              ...named(effect.step.executor),
              ...tell(effect.step.executor, effect.transition ?? ''),
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
    ...capabilities.flatMap((each) => ofCapability(each, 'capability', each.id, `tool ‘${each.id}’`)),
    ...Object.entries(importsByName({ imports }))
      .filter(([, { connection }]) => !isOff(connection))
      .flatMap(([id, rule]) => {
        const { connection, include } = rule
        const single = toolsOf(connection)
          .filter((tool) => takesTool(rule, tool))
          .flatMap((tool) => ofCapability(offeredAs(rule, tool), 'tool', id, ''))
        // Those that are included by their names are looked at one by one.
        if (include.length > 0) return single
        const others = ofCapability(offeredAs(rule, ANY_OTHER), 'import', id, '')
        // What is seen by a tag is said by itself.
        return [
          ...single,
          ...others.map(({ ways, ...each }) => ({
            ...each,
            what: `the tools of ‘${connection}’`,
            told: `the tools of ‘${connection}’`,
            ways: ways.map((way) => ({ ...way, seen: '' })),
          })),
        ]
      }),
  ]
}

/** No tool is called so: it stands for all that nothing says anything else of. */
const ANY_OTHER = ''

/** A tool as agents are offered it by an import: its approvals stand before its calls wherever these come from. */
function offeredAs({ connection, tags, toolTags = {} }: ImportRule, tool: string): Capability {
  return {
    id: tool,
    title: tool,
    description: '',
    tags: [...tags, ...(ownOf(toolTags, tool) ?? [])],
    aliases: [],
    examples: [],
    guards: [],
    executor: { kind: 'mcp', connection, tool, idempotent: false },
    source: { kind: 'import', connection, tool },
    readOnly: false,
  }
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

/** Others than those with which a step is fired. */
function readsMore(executor: ExecutorDeclaration): boolean {
  return /\$\.(?!arguments\b)|\{[\p{L}_]/u.test(JSON.stringify(executor))
}

/** Where the values of a step come from. `under`: whatever the definition says. */
function givenIn({ state, transition, step }: Effect, definition: Definition, under: string): string {
  if (!readsValues(step.executor)) return ''
  const whole = state === null || transition === null ? null : transitionOf(definition, state, transition)
  if (whole === null || readsMore(step.executor)) return under
  return sayGiver(whole.actor, whole.inputSchema)
}

function givenBy(capability: Capability, executor: ExecutorDeclaration, tagsAreRights: boolean): string {
  if (!readsValues(executor)) return ''
  return readsMore(executor)
    ? contractOf(capability, tagsAreRights)
    : sayGiver('agent', capability.inputSchema)
}

function sayGiver(actor: Actor, schema: JsonSchema = {}): string {
  return JSON.stringify([actor, wordlessSchema(schema)])
}

function workAt({ state, transition }: Effect, definition: Definition): { reliability?: Reliability } {
  const { onEnter, transitions = {} } = stateOf(definition, state ?? '') ?? {}
  return (transition === null ? onEnter : transitions[transition]) ?? {}
}

/** Whether the same runs once more afterwards, wherever that is, and nobody decides on the way. */
function isRunAgain(
  { state, transition, step: { executor } }: Effect,
  definition: Definition,
  isAsked: (step: Transition) => boolean,
): boolean {
  const unasked = (name: string) => {
    const from = stateOf(definition, name)
    return Object.values(from?.transitions ?? {}).filter(
      (step) => from !== null && canFire(from, step) && !isAsked(step),
    )
  }
  const first = state === null || transition === null ? null : transitionOf(definition, state, transition)
  const start = state === null ? [definition.onTimeout?.target ?? ''] : unasked(state).flatMap(targetsOf)
  const reached = new Set(first === null ? start : targetsOf(first))
  const text = JSON.stringify(executor)
  for (const name of reached) {
    const steps = unasked(name)
    const works = [stateOf(definition, name)?.onEnter ?? {}, ...steps]
    if (works.flatMap(triedBy).some((each) => JSON.stringify(each) === text)) return true
    for (const target of steps.flatMap(targetsOf)) reached.add(target)
  }
  return false
}

function sayWay(way: readonly string[]): string {
  return way.length === 0 ? '' : ` (the way there: ${way.join(' → ')})`
}
