/** What the parts of the conversion share: where a difference is noted, and what is known around a value. */
import { isJsonObject, type JsonObject, type JsonValue, ownOf } from '../../model/json.ts'
import type { Path } from '../read/tree.ts'
import type { DifferenceId } from './differences.ts'

export interface Note {
  id: DifferenceId
  path: Path
  /** The very thing, as it is written there; null: the place says it. */
  what: string | null
}

export type TakeNote = (id: DifferenceId, path: Path, what?: string) => void

/** What is known where a value, a guard or an executor stands. */
export interface ConversionContext {
  note: TakeNote
  /** The whole document, as it is written there. */
  document: JsonObject
  initialContext: JsonObject
  inputSchema: JsonValue | undefined
  argumentsSchema: JsonValue | undefined
}

/** What a value is here; undefined: nothing. `whole`: what it stands in. */
export type ConvertKey = (
  value: JsonValue,
  path: Path,
  context: ConversionContext,
  whole: JsonObject,
) => JsonValue | undefined

export const same: ConvertKey = (value) => value

/** Keeps the keys that are known, each as its function says; `unknown`: what is said of the others. */
export function convertKeys(
  whole: JsonObject,
  path: Path,
  context: ConversionContext,
  keys: Record<string, ConvertKey>,
  unknown: DifferenceId = 'no-counterpart',
): JsonObject {
  const result: JsonObject = {}
  for (const [key, value] of Object.entries(whole)) {
    const at = [...path, key]
    const convert = ownOf(keys, key)
    if (convert === undefined) context.note(unknown, at, key)
    const converted = convert?.(value, at, context, whole)
    if (converted !== undefined) result[key] = converted
  }
  return result
}

export function objectAt(value: JsonValue | undefined, key: string): JsonObject {
  const found = isJsonObject(value) ? value[key] : undefined
  return isJsonObject(found) ? found : {}
}

export function listAt(value: JsonValue | undefined, key: string): JsonValue[] {
  const found = isJsonObject(value) ? value[key] : undefined
  return Array.isArray(found) ? found : []
}

/** The declared schema of `$.arguments.name` or `$.workflow.input.name`; undefined: nothing is declared. */
export function schemaOf(path: string, context: ConversionContext): JsonValue | undefined {
  const [root, name] = namedIn(path)
  const schema = root === 'arguments' ? context.argumentsSchema : context.inputSchema
  return name === null ? undefined : objectAt(schema, 'properties')[name]
}

/** Whether a schema says that the value is there. */
export function isRequired(path: string, context: ConversionContext): boolean {
  const [root, name] = namedIn(path)
  const schema = root === 'arguments' ? context.argumentsSchema : context.inputSchema
  return name !== null && listAt(schema, 'required').includes(name)
}

function namedIn(path: string): ['arguments' | 'input', string | null] {
  const found = /^\$\.(arguments|workflow\.input)\.([^.[\]]+)$/.exec(path)
  return [found?.[1] === 'arguments' ? 'arguments' : 'input', found?.[2] ?? null]
}
