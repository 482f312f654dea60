/** Reads what `search` and `evaluate` are given. Any Node can load it. */
import { choiceOf, LineProblem, type NamedWorkspace, type Read } from '../line.ts'

/** What is searched: a file of tools, or a workspace; that of the desk if nothing is named. */
export interface NamedCatalog extends NamedWorkspace {
  tools: string | null
}

export interface SearchCommand extends NamedCatalog {
  name: 'search'
  query: string
  /** A ranking, a file, or a name kept at the desk; null: what is live there. */
  profile: string | null
  limit: number
  explain: boolean
  json: boolean
}

export interface EvaluateCommand extends NamedCatalog {
  name: 'evaluate'
  /** Null: those that are judged at the desk. */
  queries: string | null
  profile: string | null
  /** What the profile is compared with. */
  against: string | null
  field: 'query' | 'kw' | 'typo'
  /** How many of the queries that do worst are listed. */
  worst: number
  json: boolean
}

const USUAL_LIMIT = 10
const MOST = 1000

export function assembleSearch(
  words: string[],
  text: Read,
  flags: Pick<SearchCommand, 'explain' | 'json'>,
): SearchCommand {
  return {
    ...{ name: 'search', query: words.join(' '), ...readNamed(text), profile: text('profile') },
    limit: readCount('limit', text, USUAL_LIMIT),
    ...flags,
  }
}

export function assembleEvaluate(text: Read, flags: Pick<EvaluateCommand, 'json'>): EvaluateCommand {
  const named = readNamed(text)
  const queries = text('queries')
  if (queries === null && (named.tools !== null || named.config !== null) && named.data === null)
    throw new LineProblem(
      'countersign evaluate needs --queries here: a file of judged queries, one JSON object a line.',
    )
  return {
    ...{ name: 'evaluate', queries, ...named, profile: text('profile'), against: text('against') },
    field: choiceOf('field', ['query', 'kw', 'typo'], text) ?? 'query',
    worst: readCount('worst', text, 0),
    ...flags,
  }
}

/** With a file of tools, the data folder only says which profiles its desk keeps. */
function readNamed(text: Read): NamedCatalog {
  const named = { tools: text('tools'), config: text('config'), data: text('data') }
  if (named.tools === null || named.config === null) return named
  throw new LineProblem(
    '--tools and --config do not go together: what is searched is a file of tools, or a workspace.',
  )
}

function readCount(option: string, text: Read, usual: number): number {
  const given = text(option)
  if (given === null) return usual
  const count = Number(given)
  if (/^[0-9]+$/.test(given) && count >= 1 && count <= MOST) return count
  throw new LineProblem(`--${option} must be a whole number from 1 to ${MOST}, not "${given}".`)
}
