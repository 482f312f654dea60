/**
 * What else of a new configuration differs and is neither words nor shown to be the same or stricter: each is named as it
 * is written, so that nothing gets weaker unsaid because nobody thought of it (R2.2). Workflows that were there before
 * are compared by themselves. Pure.
 */
import { type Configuration, declaredCapabilities, type ImportRule } from '../../model/configuration.ts'
import { transitionsOf } from '../../model/definition.ts'
import { isJsonObject, type JsonObject, type JsonValue, ownOf } from '../../model/json.ts'
import { calledTools } from '../../workflow/executors/called-tools.ts'
import { connectionOf, executorsIn, triedBy } from '../../workflow/executors/executors.ts'
import { gatesOfCalls } from '../../workflow/gates/declared-gates.ts'
import { exceptionsOf } from '../../workflow/gates/gates.ts'
import { gatesOfTool } from '../../workflow/gates/tool-settings.ts'
import { asksCaller, guardsIn } from '../../workflow/guards/guards.ts'
import { type Backdrop, countsDecisions } from '../../workflow/preview/backdrop.ts'
import { isLesserWork, isSpeltOtherwise } from '../../workflow/preview/lesser-work.ts'
import { limitsByTags, meaningOf } from '../../workflow/preview/meaning.ts'
import { isNarrowerSchema } from '../../workflow/preview/narrower-schema.ts'
import { findUnlike, SECTION_WORDS, sayUnlike, type Unlike } from '../../workflow/preview/unlike.ts'
import { quoteKey, quoteName, quoteSaying } from '../../workflow/wording/quote.ts'
import { declaredHash } from '../hash.ts'
import { givenTo } from '../read/variables.ts'

/** A new one of these lets more be done than before. */
const MORE_WITH = ['connections', 'workflows', 'capabilities', 'clients']
/** Without it less can be done; what went with it (approvals, limits) is named by what looks for that. */
const LESS_WITHOUT = ['connections', 'workflows', 'capabilities', 'people', 'imports']

/** Compared by themselves; and how long a call is held open decides nothing. */
const JUDGED_SETTINGS = ['undoMs', 'holdMs']

/** Fewer calls at once, or fewer failures before a connection is left alone, or for longer. */
const LIMITS = ['concurrency', 'breaker,failures', 'breaker,resetMs']

/** `losses`: what is said already, in better words. */
export function findUnproven(
  before: Configuration,
  after: Configuration,
  losses: readonly string[],
  backdrop: Backdrop,
): string[] {
  const tagsAreRights = limitsByTags(before) || limitsByTags(after)
  const stricter = stricterIn(before, after, backdrop)
  const found = findUnlike(
    byName(meaningOf(before, tagsAreRights)),
    byName(meaningOf(after, tagsAreRights)),
    (unlike) => isHarmless(unlike, stricter) || isLesser(unlike, before, after, backdrop),
  )
  // What is exposed as it is declared is compared twice.
  const said = found.flatMap((each) => [each, ...newApprovals(each, stricter, [before, after])]).map(say)
  return [...new Set(said)].filter((sentence) => !losses.includes(sentence))
}

/** Whether asking more people, or locking in further, surely lets nothing more happen: not where that opens something. */
interface IsStricter {
  gates(section: string, name: string): boolean
  sandbox(connection: string): boolean
  /** Fewer who may decide, or less time for it. */
  deciders: boolean
  /** Fewer calls at once, or fewer items that wait: some fail that did not, or take longer. */
  failures(connection?: string): boolean
  /** Fewer rights of somebody. */
  rights: boolean
}

