/** Things of a configuration that stand in lists, by their names. Pure. */
import type { Configuration, ImportRule } from '../../model/configuration.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'

/** Of what a configuration means. */
export function byName(meaning: JsonValue): JsonObject {
  const whole = isJsonObject(meaning) ? meaning : {}
  return {
    ...whole,
    capabilities: keyed(objectsIn(whole.capabilities), ({ id }) => String(id)),
    gated: keyed(objectsIn(whole.gated), ({ id }) => String(id)),
    imports: keyed(objectsIn(whole.imports), nameOfImport),
  }
}

/** Several may have the same prefix: they are told apart by their order. */
export function importsByName({ imports }: Pick<Configuration, 'imports'>): Record<string, ImportRule> {
  return keyed(imports, nameOfImport)
}

function nameOfImport({ connection, prefix }: { connection?: JsonValue; prefix?: JsonValue }): string {
  return prefix === '' || prefix === connection ? String(connection) : `${connection} as ${prefix}`
}

function objectsIn(list: JsonValue | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}

function keyed<Item>(list: readonly Item[], nameOf: (item: Item) => string): Record<string, Item> {
  const named: Record<string, Item> = {}
  for (const item of list) {
    let name = nameOf(item)
    while (Object.hasOwn(named, name)) name += ' (again)'
    named[name] = item
  }
  return named
}
