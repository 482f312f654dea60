/**
 * Whether what differs between two configurations surely lets nothing more happen, or is compared by itself elsewhere: all
 * else is named (`unproven.ts`). Pure.
 */
import { dirname } from 'node:path'
import { type Configuration, declaredCapabilities } from '../../model/configuration.ts'
import { transitionsOf } from '../../model/definition.ts'
import { isJsonObject, type JsonValue, ownOf } from '../../model/json.ts'
import { connectionOf, executorsIn, triedBy } from '../../workflow/executors/executors.ts'
import { gatesOfCalls } from '../../workflow/gates/declared-gates.ts'
import { exceptionsOf } from '../../workflow/gates/gates.ts'
import { asksCaller, guardsIn } from '../../workflow/guards/guards.ts'
import { type Backdrop, countsDecisions } from '../../workflow/preview/backdrop.ts'
import { isLesserWork, isSpeltOtherwise } from '../../workflow/preview/lesser-work.ts'
import { isNarrowerSchema } from '../../workflow/preview/narrower-schema.ts'
import type { Unlike } from '../../workflow/preview/unlike.ts'
import { declaredHash } from '../hash.ts'
import { importsByName } from './by-name.ts'

/** Without it less can be done; what went with it (approvals, limits) is named by what looks for that. */
const LESS_WITHOUT = ['connections', 'workflows', 'capabilities', 'people', 'imports']

/** Compared by themselves; and how long a call is held open decides nothing. */
const JUDGED_SETTINGS = ['undoMs', 'holdMs']

/** Fewer calls at once, or fewer failures before a connection is left alone, or for longer. */
const LIMITS = ['concurrency', 'breaker,failures', 'breaker,resetMs']

/** What is left out here is compared by itself (`difference.ts`, `lost-limits.ts`), or less can be done with it. */
export function isHarmless({ path, was, is }: Unlike, stricter: IsStricter): boolean {
  const [section = '', name = '', ...at] = path
  if (path.length < 2) return false
  if (at.length === 0 && is === undefined) return LESS_WITHOUT.includes(section)
  return ownOf(HARMLESS, section)?.({ name, at, was, is }, stricter) === true
}

/** What differs of the thing of that name: all of it, or what stands at a place in it. */
type Part = Omit<Unlike, 'path'> & { name: string; at: readonly string[] }
type IsHarmlessPart = (part: Part, stricter: IsStricter) => boolean

const HARMLESS: Readonly<Record<string, IsHarmlessPart>> = {
  approvals: isHarmlessSetting,
  connections: isHarmlessConnection,
  capabilities: isHarmlessCapability,
  gated: (part, stricter) =>
    part.at.length === 0 ? addsApproval(part, stricter) : isHarmlessCapability(part, stricter),
  imports: isHarmlessImport,
  clients: isHarmlessRight,
  // Who comes is said by itself.
  people: (part, stricter) =>
    part.at.length === 0 ? part.was === undefined : isHarmlessRight(part, stricter),
  // Compared by themselves, but for those that are new.
  workflows: ({ at, was }) => at.length === 0 && was !== undefined,
}

function isHarmlessSetting({ name, was, is }: Part, stricter: IsStricter): boolean {
  switch (name) {
    case 'timeoutMs':
      return stricter.deciders || Number(is) > Number(was)
    case 'proof':
    case 'queues':
      return stricter.deciders || is === 'never'
    case 'pending':
      return isFewer(was, is) && stricter.failures()
    default:
      return JUDGED_SETTINGS.includes(name)
  }
}

function isHarmlessConnection({ name, at, was, is }: Part, stricter: IsStricter): boolean {
  const [field = '', ...deeper] = at
  const isWhole = deeper.length === 0
  switch (field) {
    case 'limits':
      return isStricterLimit(deeper, was, is) && stricter.failures(name)
    case 'sandbox': {
      const isLock = isWhole
        ? was === undefined || is === undefined
        : ['mode', 'ifAvailable'].includes(deeper.join())
      return isLock && stricter.sandbox(name)
    }
    case 'gate':
      return isWhole && stricter.gates('connections', name)
    default:
      return field === 'disabled'
  }
}

/** `path`: below the limits of a connection. */
function isStricterLimit(path: readonly string[], was: Unlike['was'], is: Unlike['is']): boolean {
  if (was === undefined) return true
  if (!LIMITS.includes(path.join())) return false
  // How long it is left alone: the longer, the less.
  return path.includes('resetMs') ? isFewer(is, was) : isFewer(was, is)
}

/** What is gated but not exposed adds an approval, unless it claims that its call only reads. */
function addsApproval({ name, was, is }: Part, stricter: IsStricter): boolean {
  return was === undefined && isJsonObject(is) && is.readOnly !== true && stricter.gates('gated', name)
}

function isHarmlessCapability({ name, at, was, is }: Part, stricter: IsStricter): boolean {
  switch (at.join()) {
    case 'inputSchema':
      return isNarrowerSchema(was, is)
    case 'gates':
    case 'readOnly':
      // What is gated, and what is offered: their approvals stand before the same calls.
      return stricter.gates('capabilities', name)
    // Agents are told of the result, and nothing is held against it.
    case 'outputSchema':
    case 'guards':
    case 'tags':
      return true
    default:
      return false
  }
}

function isHarmlessImport({ name, at, was, is }: Part, stricter: IsStricter): boolean {
  if (at[0] === 'toolReadOnly') return stricter.gates('imports', name)
  switch (at.join()) {
    case 'gate':
    case 'toolGates':
      return stricter.gates('imports', name)
    case 'include':
      return isNarrower(was, is)
    case 'exclude':
      return isWithin(was, is)
    case 'tags':
    case 'toolTags':
      return true
    default:
      return false
  }
}

/** Of a client, or of a person. */
function isHarmlessRight({ at, was, is }: Part, stricter: IsStricter): boolean {
  switch (at.join()) {
    // How tools are called to it, and what it may see, which is compared by itself.
    case 'names':
    case 'tags':
      return true
    case 'sees':
      return is === 'own' || is === 'all'
    case 'roles':
    case 'permissions':
      // A right that is lost may open a guard that asks for its absence.
      return isWithin(was, is) || (stricter.rights && isWithin(is, was))
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

/** Whether asking more people, or locking in further, surely lets nothing more happen: not where that opens something. */
export interface IsStricter {
  gates(section: string, name: string): boolean
  sandbox(connection: string): boolean
  /** Fewer who may decide, or less time for it. */
  deciders: boolean
  /** Fewer calls at once, or fewer items that wait: some fail that did not, or take longer. */
  failures(connection?: string): boolean
  /** Fewer rights of somebody. */
  rights: boolean
}

export function stricterIn(before: Configuration, after: Configuration, backdrop: Backdrop): IsStricter {
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
export function isLesser(
  { path: [section, name = '', ...path], was, is }: Unlike,
  before: Configuration,
  after: Configuration,
  backdrop: Backdrop,
): boolean {
  if (section === 'connections') {
    const field = path.join().replace('transport,', '')
    if (field === 'headers') return isSpeltOtherwise(was, is)
    // Without one it runs there.
    const [folder, another] = [before, after].map((each) => dirname(each.path))
    return field === 'workingDirectory' && !backdrop.exceptsHeaders && (was ?? folder) === (is ?? another)
  }
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
