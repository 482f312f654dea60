/** Reads in the merged document as it is written: values by their paths, and what an import takes. Pure. */
import { type Path, valueAt } from '../../config/read/tree.ts'
import { variablesIn } from '../../config/read/variables.ts'
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

/** Under which name an entry of `proxy.expose` is offered. */
export function exposedName({ name, as, capability }: JsonObject): JsonValue | undefined {
  return name ?? as ?? capability
}

/** The entry of `proxy.expose` under that name; null: there is none. */
export function findExposed(document: JsonObject, id: string): { path: Path; written: JsonObject } | null {
  const exposed = objectsAt(document, ['proxy', 'expose'])
  const index = exposed.findIndex((entry) => exposedName(entry) === id)
  const written = exposed[index]
  return written === undefined ? null : { path: ['proxy', 'expose', index], written }
}

const SECRET = 'secret:'

/** Names of all secrets in the strings of a value. */
export function secretsIn(value: unknown): string[] {
  if (typeof value === 'string')
    return variablesIn(value).flatMap((name) => (name.startsWith(SECRET) ? [name.slice(SECRET.length)] : []))
  if (typeof value !== 'object' || value === null) return []
  return [...new Set(Object.values(value).flatMap(secretsIn))]
}
