/**
 * What else of a new configuration differs and is neither words nor shown to be the same or stricter: each is named as it
 * is written, so that nothing gets weaker unsaid because nobody thought of it (R2.2). Workflows that were there before
 * are compared by themselves. Pure.
 */
import type { Configuration, ImportRule } from '../../model/configuration.ts'
import { isJsonObject, type JsonObject, type JsonValue, ownOf } from '../../model/json.ts'
import { calledTools } from '../../workflow/executors/called-tools.ts'
import { gatesOfTool } from '../../workflow/gates/tool-settings.ts'
import type { Backdrop } from '../../workflow/preview/backdrop.ts'
import { limitsByTags, meaningOf } from '../../workflow/preview/meaning.ts'
import { findUnlike, SECTION_WORDS, sayUnlike, type Unlike } from '../../workflow/preview/unlike.ts'
import { quoteKey, quoteName, quoteSaying } from '../../workflow/wording/quote.ts'
import { givenTo } from '../read/variables.ts'
import { byName, importsByName } from './by-name.ts'
import { type IsStricter, isHarmless, isLesser, stricterIn } from './harmless.ts'

/** A new one of these lets more be done than before. */
const MORE_WITH = ['connections', 'workflows', 'capabilities', 'clients']

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
  const said = found
    .flatMap((each) => [each, ...newApprovals(each, stricter, [before, after])])
    .map((each) => say(each, after))
  return [...new Set(said)].filter((sentence) => !losses.includes(sentence))
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

function say(unlike: Unlike, after: Configuration): string {
  const [section = '', ...at] = unlike.path
  const isNew = at.length === 1 && unlike.was === undefined
  if (section === 'imports' && isNew && isJsonObject(unlike.is)) {
    const found = sayFound(unlike.is, after)
    if (found !== null) return found
  }
  // One that is gated and not exposed runs nothing more: it is named for what its approval, or its word, does elsewhere.
  if (isNew && MORE_WITH.includes(section)) {
    const kind = SECTION_WORDS[section as keyof typeof SECTION_WORDS]
    return `The ${kind} ‘${at[0]}’ is new${section === 'connections' ? sayReach(unlike.is) : ''}.`
  }
  // No file has a section of this name: it is what ‘capabilities’ declares and nobody calls.
  const path = section === 'gated' ? ['capabilities', ...at] : unlike.path
  return sayUnlike({ ...unlike, path }, SECTION_WORDS)
}

/** What a new import offers. Null: there is more to it. */
function sayFound(rule: JsonObject, after: Configuration): string | null {
  const { connection, prefix } = rule
  const under = prefix === connection || prefix === '' ? '' : `, as ‘${prefix}.…’`
  const found = `Agents can find tools of the server ‘${connection}’ now${under}`
  if (isAskedFirst(rule, after)) return `${found}${ASKED_FIRST}`
  const tools = sayTools(rule)
  return tools === null ? null : `${found}: ${tools}.`
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
function isAskedFirst(rule: JsonObject, { connections }: Configuration): boolean {
  const {
    connection,
    prefix: _p,
    include: _i,
    exclude: _e,
    tags: _t,
    toolTags: _tt,
    gate: own,
    ...others
  } = rule
  const gates = [own, ownOf(connections, String(connection))?.gate]
  return (
    Object.keys(others).length === 0 &&
    gates.every((gate) => !isJsonObject(gate) || gate.except === undefined) &&
    gates.some((gate) => isJsonObject(gate) && gate.required === true)
  )
}

/** Whether a sentence of `findUnproven` is about something that was not there; what that can run is said elsewhere. */
export function saysNew(sentence: string): boolean {
  return /^The [a-z ]+ ‘[^’]*’ is new[.:]/.test(sentence) || sentence.endsWith(ASKED_FIRST)
}
