/** What a new configuration changes, in the words of a card: what no longer protects comes first (R2.2). Pure. */

import { createTwoFilesPatch } from 'diff'
import type { ClientDeclaration, Configuration, Connection } from '../../model/configuration.ts'
import type { Capability, Definition, Gate, Risk } from '../../model/definition.ts'
import { type JsonValue, ownOf } from '../../model/json.ts'
import { identityOf } from '../../workflow/executors/executors.ts'
import { type Backdrop, backdropOf } from '../../workflow/preview/backdrop.ts'
import { lostGates, lostGuards, notStanding, sayMore, takenOver } from '../../workflow/preview/conditions.ts'
import { saysLonger } from '../../workflow/preview/longer-deadlines.ts'
import { saysLostChoice, saysLostStep } from '../../workflow/preview/lost-choices.ts'
import {
  definitionMeaning,
  labelsOf,
  limitsByTags,
  meaningOf,
  sayOtherOrder,
  sayOtherWords,
  stateMeaning,
} from '../../workflow/preview/meaning.ts'
import { SECTION_WORDS, saysUnlike } from '../../workflow/preview/unlike.ts'
import { findWeaker } from '../../workflow/preview/weaker.ts'
import { quoteKey } from '../../workflow/wording/quote.ts'
import { capitalize } from '../../workflow/wording/sentence.ts'
import { contentHash } from '../hash.ts'
import { importsByName } from './by-name.ts'
import { findFreed } from './freed.ts'
import { findGivenSecrets } from './given-secrets.ts'
import { findLostLimits, newPrograms } from './lost-limits.ts'
import { findAgain, NO_RUNS, type OpenRuns, withOpenRuns } from './open-runs.ts'
import { withDeciders } from './queue-deciders.ts'
import { followRights } from './renamed-rights.ts'
import { followSteps } from './renamed-steps.ts'
import { followRenames } from './renames.ts'
import { keepsWords } from './same-words.ts'
import { findTakenNames, saysLeftName } from './taken-names.ts'
import { compareTools, notOfConnection } from './tool-settings.ts'
import { findUnproven, saysNew } from './unproven.ts'
import { findWiderSight } from './wider-sight.ts'

export interface Difference {
  /** Nothing but words that nobody decides by, such as tags and aliases: it needs nobody. */
  wordsOnly: boolean
  /** Sentences about what can run without a person now, and about gates, guards and limits that are gone. */
  weaker: string[]
  /** Of `weaker`: what can run without a person, or is new and asks fewer or other people, and could not. */
  freed: string[]
  /** How grave it is to accept it, judged by what can happen then; null: only words differ. */
  risk: { level: Risk; reason: string } | null
  /** Sentences about everything else. */
  changes: string[]
}

/** `open`: what has begun, and goes on as it was declared then. */
export function compareConfigurations(
  declared: Configuration,
  changed: Configuration,
  open: OpenRuns = NO_RUNS,
): Difference {
  const rights = followRights(declared, changed, open)
  const steps = followSteps(rights.before, changed)
  const followed = followRenames(steps.before, changed)
  const renamed = [...steps.changes, ...followed.changes]
  const [before, after] = withDeciders(withOpenRuns(followed.before, changed, open.pinned))
  const tagsAreRights = limitsByTags(before) || limitsByTags(after)
  const same = (left: JsonValue, right: JsonValue) => contentHash(left) === contentHash(right)
  const sameMeaning = same(meaningOf(before, tagsAreRights), meaningOf(after, tagsAreRights))
  if (
    sameMeaning &&
    renamed.length + rights.said.length + rights.changes.length === 0 &&
    same(labelsOf(before), labelsOf(after))
  ) {
    return { wordsOnly: true, weaker: [], changes: [], freed: [], risk: null }
  }
  const { freed: calls, guarded } = findFreed(before, after)
  const tools = compareTools(before, after)
  const freed = [...calls, ...tools.freed, ...newPrograms(before, after)]
  const backdrop = backdropOf(after, before)
  const losses = [
    ...findAgain(declared, changed, open),
    ...Object.keys(declared.connections).flatMap((name) => sayNotEntered(name, declared, changed, backdrop)),
    ...findLosses(before, after, backdrop, open),
    ...findTakenNames(followed.connected, after),
    ...tools.losses,
  ]
  const unproven = findUnproven(before, after, losses, backdrop)
  const mild = [...unproven.filter(saysNew), ...rights.mild, ...losses.filter(isMild)]
  const weaker = gravestFirst([...freed, ...losses, ...unproven, ...rights.said], mild)
  return {
    wordsOnly: false,
    weaker,
    freed,
    risk: judge(weaker, mild, () => !steps.isRead && !followed.isRead && keepsWords(before, after)),
    changes: [
      ...renamed,
      ...rights.changes,
      ...guarded,
      ...sayOtherWords(before, after),
      ...sayOtherOrder(before.workflows, after.workflows),
      ...named(SECTION_WORDS.connections, before.connections, after.connections),
      ...named(SECTION_WORDS.workflows, before.workflows, after.workflows, changedStates),
      ...named(SECTION_WORDS.capabilities, byId(before.capabilities), byId(after.capabilities)),
      ...named(SECTION_WORDS.clients, before.clients, after.clients),
      ...named(SECTION_WORDS.people, before.people, after.people),
      ...sections(before, after),
    ].filter((sentence) => !weaker.includes(sentence)),
  }
}

