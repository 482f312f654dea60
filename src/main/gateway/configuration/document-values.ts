/** Reads in the merged document as it is written: values by their paths, and what an import takes. Pure. */
import { type Path, valueAt } from '../../config/read/tree.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'

/** The objects of a list, each at its place; what is none counts as empty. */
export function objectsAt(document: JsonValue, path: Path): JsonObject[] {
  const list = valueAt(document, path)
  return Array.isArray(list) ? list.map((item) => (isJsonObject(item) ? item : {})) : []
}

export function textsIn(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** Whether an entry of `proxy.import` takes this tool. */
export function importsTool(rule: JsonObject, connection: string, tool: string): boolean {
  const include = textsIn(rule.include)
  return (
    rule.connection === connection &&
    !textsIn(rule.exclude).includes(tool) &&
    (include.length === 0 || include.includes(tool))
  )
}
