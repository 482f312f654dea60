/** What is searched of an entry, field by field. */
import { isJsonObject, type JsonSchema, type JsonValue } from '../../model/json.ts'
import { SEARCH_FIELDS, type SearchField } from '../../model/search-profile.ts'
import type { CatalogEntry } from '../catalog.ts'

/** More of one field is not read: nobody searches for the end of a book, and building must not stand still. */
export const LONGEST_FIELD = 20_000
const MOST_PARAMETERS = 200
const DEEPEST_PARAMETER = 4

/** The texts of an entry in the order of SEARCH_FIELDS. */
export function searchedTexts(entry: CatalogEntry): string[] {
  const texts: Record<SearchField, string> = {
    title: entry.title,
    id: entry.id,
    tags: entry.tags.join(' '),
    aliases: entry.aliases.join(' '),
    examples: entry.examples.join(' '),
    description: entry.description,
    text: entry.text,
    parameters: describeParameters(entry.inputSchema),
  }
  return SEARCH_FIELDS.map((field) => texts[field].slice(0, LONGEST_FIELD))
}

/** Names and descriptions of the properties of a schema, and of what they hold. */
function describeParameters(schema: JsonSchema | undefined): string {
  if (schema === undefined) return ''
  const texts: string[] = []
  let left = MOST_PARAMETERS
  const visit = (value: JsonValue | undefined, depth: number): void => {
    if (!isJsonObject(value) || depth > DEEPEST_PARAMETER) return
    visit(value.items, depth + 1)
    if (!isJsonObject(value.properties)) return
    for (const [name, property] of Object.entries(value.properties)) {
      if (left-- <= 0) return
      texts.push(name)
      if (!isJsonObject(property)) continue
      if (typeof property.description === 'string') texts.push(property.description)
      visit(property, depth + 1)
    }
  }
  visit(schema, 0)
  return texts.join(' ')
}
