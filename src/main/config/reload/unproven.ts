/**
 * What else of a new configuration differs and is neither words nor shown to be the same or stricter: each is named as it
 * is written, so that nothing gets weaker unsaid because nobody thought of it (R2.2). Workflows that were there before
 * are compared by themselves. Pure.
 */
import type { Configuration } from '../../model/configuration.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import { limitsByTags, meaningOf } from '../../workflow/preview/meaning.ts'
import { findUnlike, type IsHarmless, sayUnlike, type Unlike } from '../../workflow/preview/unlike.ts'

/** How each kind is called; a new one lets more be done than before. */
const KINDS: Record<string, string> = {
  connections: 'connection',
  workflows: 'workflow',
  capabilities: 'capability',
  clients: 'client',
  people: 'person',
}
/** Without it less can be done; what went with it (approvals, limits) is named by what looks for that. */
const LESS_WITHOUT = ['connections', 'workflows', 'capabilities', 'people', 'imports']

/** Compared by themselves; and how long things wait decides nothing: what nobody decides in time is refused. */
const JUDGED_SETTINGS = ['proof', 'undoMs', 'queues', 'timeoutMs', 'holdMs']

/** `losses`: what is said already, in better words. */
export function findUnproven(
  before: Configuration,
  after: Configuration,
  losses: readonly string[],
): string[] {
  const tagsAreRights = limitsByTags(before) || limitsByTags(after)
  const found = findUnlike(
    byName(meaningOf(before, tagsAreRights)),
    byName(meaningOf(after, tagsAreRights)),
    harmlessBeside(losses),
  )
  return found.map(say).filter((sentence) => !losses.includes(sentence))
}

function harmlessBeside(losses: readonly string[]): IsHarmless {
  return ({ path, was, is }) => {
    const [section = '', name = '', field = '', ...deeper] = path
    if (path.length === 2 && is === undefined) return LESS_WITHOUT.includes(section)
    if (path.length < 2) return false
    if (section === 'approvals') return JUDGED_SETTINGS.includes(name)
    if (path.length < 3) return was !== undefined && section === 'workflows'
    // Which client sees what by a tag is worked out by itself.
    if (['tags', 'toolTags'].includes(field) && section !== 'clients') return true
    if (deeper.length > 0) return false
    switch (section) {
      case 'connections':
        return field === 'gate' || (field === 'sandbox' && (was === undefined || isNamed(losses, name)))
      case 'capabilities':
        return (
          field === 'guards' ||
          field === 'gates' ||
          (field === 'readOnly' && (is !== true || isNamed(losses, name)))
        )
      case 'imports':
        if (field === 'gate') return true
        return (field === 'include' && isNarrower(was, is)) || (field === 'exclude' && isWithin(was, is))
      case 'clients':
      case 'people':
        // What is gained is named as a right; a right that is lost may open a guard that asks for its absence.
        return ['roles', 'permissions', 'tags', 'sees'].includes(field) && isNamed(losses, name)
      default:
        return false
    }
  }
}

function isNamed(losses: readonly string[], name: string): boolean {
  return losses.some((sentence) => sentence.includes(`‘${name}’`))
}

function isWithin(some: JsonValue | undefined, all: JsonValue | undefined): boolean {
  return Array.isArray(some) && Array.isArray(all) && some.every((each) => all.includes(each))
}

/** An empty list means all tools. */
function isNarrower(was: JsonValue | undefined, is: JsonValue | undefined): boolean {
  if (!Array.isArray(was) || !Array.isArray(is) || is.length === 0) return false
  return was.length === 0 || isWithin(is, was)
}

function say(unlike: Unlike): string {
  const [section = '', name = ''] = unlike.path
  const kind = KINDS[section]
  return kind !== undefined && unlike.path.length === 2 && unlike.was === undefined
    ? `The ${kind} ‘${name}’ is new.`
    : sayUnlike(unlike)
}

/** Whether a sentence of `findUnproven` is about something that was not there; what that can run is said elsewhere. */
export function saysNew(sentence: string): boolean {
  return sentence.endsWith('’ is new.')
}

/** Lists of things that have names, by their names. */
function byName(meaning: JsonValue): JsonObject {
  const whole = isJsonObject(meaning) ? meaning : {}
  return {
    ...whole,
    capabilities: keyed(whole.capabilities, ({ id }) => String(id)),
    gated: keyed(whole.gated, ({ id }) => String(id)),
    imports: keyed(whole.imports, ({ connection, prefix }) =>
      prefix === '' || prefix === connection ? String(connection) : `${connection} as ${prefix}`,
    ),
  }
}

function keyed(list: JsonValue | undefined, nameOf: (item: JsonObject) => string): JsonObject {
  const named: JsonObject = {}
  for (const item of Array.isArray(list) ? list.filter(isJsonObject) : []) {
    let name = nameOf(item)
    while (Object.hasOwn(named, name)) name += ' (again)'
    named[name] = item
  }
  return named
}
