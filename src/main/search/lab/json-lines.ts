/** JSON lines, one object a line, blank lines between them allowed: of any kind, of tools, and of judged queries. Pure. */
import { isJsonObject, type JsonObject, type JsonValue, present } from '../../model/json.ts'
import { type CatalogEntry, ENTRY_KINDS } from '../catalog.ts'

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
function readJsonLines<Line>(
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

function writeJsonLines(lines: readonly object[]): string {
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
function readText(
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
function readTexts(
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

function nameOf(value: JsonValue): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  const names = { string: 'a text', number: 'a number', boolean: 'true or false', object: 'an object' }
  return names[typeof value as keyof typeof names]
}

// A catalog, one item a line, to measure a ranking on data of one's own.

const MAX_ID = 200
const MAX_TEXT = 100_000

/** Only `id` has to be there. What is missing is what a capability of the configuration would have for it. */
export function readToolLines(text: string): LinesRead<CatalogEntry> {
  return readJsonLines(text, readTool, ({ id }) => ({ name: 'id', value: id }))
}

function readTool(object: JsonObject, tell: (message: string) => void): CatalogEntry {
  const id = readText(object, 'id', MAX_ID, tell)
  if (object.id === undefined || object.id === null || id?.trim() === '')
    tell('‘id’ is missing: the name by which judged queries mean this item.')
  const kind = ENTRY_KINDS.find((known) => known === (object.kind ?? 'capability'))
  if (kind === undefined) tell(`‘kind’ has to be one of ${ENTRY_KINDS.join(', ')}.`)
  const schema = object.inputSchema ?? undefined
  if (schema !== undefined && !isJsonObject(schema))
    tell(`‘inputSchema’ is ${nameOf(schema)}; it has to be a JSON Schema, an object.`)
  const title = readText(object, 'title', MAX_TEXT, tell) ?? ''
  return {
    id: id ?? '',
    kind: kind ?? 'capability',
    title: title === '' ? (id ?? '') : title,
    description: readText(object, 'description', MAX_TEXT, tell) ?? '',
    tags: readTexts(object, 'tags', MAX_TEXT, tell) ?? [],
    aliases: readTexts(object, 'aliases', MAX_TEXT, tell) ?? [],
    examples: readTexts(object, 'examples', MAX_TEXT, tell) ?? [],
    text: readText(object, 'text', MAX_TEXT, tell) ?? id ?? '',
    ...(isJsonObject(schema) && { inputSchema: schema }),
    source: readText(object, 'source', MAX_ID, tell) ?? 'configuration',
  }
}

/** A judged query as public sets write it: `relevant` names the right answers, `grades` says how right they are. */
export interface JudgedLine {
  /** Null: the line has none. */
  qid: string | null
  query: string
  /** 3: exactly right · 2: right · 1: helps · 0: wrong. Empty: nothing answers this query. */
  grades: Record<string, number>
  /** The same need in a few words, and those with a typing error. */
  kw?: string
  typo?: string
  /** Whatever its author sorts queries by. */
  kind?: string
}

const MAX_QUERY = 2000

export function readJudgedLines(text: string): LinesRead<JudgedLine> {
  return readJsonLines(text, readJudged, ({ qid }) => (qid === null ? null : { name: 'qid', value: qid }))
}

/** `relevant` are the ids of grade 1 or more; `grades` is left out where it would say nothing else. */
export function writeJudgedLines(lines: readonly JudgedLine[]): string {
  return writeJsonLines(
    lines.map(({ qid, kind, query, grades, kw, typo }) => ({
      ...present({ qid: qid ?? undefined, kind }),
      query,
      relevant: Object.keys(grades).filter((id) => (grades[id] ?? 0) >= 1),
      ...(Object.values(grades).some((grade) => grade !== 1) && { grades }),
      ...present({ kw, typo }),
    })),
  )
}

function readJudged(object: JsonObject, tell: (message: string) => void): JudgedLine {
  const query = readText(object, 'query', MAX_QUERY, tell)
  if (object.query === undefined || object.query === null || query?.trim() === '')
    tell('‘query’ is missing: the words that somebody would search for.')
  const relevant = readTexts(object, 'relevant', MAX_ID, tell)
  const graded = readGrades(object.grades, tell)
  if (object.relevant === undefined && object.grades === undefined)
    tell('‘relevant’ is missing: the list of the right ids, which is empty if nothing answers the query.')
  const qid = readText(object, 'qid', MAX_ID, tell)
  if (qid === '') tell('‘qid’ is empty: it names the query, or is left out.')
  const kw = readText(object, 'kw', MAX_QUERY, tell)
  const typo = readText(object, 'typo', MAX_QUERY, tell)
  const kind = readText(object, 'kind', MAX_ID, tell)
  return {
    qid: qid ?? null,
    query: query ?? '',
    // From entries, so that an id such as __proto__ is an id like any other.
    grades: Object.fromEntries([...(relevant ?? []).map((id) => [id, 1] as const), ...graded]),
    ...(kw && { kw }),
    ...(typo && { typo }),
    ...(kind && { kind }),
  }
}

function readGrades(
  value: JsonObject[string] | undefined,
  tell: (message: string) => void,
): [string, number][] {
  if (value === undefined || value === null) return []
  if (!isJsonObject(value)) {
    tell(`‘grades’ is ${nameOf(value)}; it has to be an object of ids and grades.`)
    return []
  }
  const entries = Object.entries(value)
  const long = entries.find(([id]) => id === '' || id.length > MAX_ID)
  if (long !== undefined)
    tell(`‘grades’ has an id of ${long[0].length} characters; each has to have 1 to ${MAX_ID}.`)
  const wrong = entries.find(
    ([, grade]) => !(Number.isInteger(grade) && Number(grade) >= 0 && Number(grade) <= 3),
  )
  if (wrong !== undefined) {
    const shown = JSON.stringify(wrong[1]).slice(0, 40)
    tell(`‘grades’ gives ‘${wrong[0].slice(0, MAX_ID)}’ the grade ${shown}; a grade is 0, 1, 2 or 3.`)
  }
  return entries as [string, number][]
}
