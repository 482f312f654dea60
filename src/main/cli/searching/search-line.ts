/** Reads what `search` and `evaluate` are given. Imports nothing but types, so that any Node can load it. */

/** What is searched: a file of tools, or a workspace; that of the desk if nothing is named. */
export interface NamedCatalog {
  tools: string | null
  config: string | null
  data: string | null
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

type Read = (key: string) => string | null
type LineRefusal = { ok: false; message: string }

const USUAL_LIMIT = 10
const MOST = 1000

export function assembleSearch(
  words: string[],
  text: Read,
  flags: Pick<SearchCommand, 'explain' | 'json'>,
): { ok: true; command: SearchCommand } | LineRefusal {
  const named = readNamed(text)
  if (!named.ok) return named
  const limit = readCount('limit', text, USUAL_LIMIT)
  if (!limit.ok) return limit
  const query = words.join(' ')
  return {
    ok: true,
    command: {
      name: 'search',
      query,
      ...named.catalog,
      profile: text('profile'),
      limit: limit.count,
      ...flags,
    },
  }
}

export function assembleEvaluate(
  text: Read,
  flags: Pick<EvaluateCommand, 'json'>,
): { ok: true; command: EvaluateCommand } | LineRefusal {
  const named = readNamed(text)
  if (!named.ok) return named
  const queries = text('queries')
  if (
    queries === null &&
    (named.catalog.tools !== null || named.catalog.config !== null) &&
    named.catalog.data === null
  )
    return wrong(
      'countersign evaluate needs --queries here: a file of judged queries, one JSON object a line.',
    )
  const field = text('field') ?? 'query'
  if (field !== 'query' && field !== 'kw' && field !== 'typo')
    return wrong(`--field must be query, kw or typo, not "${field}".`)
  const worst = readCount('worst', text, 0)
  if (!worst.ok) return worst
  const profiles = { profile: text('profile'), against: text('against') }
  return {
    ok: true,
    command: {
      name: 'evaluate',
      queries,
      ...named.catalog,
      ...profiles,
      field,
      worst: worst.count,
      ...flags,
    },
  }
}

/** With a file of tools, the data folder only says which profiles its desk keeps. */
function readNamed(text: Read): { ok: true; catalog: NamedCatalog } | LineRefusal {
  const catalog = { tools: text('tools'), config: text('config'), data: text('data') }
  if (catalog.tools !== null && catalog.config !== null)
    return wrong(
      '--tools and --config do not go together: what is searched is a file of tools, or a workspace.',
    )
  return { ok: true, catalog }
}

function readCount(option: string, text: Read, usual: number): { ok: true; count: number } | LineRefusal {
  const given = text(option)
  if (given === null) return { ok: true, count: usual }
  const count = Number(given)
  if (/^[0-9]+$/.test(given) && count >= 1 && count <= MOST) return { ok: true, count }
  return wrong(`--${option} must be a whole number from 1 to ${MOST}, not "${given}".`)
}

function wrong(message: string): LineRefusal {
  return { ok: false, message }
}
