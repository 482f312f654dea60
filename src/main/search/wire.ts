/** Items, links and rejections as callers of the discovery tools get them (seeds 000 and 002). */
import { PROXY_DEFINITION } from '../model/definition.ts'
import type { ErrorCode } from '../model/error.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { ToolMethod } from '../model/response.ts'
import { shortenAtWord } from '../model/shorten.ts'
import type { CatalogEntry } from './catalog.ts'

export interface DiscoveryAnswer {
  answer: JsonObject
  /** `isError` of the tool result. */
  isError: boolean
}

export function makeLink(rel: string, title: string, method: ToolMethod, args: JsonObject): JsonObject {
  return { rel, title, method, args }
}

export const HOME_LINK = makeLink('home', 'Show the catalog', 'gateway.home', {})

export function searchLink(query: string): JsonObject {
  return makeLink('search', 'Search with two to five keywords', 'gateway.search', { query })
}

export function listLinks(): JsonObject[] {
  return [
    makeLink('list_workflows', 'List all workflows', 'gateway.search', { query: '', kind: 'workflow' }),
    makeLink('list_capabilities', 'List all capabilities', 'gateway.search', {
      query: '',
      kind: 'capability',
    }),
  ]
}

/** Characters of a description that a result of search, and an item of the home page, show. */
const RESULT_DESCRIPTION = 400
const HOME_DESCRIPTION = 160

/** Upstream descriptions can be pages long: a list shows their beginning, describe shows all. */
export function toResultItem(entry: CatalogEntry): JsonObject {
  const { id, kind, title, tags } = entry
  const description = shortenAtWord(entry.description, RESULT_DESCRIPTION)
  return { id, kind, title, description, tags, links: startLinks(entry) }
}

/** The same, more compact: up to a hundred of them stand on one page. */
export function toHomeItem(entry: CatalogEntry): JsonObject {
  const links = startLinks(entry).map(({ title: _, ...link }) => link)
  return { ...toResultItem(entry), description: shortenAtWord(entry.description, HOME_DESCRIPTION), links }
}

/** The call that starts the item; for a connection, the search for what belongs to it. */
export function startLinks(entry: CatalogEntry): JsonObject[] {
  const { id, kind } = entry
  if (kind === 'connection') return [searchLink(id)]
  const start =
    kind === 'workflow'
      ? { definitionId: id, input: {} }
      : { definitionId: PROXY_DEFINITION, input: { capability: id } }
  return [makeLink('start', `Start ${kind} '${id}'`, 'workflow.start', start)]
}

/** An answer that says what is wrong and links to what helps. */
export function reject(
  code: ErrorCode,
  message: string,
  details: JsonValue,
  links: JsonObject[],
): DiscoveryAnswer {
  return {
    answer: { result: { status: 'rejected' }, error: { code, message, details }, links },
    isError: true,
  }
}

/** The call itself is malformed: one row a field. */
export function rejectArgument(path: string, message: string, expected: string): DiscoveryAnswer {
  return reject(
    'INVALID_ARGUMENTS',
    `${path}: ${message}`,
    [{ path, message, expected }],
    [searchLink(''), HOME_LINK],
  )
}
