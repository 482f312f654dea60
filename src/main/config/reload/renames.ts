/**
 * Connections, workflows and capabilities that are only called otherwise than before: what is the same under another name
 * is not new, and nothing is gone (R2.2). The accepted tools of a connection go with it. Pure.
 */
import { type Configuration, declaredCapabilities, type ImportRule } from '../../model/configuration.ts'
import { type Capability, type Definition, transitionsOf } from '../../model/definition.ts'
import { type JsonObject, mapEntries, present } from '../../model/json.ts'
import { editWork, type Work } from '../../workflow/executors/edit-work.ts'
import { startsRun, throughRenamed } from '../../workflow/executors/executors.ts'
import { spellKey } from '../../workflow/executors/spell-key.ts'
import { backdropOf } from '../../workflow/preview/backdrop.ts'
import { withoutTargets } from '../../workflow/preview/conditions.ts'
import { listEffects } from '../../workflow/preview/effects.ts'
import { saysLonger } from '../../workflow/preview/longer-deadlines.ts'
import { capabilityMeaning, definitionMeaning } from '../../workflow/preview/meaning.ts'
import { namesReadIn } from '../../workflow/preview/names-read.ts'
import { SECTION_WORDS } from '../../workflow/preview/unlike.ts'
import { findWeaker } from '../../workflow/preview/weaker.ts'
import { contentHash, declaredHash } from '../hash.ts'
import { importsByName } from './by-name.ts'
import { followExceptions } from './moved-exceptions.ts'
import { reachesSame } from './same-reach.ts'

export interface Renames {
  /** The configuration before, with the names of the one after. */
  before: Configuration
  /** With those of connections alone. */
  connected: Configuration
  /** One sentence each. */
  changes: string[]
  /** People read it on the cards by which they decide. */
  isRead: boolean
}

export function followRenames(declared: Configuration, after: Configuration): Renames {
  const connections = findConnections(declared, after)
  const connected = withConnections(declared, connections)
  const [imports, prefixes] = followPrefixes(connected, after)
  // Where an exception stands is told by the calls there, too.
  const before = followExceptions({ ...connected, imports }, after)
  const workflows = findWorkflows(before, after)
  const inWork = startedAs(workflows)
  const started = declaredCapabilities(before).map((capability) => inWork(capability))
  // A single call is a step of the name of its capability.
  const spelt = (capability: Capability) =>
    capabilityMeaning(
      editWork(capability, (executor) => spellKey(executor, capability.id)),
      true,
    )
  const capabilities = findRenames(started, declaredCapabilities(after), spelt)
  const inCapability = (capability: Capability) => ({
    ...inWork(capability),
    id: capabilities.get(capability.id) ?? capability.id,
  })
  const called = (kind: string, renames: ReadonlyMap<string, string>) =>
    [...renames].map(([was, is]) => `The ${kind} ‘${was}’ is called ‘${is}’ now.`)
  return {
    before: {
      ...before,
      workflows: Object.fromEntries(
        Object.values(before.workflows).map((definition) => {
          const id = workflows.get(definition.id) ?? definition.id
          return [id, { ...followIn(definition, inWork), id }]
        }),
      ),
      capabilities: before.capabilities.map(inCapability),
      ...present({ gated: before.gated?.map(inCapability) }),
    },
    connected,
    changes: [
      ...called(SECTION_WORDS.connections, connections),
      ...prefixes,
      ...called(SECTION_WORDS.workflows, workflows),
      ...called(SECTION_WORDS.capabilities, capabilities),
    ],
    isRead: connections.size + prefixes.length > 0,
  }
}

/** From the old name to the new one, where all but words is the same. */
function findRenames<Thing extends { id: string }>(
  before: readonly Thing[],
  after: readonly Thing[],
  meaning: (thing: Thing) => JsonObject,
): Map<string, string> {
  const content = (thing: Thing) => contentHash({ ...meaning(thing), id: '' })
  const added = new Map(after.filter(notIn(before)).map((thing) => [content(thing), thing.id]))
  const renames = new Map<string, string>()
  for (const thing of before.filter(notIn(after))) {
    const id = added.get(content(thing))
    if (id === undefined) continue
    renames.set(thing.id, id)
    added.delete(content(thing))
  }
  return renames
}

/** None where a condition may read which connection is called: there a name is more than a name. */
function findConnections(before: Configuration, after: Configuration): Map<string, string> {
  const things = ({ connections }: Configuration) =>
    Object.values(connections).map((connection) => ({ id: connection.name, connection }))
  const [were, are] = [things(before), things(after)]
  const isEqual = were.every(({ id }) => Object.hasOwn(after.connections, id))
  if (isEqual || [before, after].some((each) => JSON.stringify(each).includes('$.call'))) return new Map()
  const renames = findRenames(were, are, ({ connection: { name: _, ...rest } }) =>
    JSON.parse(JSON.stringify(rest)),
  )
  // What differs is named, as if it were called as before: of something new, approvals that it never had would not be.
  const added = new Set(are.filter(notIn(were)).filter(({ id }) => ![...renames.values()].includes(id)))
  const gone = new Set(were.filter(notIn(are)).filter(({ id }) => !renames.has(id)))
  pairAlike(gone, added, renames, (was, is) => reachesSame(was.connection, is.connection))
  return renames
}

/** Of each that is gone, the first added one that it is like: each of them once. */
function pairAlike<Thing extends { id: string }>(
  gone: Set<Thing>,
  added: Set<Thing>,
  renames: Map<string, string>,
  isLike: (was: Thing, is: Thing) => boolean,
): void {
  for (const was of gone) {
    const like = [...added].find((is) => isLike(was, is))
    if (like === undefined) continue
    renames.set(was.id, like.id)
    gone.delete(was)
    added.delete(like)
  }
}

