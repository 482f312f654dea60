/**
 * What a changed configuration lets run without any person, and what its new workflows can run: each by the call itself
 * and the way to it, whatever stands around it is called (R2.2). By the gates of the configuration that is asked about.
 * Pure.
 */
import type { Configuration } from '../../model/configuration.ts'
import type { Capability, Gate } from '../../model/definition.ts'
import type { ExecutorDeclaration } from '../../model/executor.ts'
import type { Guard } from '../../model/guard.ts'
import { present } from '../../model/json.ts'
import {
  asksPerson,
  certainPart,
  connectionOf,
  executorsIn,
  sketchCalls,
  toolOf,
  triedBy,
} from '../../workflow/executors/executors.ts'
import { declaredInFull } from '../../workflow/executors/wording.ts'
import { gatesBefore } from '../../workflow/gates/declared-gates.ts'
import { indexGates } from '../../workflow/gates/gate-index.ts'
import { asksCaller, guardsIn, readsRoot } from '../../workflow/guards/guards.ts'
import { lostGates, lostGuards } from '../../workflow/preview/conditions.ts'
import { listEffects, placeOf } from '../../workflow/preview/effects.ts'
import {
  capabilityMeaning,
  definitionMeaning,
  limitsByTags,
  wordlessSchema,
} from '../../workflow/preview/meaning.ts'
import { quoteSaying } from '../../workflow/wording/quote.ts'
import { declaredHash } from '../hash.ts'

/** Something that an agent can bring about. */
interface Possibility {
  /** What runs, as it is declared, in words. */
  what: string
  /** The same with all that it is given: the words leave out values of environments and headers, and what is long. */
  call: string
  /** Where it is declared. */
  where: string
  /**
   * Whether a person decides before it, on every way there. `sometimes`: not where an exception holds, or where a tool
   * only reads; `excepted`: not where an exception holds that the workflow itself can bring about.
   */
  asked: 'always' | 'sometimes' | 'excepted' | 'never'
  /** Who decides at the step itself; who decides earlier is not among them. */
  people: Deciding
  /** It changes nothing, as far as that is declared. */
  reads: boolean
  /** The workflow or capability; null: none. */
  of: { kind: 'workflow' | 'capability'; id: string } | null
  /** Where its values come from and what must hold: what is new is like another thing only where this is the same. */
  under: string
}

interface Deciding {
  gates: Gate[]
  /** Of a step that a person fires: what is asked of them. Null: nobody fires it by hand, or agents do. */
  guards: Guard[] | null
}

/** What of a run an exception can read. */
const OF_RUN = ['context', 'input', 'workflow', 'arguments']

/** Whoever asks for it gets it, with whatever arguments. */
const UNCONDITIONAL = ''

export interface Freedoms {
  /** What runs without a person, and did not before; then what is new and asks fewer or other people than the same call did. */
  freed: string[]
  /** What new workflows and capabilities can run after a person has decided. */
  guarded: string[]
}

export function findFreed(before: Configuration, after: Configuration): Freedoms {
  // What the change itself says about what only reads proves nothing.
  const list = (configuration: Configuration) =>
    listPossible(configuration, before, limitsByTags(before) || limitsByTags(after))
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
  const asked = possible.filter((each) => each.asked !== 'never' && isNew(each) && !freed.includes(each))
  const isEased = (each: Possibility) => {
    const same = formerly.filter(({ call }) => call === each.call)
    return !each.reads && same.length > 0 && !same.some(({ people }) => asksAll(people, each.people))
  }
  const eased = asked.filter(isEased)
  const guarded = asked.filter((each) => !eased.includes(each))
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
    ],
    guarded: guarded.map(({ what, where, asked }) => {
      const who =
        asked === 'always' ? 'A person decides before it.' : 'A person does not always decide before it.'
      return `Agents can now run ${what}: ${where}. ${who}`
    }),
  }
}

function isExcepted({ asked }: Possibility): boolean {
  return asked === 'excepted'
}

/** Whether whoever had to decide still has to. */
function asksAll(before: Deciding, after: Deciding): boolean {
  if (lostGates(before.gates, after.gates, '').length > 0) return false
  if (before.guards === null) return true
  const rights = before.guards.filter((guard) => guardsIn(guard).some((inner) => asksCaller(inner.guard)))
  const isAsked = after.guards !== null || after.gates.length > before.gates.length
  return isAsked && lostGuards(rights, after.guards ?? [], '').length === 0
}

/** What the agent gives, and what the run has written down, may make it hold; not only what literally runs. */
function restsOnRun({ except }: Gate): boolean {
  return except !== undefined && OF_RUN.some((root) => readsRoot(except.when, root))
}

function keyOf({ call, under }: Possibility, condition = under): string {
  return `${call}\n${condition}`
}

