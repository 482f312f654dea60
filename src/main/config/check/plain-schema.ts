/**
 * Schemas that are usable at a glance: ordinary keywords with ordinary values. Compiling one takes a millisecond, and a
 * configuration may have thousands; whatever is out of the ordinary is compiled to find out. Pure.
 */
import { isJsonObject, type JsonValue } from '../../model/json.ts'

const TYPES: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
const MOST_PARTS = 500
const DEEPEST = 20

const isText = (value: JsonValue) => typeof value === 'string'
const isCount = (value: JsonValue) => Number.isInteger(value) && Number(value) >= 0
const isNumber = (value: JsonValue) => typeof value === 'number'
const isFlag = (value: JsonValue) => typeof value === 'boolean'
const isListOfTexts = (value: JsonValue) =>
  Array.isArray(value) && value.every(isText) && new Set(value).size === value.length

const SIMPLE: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  title: isText,
  description: isText,
  type: (value) => TYPES.includes(value),
  required: isListOfTexts,
  enum: (value) => isListOfTexts(value) && Array.isArray(value) && value.length > 0,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minimum: isNumber,
  maximum: isNumber,
  uniqueItems: isFlag,
  default: (value) => typeof value !== 'object' || value === null,
}

/** True only of what `schemaProblem` finds nothing wrong with. */
export function isPlainSchema(schema: JsonValue): boolean {
  let parts = 0
  const fits = (value: JsonValue, depth: number): boolean => {
    parts += 1
    if (!isJsonObject(value) || depth > DEEPEST || parts > MOST_PARTS) return false
    return Object.entries(value).every(([key, inner]) => {
      if (Object.hasOwn(SIMPLE, key)) return SIMPLE[key]?.(inner) ?? false
      if (key === 'items') return fits(inner, depth + 1)
      if (key === 'additionalProperties') return isFlag(inner) || fits(inner, depth + 1)
      if (key !== 'properties' || !isJsonObject(inner)) return false
      return Object.values(inner).every((property) => fits(property, depth + 1))
    })
  }
  return fits(schema, 0)
}
