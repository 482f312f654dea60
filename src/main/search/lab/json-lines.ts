/** JSON lines: one object a line, blank lines between them allowed. Pure. May import: model. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'

export interface LineProblem {
  /** From 1. */
  line: number
  /** One sentence: what is wrong, and what belongs there. */
  message: string
}

/** Either every line, or what is wrong; of many problems the first ones, and how many more there are. */
export type LinesRead<Line> =
  | { ok: true; lines: Line[] }
  | { ok: false; problems: LineProblem[]; more: number }

/** Reads one object; tells what is wrong with it, in which case the result is not used. */
export type ReadObject<Line> = (object: JsonObject, tell: (message: string) => void) => Line

const SHOWN_PROBLEMS = 20
/** What a text, a list or a name may hold at most. */
const MAX_LIST = 1000

/** `keyOf`: what no two lines may have in common, as it is named to a person; null: this line has none. */
export function readJsonLines<Line>(
  text: string,
  read: ReadObject<Line>,
  keyOf: (line: Line) => { name: string; value: string } | null,
): LinesRead<Line> {
  const lines: Line[] = []
  const problems: LineProblem[] = []
  const seen = new Map<string, number>()
  for (const [index, written] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (written.trim() === '') continue
    const before = problems.length
    const tell = (message: string) => problems.push({ line: index + 1, message })
    const object = parseObject(written, tell)
    if (object === null) continue
    const line = read(object, tell)
    if (problems.length > before) continue
    const key = keyOf(line)
    const first = key === null ? undefined : seen.get(key.value)
    if (key !== null && first === undefined) seen.set(key.value, index + 1)
    if (key !== null && first !== undefined) tell(`Its ${key.name} ‘${key.value}’ is that of line ${first}.`)
    lines.push(line)
  }
  if (problems.length === 0) return { ok: true, lines }
  return {
    ok: false,
    problems: problems.slice(0, SHOWN_PROBLEMS),
    more: Math.max(0, problems.length - SHOWN_PROBLEMS),
  }
}

export function writeJsonLines(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

function parseObject(written: string, tell: (message: string) => void): JsonObject | null {
  let value: unknown
  try {
    value = JSON.parse(written)
  } catch {
    tell('This is not JSON. Each line has to be one whole JSON object.')
    return null
  }
  if (isJsonObject(value)) return value
  tell(`This is ${nameOf(value as JsonValue)}. Each line has to be one JSON object, in braces.`)
  return null
}

/** Absent or null: undefined. */
export function readText(
  object: JsonObject,
  key: string,
  most: number,
  tell: (message: string) => void,
): string | undefined {
  const value = object[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') tell(`‘${key}’ is ${nameOf(value)}; it has to be a text.`)
  else if (value.length > most) tell(`‘${key}’ has ${value.length} characters; at most ${most} are allowed.`)
  else return value
  return undefined
}

/** Absent or null: undefined. */
export function readTexts(
  object: JsonObject,
  key: string,
  most: number,
  tell: (message: string) => void,
): string[] | undefined {
  const value = object[key]
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) tell(`‘${key}’ is ${nameOf(value)}; it has to be a list of texts.`)
  else if (value.length > MAX_LIST)
    tell(`‘${key}’ has ${value.length} entries; at most ${MAX_LIST} are allowed.`)
  else {
    const wrong = value.find((each) => typeof each !== 'string' || each === '' || each.length > most)
    if (wrong === undefined) return value as string[]
    tell(
      typeof wrong === 'string'
        ? `‘${key}’ has an entry of ${wrong.length} characters; each has to have 1 to ${most}.`
        : `‘${key}’ has ${nameOf(wrong)} in it; it has to be a list of texts.`,
    )
  }
  return undefined
}

export function nameOf(value: JsonValue): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  const names = { string: 'a text', number: 'a number', boolean: 'true or false', object: 'an object' }
  return names[typeof value as keyof typeof names]
}