function stricterIn(before: Configuration, after: Configuration, backdrop: Backdrop): IsStricter {
  // One more approval may open what a condition holds until people have decided.
  const counts = countsDecisions(JSON.stringify(after))
  const { failover, hurried, entered } = backdrop
  const calledThere = new Set([...backdrop.calledThere, ...entered])
  const caught = new Set([...backdrop.caught, ...entered])
  const both = [before, after]
  const deciders = failover.size + hurried.size === 0
  const isCalled = (section: string, name: string) => {
    if (section === 'connections') return calledThere.has(name)
    if (section === 'imports')
      return both.some((each) => calledThere.has(ownOf(importsByName(each), name)?.connection ?? ''))
    return both
      .flatMap(({ capabilities, gated = [] }) => [...capabilities, ...gated])
      .filter(({ id }) => id === name)
      .flatMap(triedBy)
      .flatMap(executorsIn)
      .some((each) => calledThere.has(connectionOf(each) ?? ''))
  }
  return {
    // Where nobody gives an approval, a workflow fails or does not end, and what follows that comes about.
    gates: (section, name) => !counts && !isCalled(section, name),
    sandbox: (name) => !caught.has(name),
    deciders,
    failures: (name) => deciders && (name === undefined ? caught.size === 0 : !caught.has(name)),
    rights: deciders && !both.some(opensWithoutRight),
  }
}

/** Of a single call, or of a connection. */
function isLesser(
  { path: [section, name = '', ...path], was, is }: Unlike,
  before: Configuration,
  after: Configuration,
  backdrop: Backdrop,
): boolean {
  if (section === 'connections')
    return ['headers', 'transport,headers'].includes(path.join()) && isSpeltOtherwise(was, is)
  if (section !== 'capabilities' && section !== 'gated') return false
  if (section === 'gated' && path.length === 0 && is === undefined) return isStillGated(name, before, after)
  const both = [before, after].flatMap((each) => (each[section] ?? []).filter(({ id }) => id === name))
  return isLesserWork(path, was, is, both, backdrop)
}

/** Whether another declaration asks the very same before the very same call, wherever that is made. */
function isStillGated(name: string, before: Configuration, after: Configuration): boolean {
  const left = declaredCapabilities(after)
  return (before.gated ?? [])
    .filter(({ id }) => id === name)
    .every(({ executor, gates }) =>
      left.some((other) => declaredHash([other.executor, other.gates]) === declaredHash([executor, gates])),
    )
}

/** Whether a condition asks that somebody lacks a right, or where a step leads hangs on one. */
function opensWithoutRight(each: Configuration): boolean {
  const { capabilities, gated = [], workflows } = each
  const definitions = Object.values(workflows)
  const steps = definitions.flatMap(transitionsOf)
  const gates = [...gatesOfCalls(each), ...steps.flatMap((step) => step.gates ?? [])]
  const asked = [
    ...[...definitions, ...capabilities, ...gated, ...steps].flatMap(({ guards = [] }) => guards),
    ...exceptionsOf(gates).flatMap(({ when }) => when),
  ]
  const branches = steps.flatMap((step) => step.branches.flatMap(({ when }) => guardsIn(when)))
  const denied = asked.flatMap((guard) => guardsIn(guard)).filter(({ isDenied }) => isDenied)
  return [...denied, ...branches].some(({ guard }) => asksCaller(guard))
}

/** Of what is new: its approvals stand before the same calls elsewhere, where that may let something follow. */
function newApprovals({ path, was, is }: Unlike, stricter: IsStricter, both: Configuration[]): Unlike[] {
  const [section = '', name = ''] = path
  const isNew = path.length === 2 && was === undefined && isJsonObject(is)
  if (!isNew || !['imports', 'capabilities'].includes(section) || stricter.gates(section, name)) return []
  const rules = both.flatMap((each) => ownOf(importsByName(each), name) ?? [])
  const holds = ({ connection }: ImportRule) =>
    calledTools(
      both.map(({ workflows }) => workflows),
      connection,
    ).some((tool) => gatesOfTool(rules, connection, tool).length > 0)
  if (section === 'imports' && !rules.some(holds)) return []
  return ['gate', 'gates', 'toolGates'].flatMap((field) => {
    const asked = is[field]
    return asked === undefined ? [] : [{ path: [...path, field], was: undefined, is: asked }]
  })
}

