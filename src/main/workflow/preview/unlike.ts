/**
 * Where two declarations differ, literally: whatever nobody has shown to be the same or stricter is named, what a later
 * version can declare as well (R2.2). Pure.
 */
import { isJsonObject, type JsonValue, ownOf, sortKeys } from '../../model/json.ts'
import { quoteKey } from '../wording/quote.ts'

export interface Unlike {
  path: string[]
  /** Undefined: there was none, or is none any more. */
  was: JsonValue | undefined
  is: JsonValue | undefined
}

/** True: compared elsewhere, or not looser. Asked from the outside in; what is left is gone into. */
export type IsHarmless = (unlike: Unlike) => boolean

const LONGEST = 160
/** What stands before the place where two long values differ is left out, but for so much. */
const LEAD = 40

/** `before` and `after` without their words. Lists are compared as a whole: a place in them says nothing. */
export function findUnlike(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  isHarmless: IsHarmless,
  path: string[] = [],
): Unlike[] {
  if (write(before, path.at(-1)) === write(after, path.at(-1))) return []
  const unlike = { path, was: before, is: after }
  if (isHarmless(unlike)) return []
  if (!isJsonObject(before) || !isJsonObject(after)) return [unlike]
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => write(ownOf(before, key), key) !== write(ownOf(after, key), key),
  )
  // They stand in another order, where that counts.
  if (differing.length === 0) return [unlike]
  return differing.flatMap((key) =>
    findUnlike(ownOf(before, key), ownOf(after, key), isHarmless, [...path, key]),
  )
}

/**
 * `May loosen: ‘deploy’ › ‘timeoutMs’ was 1000 and is 10.` `kinds`: what the things of a section are called, where the
 * path begins with one.
 */
export function sayUnlike(unlike: Unlike, kinds: Record<string, string> = {}): string {
  return `${MAY_LOOSEN}${sayDiffering(unlike, kinds)}`
}

const MAY_LOOSEN = 'May loosen: '

export function saysUnlike(sentence: string): boolean {
  return sentence.startsWith(MAY_LOOSEN)
}

/** A key of an author’s ends no quotation; of long values, the part that differs is shown. */
export function sayDiffering({ path, was, is }: Unlike, kinds: Record<string, string> = {}): string {
  const where = sayPlace(path, kinds)
  const [before, after] = [was, is].map((value) => JSON.stringify(value) ?? '')
  const from = firstDifference(before, after)
  if (was === undefined) return `${where} is new: ${show(after, 0)}.`
  if (is === undefined) return `${where} is gone; it was ${show(before, 0)}.`
  return `${where} was ${show(before, from)} and is ${show(after, from)}.`
}

/** What people call the things of each section of a configuration, whatever its keys are called. */
export const SECTION_WORDS = {
  connections: 'server',
  workflows: 'workflow',
  capabilities: 'tool',
  imports: 'tools of',
  clients: 'client',
  people: 'person',
}

/** What is called otherwise in a file than in what is made of it; empty: a file has no such level. */
const WRITTEN_AS: Record<string, string> = {
  gate: 'approval',
  gates: 'approval',
  toolGates: 'toolApproval',
  transport: '',
}

/** Where it is in the file, in the words of a person as far as there are any: `step ‘pay’ › ‘approval’`. */
function sayPlace([first = '', ...path]: readonly string[], kinds: Record<string, string>): string {
  const parts: string[] = []
  let rest = path
  const kind = ownOf(kinds, first)
  const [name] = rest
  if (kind !== undefined && name !== undefined) {
    parts.push(`${kind} ${quoteKey(name)}`)
    rest = rest.slice(1)
  } else parts.push(quoteKey(first))
  for (const [level, word] of LEVELS) {
    const [here, name] = rest
    if (here !== level || name === undefined) break
    parts.push(`${word} ${quoteKey(name)}`)
    rest = rest.slice(2)
  }
  const [field, ...deeper] = rest
  const written = field === undefined ? [] : [ownOf(WRITTEN_AS, field) ?? field]
  return [...parts, ...[...written, ...deeper].filter((part) => part !== '').map(quoteKey)].join(' › ')
}

/** How what stands below a workflow is called. */
const LEVELS = [
  ['states', 'state'],
  ['transitions', 'step'],
] as const

function firstDifference(one = '', other = ''): number {
  let place = 0
  while (place < one.length && one[place] === other[place]) place += 1
  return place
}

function show(text = '', from: number): string {
  const start = text.length > LONGEST ? Math.max(0, from - LEAD) : 0
  const more = text.length - start - LONGEST
  const shown = `${start > 0 ? '…' : ''}${text.slice(start, start + LONGEST)}`
  return more > 0 ? `${shown}… (${more} more characters, shown below)` : shown
}

function write(value: JsonValue | undefined, under?: string): string {
  return value === undefined ? '' : JSON.stringify(sortKeys(value, under))
}