/** By each of them, nothing more can happen than could before; or people have more time for it. */
function isMild(loss: string): boolean {
  return [saysLostChoice, saysLostStep, saysLonger, saysLeftName].some((says) => says(loss))
}

/** What can happen now, then what is only written otherwise, then what is milder. */
function gravestFirst(sentences: readonly string[], mild: readonly string[]): string[] {
  const rank = (sentence: string) => (mild.includes(sentence) ? 2 : Number(saysUnlike(sentence)))
  return sentences.toSorted((one, other) => rank(one) - rank(other))
}

/** `mild`: what is new, as what it can run is among the others; rights that are only called otherwise; `isMild`. */
function judge(
  weaker: readonly string[],
  mild: readonly string[],
  keepsWords: () => boolean,
): Difference['risk'] {
  const grave = weaker.find((sentence) => !mild.includes(sentence))
  if (grave !== undefined) return { level: 'high', reason: grave }
  const [first] = mild
  if (first !== undefined) return { level: 'medium', reason: first }
  return keepsWords()
    ? { level: 'low', reason: 'Agents can do nothing more than before.' }
    : { level: 'medium', reason: 'It may change words that people decide by.' }
}

function findLosses(
  before: Configuration,
  after: Configuration,
  backdrop: Backdrop,
  open: OpenRuns,
): string[] {
  const found: string[] = []
  both(before.connections, after.connections, (name, was, is) => {
    const what = `the server ‘${name}’`
    found.push(...lostGates(gateOf(was), gateOf(is), capitalize(what)))
    // One that is no longer left out where the system has none is stricter.
    if (![sandboxOf(is), `${sandboxOf(is)}, if available`, 'none'].includes(sandboxOf(was))) {
      found.push(`The sandbox of ${what} was ‘${sandboxOf(was)}’ and is ‘${sandboxOf(is)}’.`)
    }
  })
  both(importsByName(before), importsByName(after), (_, was, is) => {
    const missed = notOfConnection(gateOf(was), was.connection, after)
    found.push(...lostGates(missed, gateOf(is), `Each tool of the server ‘${was.connection}’`))
  })
  for (const listed of ['capabilities', 'gated'] as const)
    both(byId(before[listed]), byId(after[listed]), (id, was, is) => {
      const what = `The tool ‘${id}’`
      found.push(
        ...lostGates(missedGates(was, is, backdrop), is.gates ?? [], what),
        ...takenOver(was.gates, is.gates, what, backdrop.ofArguments),
        ...lostGuards(was.guards, is.guards, what),
        ...sayMore(what, was, is),
      )
    })
  both(before.workflows, after.workflows, (_, was, is) => {
    found.push(...findWeaker(was, is, backdrop))
  })
  found.push(
    ...newRights(SECTION_WORDS.clients, before.clients, after.clients),
    ...newRights(SECTION_WORDS.people, before.people, after.people),
    ...newPeople(before.people, after.people),
    ...gonePeople(before.people, after.people),
    ...findLostLimits(before, after, backdrop, open),
    ...findWiderSight(before, after),
    ...findGivenSecrets(before, after),
  )
  // What is exposed as it is declared is compared twice.
  return [...new Set(found)]
}

