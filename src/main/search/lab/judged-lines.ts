/**
 * Judged queries as JSON lines, the way public sets of them are written: `relevant` names the right answers, `grades`
 * says how right they are. Pure. May import: model.
 */
import { isJsonObject, type JsonObject } from '../../model/json.ts'
import { type LinesRead, nameOf, readJsonLines, readText, readTexts, writeJsonLines } from './json-lines.ts'

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
const MAX_ID = 200

export function readJudgedLines(text: string): LinesRead<JudgedLine> {
  return readJsonLines(text, readJudged, ({ qid }) => (qid === null ? null : { name: 'qid', value: qid }))
}

/** `relevant` are the ids of grade 1 or more; `grades` is left out where it would say nothing else. */
export function writeJudgedLines(lines: readonly JudgedLine[]): string {
  return writeJsonLines(
    lines.map(({ qid, kind, query, grades, kw, typo }) => ({
      ...(qid !== null && { qid }),
      ...(kind !== undefined && { kind }),
      query,
      relevant: Object.keys(grades).filter((id) => (grades[id] ?? 0) >= 1),
      ...(Object.values(grades).some((grade) => grade !== 1) && { grades }),
      ...(kw !== undefined && { kw }),
      ...(typo !== undefined && { typo }),
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
