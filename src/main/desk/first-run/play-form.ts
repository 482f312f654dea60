/** Fills in a form as a model would: what is asked for, from what it has. May import: model. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'

/** Only properties of the schema; a required one without a value gets the plainest that fits. */
export function fillForm(schema: JsonValue | undefined, values: JsonObject): JsonObject {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return {}
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, property]) => {
      if (Object.hasOwn(values, name)) return [[name, values[name] ?? null]]
      return required.includes(name) ? [[name, plainest(property)]] : []
    }),
  )
}

function plainest(property: JsonValue): JsonValue {
  if (!isJsonObject(property)) return ''
  if (property.default !== undefined) return property.default
  if (Array.isArray(property.enum)) return property.enum[0] ?? null
  switch (property.type) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return 1
    case 'array':
      return []
    case 'object':
      return {}
    default:
      return 'Sample'
  }
}
