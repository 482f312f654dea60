/**
 * Roles, permissions and queues that are called otherwise wherever they stand: with new names for old ones, the
 * configuration before asks for the same of the same people (R2.2). Nothing but guards, gates and queues reads rights, and
 * nothing but gates and questions names queues. What is open was stored with the old names, so a renaming is said all the
 * same. Pure.
 */
import type { Configuration } from '../../model/configuration.ts'
import { isJsonObject, type JsonObject, type JsonValue, mapEntries, ownOf } from '../../model/json.ts'
import { quoteKey } from '../../workflow/wording/quote.ts'
import { isEmptyQueue, type OpenRuns } from './open-runs.ts'

type Right = 'role' | 'permission' | 'queue'

interface RightUse {
  kind: Right
  name: string
  /** Where it stands, without its place in a list of rights. */
  at: string
}

export interface RenamedRights {
  /** The configuration before, with the names of the one after. */
  before: Configuration
  /** One sentence each, of what is open. */
  said: string[]
  /** Of `said`: what lets nobody else decide what is open. */
  mild: string[]
  /** One sentence each; nothing comes of it. */
  changes: string[]
}

/** What holds things by names of the author's. */
const NAMED = new Set([
  ...['connections', 'workflows', 'clients', 'people', 'queues'],
  ...['toolGates', 'states', 'transitions'],
])
/**
 * Where guards and gates stand, and they alone: elsewhere what looks like one is a value that a call is given. A name
 * that stands there, too, is followed by nobody.
 */
const PARTS = new Set([
  ...['capabilities', 'gated', 'imports', ...NAMED],
  ...['gate', 'gates', 'by', 'except', 'when', 'guards', 'guard', 'branches', 'executor'],
])

/** Where an open run, or what waits, asks for a new name, whoever gets it can decide more than before. */
export function followRights(declared: Configuration, after: Configuration, open: OpenRuns): RenamedRights {
  let before = declared
  const pinned = open.pinned.map(({ definition }) => definition)
  const began = { ...declared, workflows: Object.fromEntries(pinned.entries()) }
  const found: Omit<RenamedRights, 'before'> = { said: [], mild: [], changes: [] }
  // What a queue is called stands in the place of its rights.
  for (const kind of ['queue', 'role', 'permission'] as const) {
    const [were, are] = [placesOf(before, kind), placesOf(after, kind)]
    const added = new Set([...are.keys()].filter((name) => !were.has(name)))
    for (const [was, places] of were) {
      if (are.has(was) || (kind === 'queue' ? mayReadQueue(before, after) : !isBoth(places))) continue
      const is = [...added].find((name) => are.get(name) === places)
      if (is === undefined || mentions([before, pinned, open.asked], is) || mentions(after, was)) continue
      const renamed = visit(before, (place) => (place.kind === kind && place.name === was ? is : place.name))
      // It stands somewhere else, too, or its absence opens something in a run that began before.
      if (mentions(renamed, was) || [declared, began].some((each) => isDenied(each, kind, was))) continue
      before = renamed
      added.delete(is)
      const wasCalled = quoteKey(was)
      const called = quoteKey(is)
      if (kind !== 'queue') {
        const sentence = `The ${kind} ${wasCalled} is called ${called} everywhere now: what is open still asks for ${wasCalled}, which nobody has any more, and where it asks for ${called}, whoever was ${wasCalled} meets it.`
        found.said.push(sentence)
        found.mild.push(sentence)
      } else if (isForAnybody(declared, was) || isEmptyQueue(was, open, [declared, after]))
        found.changes.push(`The queue ${wasCalled} is called ${called} now.`)
      else
        found.said.push(
          `The queue ${wasCalled} is called ${called} everywhere now: what is open still waits in ${wasCalled}, where anybody may decide it.`,
        )
    }
  }
  return { before, ...found }
}

function isForAnybody({ approvals: { queues } }: Configuration, name: string): boolean {
  const { role, permission } = ownOf(queues, name) ?? {}
  return role === undefined && permission === undefined
}

/** What runs is read where exceptions are judged, and of a question its queue is a part. */
function mayReadQueue(...configurations: Configuration[]): boolean {
  return /\.queue\b|\$\.call(?![\w.])/.test(JSON.stringify(configurations))
}

/** By name: all places, as one text. */
function placesOf(configuration: Configuration, kind: Right): Map<string, string> {
  const found = new Map<string, string[]>()
  visit(configuration, (place) => {
    if (place.kind === kind) found.set(place.name, [...(found.get(place.name) ?? []), place.at])
    return place.name
  })
  return new Map([...found].map(([name, places]) => [name, JSON.stringify(places.sort())]))
}

/** Somebody has it, and something asks for it: else another right stands in one place, and nothing says that it is the same. */
function isBoth(places: string): boolean {
  const all = JSON.parse(places) as string[]
  const held = all.filter((at) => /^(?:clients|people)\n/.test(at))
  return held.length > 0 && held.length < all.length
}

/** As a value: what a key is called gives nobody a right. */
function mentions(declared: unknown, name: string): boolean {
  const [, ...rests] = JSON.stringify(declared).split(JSON.stringify(name))
  return rests.some((rest) => !rest.startsWith(':'))
}

function isDenied(configuration: Configuration, kind: Right, name: string): boolean {
  let found = false
  visit(configuration, (place) => {
    found ||= place.kind === kind && place.name === name && place.at.includes('\nguard\n')
    return place.name
  })
  return found
}

/** The same configuration with the name that `edit` gives for each right that it asks for or gives. */
function visit(configuration: Configuration, edit: (place: RightUse) => string): Configuration {
  const walk = (value: JsonValue, path: string[], isNamed: boolean): JsonValue => {
    if (Array.isArray(value)) return value.map((each, index) => walk(each, [...path, String(index)], false))
    if (!isJsonObject(value)) return value
    // What another kind of call is given are values of the author’s.
    if (path.at(-1) === 'executor' && value.kind !== 'human') return value
    return mapEntries(value, (each, key) => {
      const here = [...path, key]
      if (isNamed) return walk(each, here, false)
      const kind = ownOf(KINDS, key)
      const rename = (name: JsonValue) =>
        kind !== undefined && typeof name === 'string' ? edit({ kind, name, at: here.join('\n') }) : name
      if (kind !== undefined) return Array.isArray(each) ? each.map(rename).sort() : rename(each)
      return PARTS.has(key) ? walk(each, here, NAMED.has(key)) : each
    })
  }
  const { approvals, ...sections } = JSON.parse(JSON.stringify(configuration)) as JsonObject
  const { queues = {}, ...settings } = isJsonObject(approvals) ? approvals : {}
  const named = Object.entries(isJsonObject(queues) ? queues : {}).map(([name, each]) => [
    edit({ kind: 'queue', name, at: 'queues' }),
    walk(each, ['queues', name], false),
  ])
  return {
    ...(walk(sections, [], false) as JsonObject),
    approvals: { ...settings, queues: Object.fromEntries(named) },
  } as unknown as Configuration
}

const KINDS: Readonly<Record<string, Right>> = {
  role: 'role',
  roles: 'role',
  permission: 'permission',
  permissions: 'permission',
  queue: 'queue',
}