/** What is called on entering a state is all that does not come about by this: others go on from there (R4.4). */
function sayNotEntered(
  name: string,
  before: Configuration,
  { connections }: Configuration,
  { entered }: Backdrop,
): string[] {
  const is = ownOf(connections, name)
  const isOff = before.connections[name]?.disabled !== true && is?.disabled === true
  if (!entered.has(name) || (is !== undefined && !isOff)) return []
  return [
    `The server ‘${name}’ is ${isOff ? 'switched off' : 'removed'}: where a run calls it on entering a state, nothing runs, and it can go on from there all the same.`,
  ]
}

/** Those that are missed where they are gone: for what it runs now, and for what it ran wherever that is called. */
function missedGates(was: Capability, is: Capability, { standingBefore, countsDecisions }: Backdrop): Gate[] {
  const { gates = [] } = was
  // A program can be called without its connection, too.
  const holdsBeyond = identityOf(was.executor, { cliConnection: () => null }).keys.length !== 1
  if (holdsBeyond || countsDecisions) return gates
  const moved = [was, is].map((each) => notStanding(gates, each, standingBefore))
  return gates.filter((gate) => moved.some((missed) => missed.includes(gate)))
}

interface Rights {
  roles: string[]
  permissions: string[]
  tags?: string[]
  sees?: ClientDeclaration['sees']
}

function newRights(kind: string, before: Record<string, Rights>, after: Record<string, Rights>): string[] {
  return Object.entries(after).flatMap(([name, is]) => {
    const was = ownOf(before, name)
    const gained = [
      ...is.roles.filter((role) => !was?.roles.includes(role)).map((role) => `the role ${quoteKey(role)}`),
      ...is.permissions
        .filter((permission) => !was?.permissions.includes(permission))
        .map((permission) => `the permission ${quoteKey(permission)}`),
      ...(is.sees === 'all' && was?.sees !== 'all' ? ['the sight of everybody’s runs'] : []),
      ...(was?.tags !== undefined && is.tags === undefined ? ['the sight of every tag'] : []),
      ...(was?.tags === undefined ? [] : (is.tags ?? []).filter((tag) => !was.tags?.includes(tag))).map(
        (tag) => `the sight of the tag ${quoteKey(tag)}`,
      ),
    ]
    return gained.length === 0 ? [] : [`The ${kind} ‘${name}’ gets ${gained.join(', ')}.`]
  })
}

/** What is new is named as what may loosen. */
function named<Item extends object>(
  kind: string,
  before: Record<string, Item>,
  after: Record<string, Item>,
  details: (was: Item, is: Item) => string = () => '',
): string[] {
  const found: string[] = []
  for (const name of Object.keys(before)) {
    if (!Object.hasOwn(after, name)) found.push(`The ${kind} ‘${name}’ is removed.`)
  }
  both(before, after, (name, was, is) => {
    // What follows renames is written anew, with its keys in another order.
    if (contentHash(was as JsonValue) !== contentHash(is as JsonValue))
      found.push(`The ${kind} ‘${name}’ is changed${details(was, is)}.`)
  })
  return found
}

function changedStates(before: Definition, after: Definition): string {
  const names = [...new Set([...Object.keys(before.states), ...Object.keys(after.states)])].filter((name) => {
    const [was, is] = [before.states[name], after.states[name]]
    if (was === undefined || is === undefined) return true
    return contentHash(stateMeaning(was)) !== contentHash(stateMeaning(is))
  })
  if (names.length > 0) return ` in ${names.map((name) => `‘${name}’`).join(', ')}`
  const same = contentHash(definitionMeaning(before, true)) === contentHash(definitionMeaning(after, true))
  return same ? ' in its words' : ''
}

