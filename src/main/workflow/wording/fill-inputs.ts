/**
 * Puts values into a server that was found: where one belongs, its connection holds `${input:NAME}`. Pure.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'

const PLACES = /\$\$|\$\{input:([^{}]*)\}/g

/** The names of all values that it wants. */
export function inputsIn(text: string): string[] {
  return [...text.matchAll(PLACES)].flatMap(([, name]) => (name === undefined ? [] : [name]))
}

/**
 * `give`: as the configuration writes it; null: there is none. Then the whole variable, header or argument is left
 * out, and an option with the value of its own name.
 */
export function fillInputs(connection: JsonObject, give: (name: string) => string | null): JsonObject {
  const filled = fill(connection, give)
  return isJsonObject(filled) ? filled : {}
}

function fill(value: JsonValue, give: (name: string) => string | null): JsonValue | undefined {
  if (typeof value === 'string') return fillText(value, give)
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const next = value[index + 1]
      const filled = isOptionOf(item, next) && fill(next, give) === undefined ? undefined : fill(item, give)
      return filled === undefined ? [] : [filled]
    })
  }
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).flatMap(([key, each]) => {
    const filled = fill(each, give)
    return filled === undefined ? [] : [[key, filled] as const]
  })
  return Object.fromEntries(entries)
}

/** Everything that the second wants bears the name of the first. */
function isOptionOf(item: JsonValue, next: JsonValue | undefined): next is string {
  if (typeof item !== 'string' || typeof next !== 'string' || !item.startsWith('-')) return false
  const names = inputsIn(next)
  return names.length > 0 && names.every((name) => name === item || name.startsWith(`${item} `))
}

function fillText(text: string, give: (name: string) => string | null): string | undefined {
  let isLacking = false
  const filled = text.replace(PLACES, (whole, name: string | undefined) => {
    if (name === undefined) return whole
    const value = give(name)
    isLacking ||= value === null
    return value ?? ''
  })
  return isLacking ? undefined : filled
}