/** What is left out here is compared by itself (`difference.ts`, `lost-limits.ts`), or less can be done with it. */
function isHarmless({ path, was, is }: Unlike, stricter: IsStricter): boolean {
  const [section = '', name = '', field = '', ...deeper] = path
  if (path.length === 2 && is === undefined) return LESS_WITHOUT.includes(section)
  if (path.length < 2) return false
  if (section === 'people' && path.length === 2 && was === undefined) return true
  if (section === 'approvals')
    return (
      JUDGED_SETTINGS.includes(name) ||
      (name === 'timeoutMs' && (stricter.deciders || Number(is) > Number(was))) ||
      (['proof', 'queues'].includes(name) && (stricter.deciders || is === 'never')) ||
      (name === 'pending' && isFewer(was, is) && stricter.failures())
    )
  // What is gated but not exposed adds an approval, unless it claims that its call only reads.
  if (section === 'gated' && path.length === 2 && isJsonObject(is) && was === undefined)
    return stricter.gates(section, name) && is.readOnly !== true
  if (path.length < 3) return was !== undefined && section === 'workflows'
  if (section === 'imports' && field === 'toolReadOnly') return stricter.gates(section, name)
  if (
    section === 'connections' &&
    field === 'limits' &&
    (was === undefined || LIMITS.includes(deeper.join()))
  ) {
    const isLess = deeper.includes('resetMs') ? isFewer(is, was) : isFewer(was, is)
    return (was === undefined || isLess) && stricter.failures(name)
  }
  if (deeper.length > 0)
    return field === 'sandbox' && ['mode', 'ifAvailable'].includes(deeper.join()) && stricter.sandbox(name)
  switch (section) {
    case 'connections':
      if (field === 'disabled') return true
      if (field === 'gate') return stricter.gates(section, name)
      return field === 'sandbox' && (was === undefined || is === undefined) && stricter.sandbox(name)
    case 'capabilities':
    case 'gated':
      if (field === 'inputSchema') return isNarrowerSchema(was, is)
      // Agents are told of it, and nothing is held against it.
      if (field === 'outputSchema') return true
      if (field === 'gates' || field === 'readOnly') return stricter.gates(section, name)
      return ['guards', 'tags'].includes(field)
    case 'imports':
      if (field === 'gate' || field === 'toolGates') return stricter.gates(section, name)
      if (field === 'include') return isNarrower(was, is)
      return field === 'exclude' ? isWithin(was, is) : ['tags', 'toolTags'].includes(field)
    case 'clients':
    case 'people':
      // How tools are called to it.
      if (field === 'names') return true
      // A right that is lost may open a guard that asks for its absence.
      if (field === 'sees') return is === 'own' || is === 'all'
      if (field === 'tags') return true
      return (
        ['roles', 'permissions'].includes(field) &&
        (isWithin(was, is) || (stricter.rights && isWithin(is, was)))
      )
    default:
      return false
  }
}

/** Nobody has asked for so many before. */
function isFewer(was: JsonValue | undefined, is: JsonValue | undefined): boolean {
  return typeof is === 'number' && (was === undefined || (typeof was === 'number' && is < was))
}

function isWithin(some: JsonValue | undefined, all: JsonValue | undefined): boolean {
  return Array.isArray(some) && Array.isArray(all) && some.every((each) => all.includes(each))
}

/** An empty list means all tools. */
function isNarrower(was: JsonValue | undefined, is: JsonValue | undefined): boolean {
  if (!Array.isArray(was) || !Array.isArray(is) || is.length === 0) return false
  return was.length === 0 || isWithin(is, was)
}

function say({ path, ...values }: Unlike): string {
  // No file has a section of this name: it is what ‘capabilities’ declares and nobody calls.
  const unlike = { ...values, path: path[0] === 'gated' ? ['capabilities', ...path.slice(1)] : path }
  const [section = '', name = ''] = unlike.path
  if (
    section === 'imports' &&
    unlike.path.length === 2 &&
    unlike.was === undefined &&
    isAskedFirst(unlike.is)
  )
    return `Agents can find tools of the server ‘${name}’ now${ASKED_FIRST}`
  if (section === 'imports' && unlike.path.length === 2 && unlike.was === undefined) {
    const tools = sayTools(unlike.is)
    if (tools !== null) return `Agents can find tools of the server ‘${name}’ now: ${tools}.`
  }
  // One that is gated and not exposed runs nothing more: it is named for what its approval, or its word, does elsewhere.
  const isMore = path[0] !== 'gated' && MORE_WITH.includes(section)
  return isMore && unlike.path.length === 2 && unlike.was === undefined
    ? `The ${SECTION_WORDS[section as keyof typeof SECTION_WORDS]} ‘${name}’ is new${section === 'connections' ? sayReach(unlike.is) : ''}.`
    : sayUnlike(unlike, SECTION_WORDS)
}