function withConnections(before: Configuration, renames: ReadonlyMap<string, string>): Configuration {
  if (renames.size === 0) return before
  const called = (name: string) => renames.get(name) ?? name
  const inWork = <Step extends Work>(step: Step): Step =>
    editWork(step, (executor) => throughRenamed(executor, called))
  return {
    ...before,
    connections: Object.fromEntries(
      Object.values(before.connections).map((connection) => {
        const name = called(connection.name)
        return [name, { ...connection, name }]
      }),
    ),
    imports: before.imports.map((rule) => ({ ...rule, connection: called(rule.connection) })),
    workflows: mapEntries(before.workflows, (definition) => followIn(definition, inWork)),
    capabilities: before.capabilities.map((capability) => inWork(capability)),
    ...present({ gated: before.gated?.map((capability) => inWork(capability)) }),
  }
}

/** Imports whose tools begin otherwise now, with one sentence each: whatever else of them differs is named. */
function followPrefixes(before: Configuration, after: Configuration): [ImportRule[], string[]] {
  const [were, are] = [importsByName(before), importsByName(after)]
  const added = Object.entries(are).filter(([name]) => !Object.hasOwn(were, name))
  const said: string[] = []
  const imports = Object.entries(were).map(([name, rule]) => {
    const { connection, prefix } = rule
    const place = added.findIndex(([, is]) => is.connection === connection && is.prefix !== prefix)
    if (Object.hasOwn(are, name) || place === -1) return rule
    const [[, is] = [name, rule]] = added.splice(place, 1)
    const [had, has] = [rule, is].map((each) =>
      each.prefix === '' ? 'no prefix' : `the prefix ‘${each.prefix}’`,
    )
    said.push(`The tools of ‘${connection}’ have ${has} now, and had ${had}.`)
    return { ...rule, prefix: is.prefix }
  })
  return [imports, said]
}

function notIn(others: readonly { id: string }[]): (thing: { id: string }) => boolean {
  const ids = new Set(others.map(({ id }) => id))
  return ({ id }) => !ids.has(id)
}

/**
 * Those that do the same, whatever their states and steps are called, too. One that starts another is compared when that
 * one’s new name is known.
 */
function findWorkflows(before: Configuration, after: Configuration): Map<string, string> {
  const [were, are] = [Object.values(before.workflows), Object.values(after.workflows)]
  // Where a condition reads which workflow was started, its name is more than a name.
  const { own } = namesReadIn(after)
  const gone = new Set(were.filter(notIn(are)))
  const added = new Set(are.filter(notIn(were)).filter(({ id }) => !own.has(id)))
  const [backdrop, formerly] = [backdropOf(after), backdropOf(before)]
  const renames = new Map<string, string>()
  const isSame = (was: Definition, is: Definition) => {
    if (outlineOf(was) !== outlineOf(is)) return false
    const inWork = startedAs(new Map([...renames, [was.id, is.id]]))
    const called = { ...followIn(was, inWork), id: is.id }
    if (contentHash(definitionMeaning(called, true)) === contentHash(definitionMeaning(is, true))) return true
    // How long an approval takes is compared when its name is known.
    return (
      findWeaker(called, is, backdrop).every(saysLonger) && findWeaker(is, called, formerly).every(saysLonger)
    )
  }
  for (let known = -1; known < renames.size; ) {
    known = renames.size
    pairAlike(gone, added, renames, isSame)
  }
  // What differs is named, as if it were called as before: of something new only what it runs would be.
  pairAlike(gone, added, renames, (was, is) => isAkin(followIn(was, startedAs(renames)), is))
  return renames
}

/** It runs nothing else, and half of its steps at least are the same, wherever they lead. */
function isAkin(was: Definition, is: Definition): boolean {
  const [ran = [], runs = []] = [was, is].map((each) =>
    listEffects(each, () => false).map(({ step }) => declaredHash(step.executor)),
  )
  const [left = [], steps = []] = [was, is].map((each) =>
    transitionsOf(each).map((step) => contentHash(withoutTargets(step))),
  )
  const most = Math.max(left.length, steps.length)
  return countAmong(runs, ran) === runs.length && countAmong(steps, left) * 2 >= most
}

/** How many of them are among the others, each of which counts once. */
function countAmong(some: readonly string[], others: readonly string[]): number {
  const left = [...others]
  return some.filter((each) => {
    const place = left.indexOf(each)
    if (place !== -1) left.splice(place, 1)
    return place !== -1
  }).length
}

/** What a name changes nothing of, and what is quickly compared. */
function outlineOf({ states, tags }: Definition): string {
  const steps = Object.values(states).map(({ transitions }) => Object.keys(transitions).length)
  return JSON.stringify([steps.sort(), tags.toSorted()])
}

/** The same step where workflows are started by their new names. */
function startedAs(workflows: ReadonlyMap<string, string>): <Step extends Work>(step: Step) => Step {
  return (step) =>
    editWork(step, (executor) =>
      startsRun(executor)
        ? { ...executor, definitionId: workflows.get(executor.definitionId) ?? executor.definitionId }
        : executor,
    )
}

function followIn(definition: Definition, inWork: <Step extends Work>(step: Step) => Step): Definition {
  const { onTimeout } = definition
  return {
    ...definition,
    ...present({ onTimeout: onTimeout && inWork(onTimeout) }),
    states: mapEntries(definition.states, ({ onEnter, ...state }) => ({
      ...state,
      ...present({ onEnter: onEnter && inWork(onEnter) }),
      transitions: mapEntries(state.transitions, (step) => inWork(step)),
    })),
  }
}