/** `claims`: whose word counts about what only reads. */
function listPossible(
  { capabilities: declared, gated = [], connections, imports, workflows }: Configuration,
  claims: Configuration,
  tagsAreRights: boolean,
): Possibility[] {
  const isOff = (name: string | null) =>
    name !== null && Object.hasOwn(connections, name) && connections[name]?.disabled === true
  const capabilities = declared.filter(({ executor }) => !isOff(connectionOf(executor)))
  const index = indexGates([declared, gated], connections, imports)
  const claimed = indexGates([claims.capabilities, claims.gated ?? []], connections, claims.imports)
  const lookup = {
    gatesFor: index.gatesFor,
    isReadOnlyCall: index.isReadOnly,
    cliConnection(name: string) {
      const connection = Object.hasOwn(connections, name) ? connections[name] : undefined
      return connection?.kind === 'cli' ? connection : null
    },
  }
  /** Of a tool it is not known here whether it only reads; of programs and requests it is. */
  const standing = (gates: readonly Gate[], mayRead: boolean): Possibility['asked'] => {
    const isFirm = ({ required, except }: Gate) => except === undefined && (required === true || !mayRead)
    if (gates.length === 0) return 'never'
    return gates.some(isFirm) ? 'always' : 'sometimes'
  }
  const gatesAt = ({ executor, gates = [] }: { executor: ExecutorDeclaration; gates?: Gate[] }) =>
    gatesBefore({ gates, executor: certainPart(executor) }, lookup)
  const askedBefore = ({ executor, gates = [] }: { executor?: ExecutorDeclaration; gates?: Gate[] }) => {
    if (executor === undefined) return standing(gates, false)
    if (asksPerson(executor)) return 'always'
    const mayRead = executorsIn(executor).some((each) => toolOf(each) !== null)
    const standingBefore = gatesAt({ gates, executor })
    const asked = standing(standingBefore, mayRead)
    const isOpen = (gate: Gate) => restsOnRun(gate) || (gates.includes(gate) && gate.except !== undefined)
    return asked === 'sometimes' && standingBefore.every(isOpen) ? 'excepted' : asked
  }
  const reads = (executor: ExecutorDeclaration) => sketchCalls(executor, lookup).every(claimed.isReadOnly)
  const say = (executor: ExecutorDeclaration) => quoteSaying(declaredInFull(executor) ?? executor.kind)
  return [
    ...Object.entries(workflows).flatMap(([name, definition]) => {
      const under = JSON.stringify({ ...definitionMeaning(definition, tagsAreRights), id: '' })
      const listBeyond = (asked: readonly Possibility['asked'][]) =>
        listEffects(definition, (step) => !asked.includes(askedBefore(step)))
      const unasked = listBeyond(['never'])
      const openly = listBeyond(['never', 'excepted'])
      const possible = listBeyond(['never', 'excepted', 'sometimes'])
      return possible.flatMap((effect, place) =>
        isOff(connectionOf(effect.step.executor))
          ? []
          : {
              what: say(effect.step.executor),
              call: declaredHash(effect.step.executor),
              where: `workflow ‘${name}’, ${placeOf(definition, effect)}${sayWay(effect.way)}`,
              asked: !effect.alone
                ? ('always' as const)
                : unasked[place]?.alone
                  ? ('never' as const)
                  : openly[place]?.alone
                    ? ('excepted' as const)
                    : ('sometimes' as const),
              people: {
                gates: gatesAt(effect.step),
                guards: effect.step.actor === 'human' ? effect.step.guards : null,
              },
              reads: reads(effect.step.executor),
              of: { kind: 'workflow' as const, id: name },
              under,
            },
      )
    }),
    ...capabilities.flatMap((capability) => {
      const { id, gates } = capability
      const tried = triedBy(capability)
      return tried.map((executor, place) => ({
        what: say(executor),
        call: declaredHash(executor),
        where: `capability ‘${id}’${place === 0 ? '' : ', if what comes before fails'}`,
        asked: strictest(
          tried.slice(0, place + 1).map((each) => askedBefore({ executor: each, ...present({ gates }) })),
        ),
        people: { gates: gatesAt({ executor, ...present({ gates }) }), guards: null },
        reads: reads(executor),
        of: { kind: 'capability' as const, id },
        under:
          place === 0
            ? conditionsOf(capability, tagsAreRights)
            : JSON.stringify(capabilityMeaning({ ...capability, id: '' }, tagsAreRights)),
      }))
    }),
    // Those that are included by their names are looked at one by one.
    ...imports
      .filter(({ connection, include }) => include.length === 0 && !isOff(connection))
      .map(({ connection, gate }) => ({
        what: `the tools of ‘${connection}’`,
        call: '',
        where: 'they are imported',
        asked: standing(
          [gate, connections[connection]?.gate].filter((each) => each !== undefined),
          true,
        ),
        people: { gates: [], guards: null },
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

function conditionsOf(capability: Capability, tagsAreRights: boolean): string {
  const { guards, inputSchema, executor, tags } = capability
  const isOpen = guards.length === 0 && inputSchema === undefined && !tagsAreRights
  if (isOpen && !/\$\.(?!arguments\b)/.test(JSON.stringify(executor))) return UNCONDITIONAL
  return JSON.stringify([guards, wordlessSchema(inputSchema ?? {}), tagsAreRights ? tags : []])
}

function sayWay(way: readonly string[]): string {
  return way.length === 0 ? '' : ` (the way there: ${way.join(' → ')})`
}