/** What calls over a new connection reach; a server that is started is said by itself. */
function sayReach(connection: JsonValue | undefined): string {
  if (!isJsonObject(connection)) return ''
  const { command, baseUrl, transport } = connection
  const url = baseUrl ?? (isJsonObject(transport) ? transport.url : undefined)
  const given = givenTo(JSON.stringify(connection)).map((name) => quoteKey(name.replace('secret:', '')))
  const deeds = [
    typeof url === 'string' && `reaches ${quoteSaying(url)}`,
    typeof url !== 'string' && typeof command === 'string' && `runs ${quoteSaying(command)}`,
    given.length > 0 && `gets ${given.join(', ')}`,
  ].filter((deed) => deed !== false)
  return deeds.length === 0 ? '' : `: it ${deeds.join(', and ')}`
}

/** Which; what they run unasked, and what is said of single ones, is told elsewhere. Null: there is more to it. */
function sayTools(rule: JsonValue | undefined): string | null {
  if (!isJsonObject(rule) || JSON.stringify(rule).includes('"except":')) return null
  const { include, exclude } = rule
  const [some, none] = [include, exclude].map((list) =>
    (Array.isArray(list) ? list : []).map((tool) => quoteName(String(tool))).join(', '),
  )
  const asked = isJsonObject(rule.gate) && rule.gate.required !== true
  return `${some || 'all'}${none ? ` but ${none}` : ''}${asked ? '; nobody is asked before those that only read' : ''}`
}

const ASKED_FIRST = '; a person decides before each call.'

/** A person decides before each call of it, and nothing else is said of it. */
function isAskedFirst(rule: JsonValue | undefined): boolean {
  if (!isJsonObject(rule)) return false
  const {
    connection: _c,
    prefix: _p,
    include: _i,
    exclude: _e,
    tags: _t,
    toolTags: _tt,
    gate,
    ...others
  } = rule
  return (
    Object.keys(others).length === 0 &&
    isJsonObject(gate) &&
    gate.required === true &&
    gate.except === undefined
  )
}

/** Whether a sentence of `findUnproven` is about something that was not there; what that can run is said elsewhere. */
export function saysNew(sentence: string): boolean {
  return /^The [a-z ]+ ‘[^’]*’ is new[.:]/.test(sentence) || sentence.endsWith(ASKED_FIRST)
}

/** Lists of things that have names, by their names. */
function byName(meaning: JsonValue): JsonObject {
  const whole = isJsonObject(meaning) ? meaning : {}
  return {
    ...whole,
    capabilities: keyed(objectsIn(whole.capabilities), ({ id }) => String(id)),
    gated: keyed(objectsIn(whole.gated), ({ id }) => String(id)),
    imports: keyed(objectsIn(whole.imports), nameOfImport),
  }
}

/** Several may have the same prefix: they are told apart by their order. */
export function importsByName({ imports }: Pick<Configuration, 'imports'>): Record<string, ImportRule> {
  return keyed(imports, nameOfImport)
}

function nameOfImport({ connection, prefix }: { connection?: JsonValue; prefix?: JsonValue }): string {
  return prefix === '' || prefix === connection ? String(connection) : `${connection} as ${prefix}`
}

function objectsIn(list: JsonValue | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}

function keyed<Item>(list: readonly Item[], nameOf: (item: Item) => string): Record<string, Item> {
  const named: Record<string, Item> = {}
  for (const item of list) {
    let name = nameOf(item)
    while (Object.hasOwn(named, name)) name += ' (again)'
    named[name] = item
  }
  return named
}