const SECTIONS = {
  imports: 'The tools that agents can find change.',
  approvals: 'The settings of approvals change.',
  audit: 'The extra copy of the audit log changes, from the next start on.',
  store: 'The place of the database changes, from the next start on.',
} as const

function sections(before: Configuration, after: Configuration): string[] {
  return Object.entries(SECTIONS).flatMap(([name, sentence]) => {
    const key = name as keyof typeof SECTIONS
    return JSON.stringify(before[key]) === JSON.stringify(after[key]) ? [] : [sentence]
  })
}

function both<Item>(
  before: Record<string, Item>,
  after: Record<string, Item>,
  look: (name: string, was: Item, is: Item) => void,
): void {
  for (const [name, was] of Object.entries(before)) {
    const is = ownOf(after, name)
    if (is !== undefined) look(name, was, is)
  }
}

/**
 * Whoever sits at the desk chooses somebody without a PIN freely (R1.4): whoever knows no PIN of the others may do as much,
 * and be two people at once.
 */
function newPeople(before: Configuration['people'], after: Configuration['people']): string[] {
  return Object.keys(after)
    .filter((name) => !Object.hasOwn(before, name))
    .map(
      (name) =>
        `Decisions of a new person ‘${name}’ count: until they have a PIN, anybody at the desk can decide as ‘${name}’, also where more than one person must.`,
    )
}

/** Whoever holds the only PIN locks the desk for all others. */
function gonePeople(before: Configuration['people'], after: Configuration['people']): string[] {
  return Object.keys(before)
    .filter((name) => !Object.hasOwn(after, name))
    .map(
      (name) =>
        `The person ‘${name}’ is removed: nobody signs in as ‘${name}’ any more, and if nobody else has a PIN, the desk no longer asks for one.`,
    )
}

function byId(capabilities: Capability[] = []) {
  return Object.fromEntries(capabilities.map((capability) => [capability.id, capability]))
}

function gateOf({ gate }: Pick<Connection, 'gate'>) {
  return gate === undefined ? [] : [gate]
}

function sandboxOf(connection: Connection): string {
  if (connection.kind === 'rest' || connection.sandbox === undefined) return 'none'
  return `${connection.sandbox.mode}${connection.sandbox.ifAvailable ? ', if available' : ''}`
}

/**
 * Lines taken out and put in, at most: finding more of them takes longer than some 40 ms, and agents wait meanwhile.
 * A bound of time would show another difference on a busy machine.
 */
const MOST_EDITS = 800
/** Lines that are shown around what differs. */
const CONTEXT = 3

/** The files that differ, each as a unified difference; the path as it is on the disk. */
export function compareTexts(
  before: Record<string, string>,
  after: Record<string, string>,
): { path: string; patch: string }[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return paths.flatMap((path) => {
    const [was, is] = [before[path] ?? '', after[path] ?? '']
    if (was === is) return []
    const options = { context: CONTEXT, maxEditLength: MOST_EDITS }
    const patch = createTwoFilesPatch(path, path, was, is, 'in force', 'new', options)
    return [{ path, patch: patch ?? replaced(was, is) }]
  })
}

/** Nothing is left out but what stays before and after it. As a patch: what stands in none is not shown. */
function replaced(before: string, after: string): string {
  const [was, is] = [linesOf(before), linesOf(after)]
  const shorter = Math.min(was.length, is.length)
  let head = 0
  while (head < shorter && was[head] === is[head]) head += 1
  let tail = 0
  while (tail < shorter - head && was.at(-1 - tail) === is.at(-1 - tail)) tail += 1
  const first = Math.max(0, head - CONTEXT)
  const last = Math.max(0, tail - CONTEXT)
  const range = ({ length }: string[]) => `${Math.min(first + 1, length)},${length - first - last}`
  return [
    `@@ -${range(was)} +${range(is)} @@`,
    ...was.slice(first, head).map((line) => ` ${line}`),
    ...was.slice(head, was.length - tail).map((line) => `-${line}`),
    ...is.slice(head, is.length - tail).map((line) => `+${line}`),
    ...is.slice(is.length - tail, is.length - last).map((line) => ` ${line}`),
  ].join('\n')
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}
