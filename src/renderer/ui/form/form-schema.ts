import { surveyJson } from '../../../main/model/json-text.ts'

type Part = Record<string, unknown>

/** What says which fields an object has; without any of it nobody knows. */
const SHAPES = ['properties', 'additionalProperties', 'patternProperties', '$ref', 'oneOf', 'anyOf', 'allOf']

/**
 * The schema as the form library can show all of it: it draws nothing for a schema without a word in it, or an object
 * with fields that nobody names, and gives up on a list of whatever. Each becomes a part without a type, for which
 * there is a field of its own. Pure.
 */
export function fitSchema(schema: unknown, name = ''): Part {
  if (!isPart(schema) || Object.keys(schema).length === 0)
    return schema === false ? { not: {} } : { title: name }
  const fitted: Part = { ...schema }
  const isFree = fitted.type === 'object' && name !== '' && SHAPES.every((shape) => !(shape in fitted))
  if (isFree || (fitted.type === 'array' && !isPart(fitted.items))) {
    delete fitted.type
    fitted.title ??= name
  } else if (isPart(fitted.items)) fitted.items = fitSchema(fitted.items)
  for (const place of ['properties', '$defs', 'definitions']) {
    const parts = fitted[place]
    if (!isPart(parts)) continue
    const needed = place === 'properties' ? fitted.required : Object.keys(parts)
    const isNeeded = (key: string) => Array.isArray(needed) && needed.includes(key)
    fitted[place] = Object.fromEntries(
      Object.entries(parts).map(([key, part]) => [
        key,
        fitSchema(isNeeded(key) ? part : asChoice(part), key),
      ]),
    )
  }
  return fitted
}

/** Its only value may be left out: the form library fills it in by itself, which nobody asked for. Pure. */
function asChoice(schema: unknown): unknown {
  if (!isPart(schema) || !('const' in schema)) return schema
  const { const: only, ...rest } = schema
  return { ...rest, enum: [only] }
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a person typed as JSON. Nothing typed is no value, and nor is a number that would become another one. Pure. */
export function readJson(text: string): { valid: boolean; value: unknown; isTooLong?: true } {
  if (text.trim() === '') return { valid: true, value: undefined }
  try {
    const value: unknown = JSON.parse(text)
    return surveyJson(text).rounded === null
      ? { valid: true, value }
      : { valid: false, value: undefined, isTooLong: true }
  } catch {
    return { valid: false, value: undefined }
  }
}
