/** A catalog as JSON lines, one item a line, to measure a ranking on data of one's own. Pure. May import: model. */
import { isJsonObject, type JsonObject } from '../../model/json.ts'
import { type CatalogEntry, ENTRY_KINDS } from '../catalog.ts'
import { type LinesRead, nameOf, readJsonLines, readText, readTexts } from './json-lines.ts'

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
