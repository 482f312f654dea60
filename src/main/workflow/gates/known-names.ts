/**
 * Which names can stand in the maps of a call: by the declaration that makes it, or by the schema that it is checked
 * with. In a map that is in neither an agent may put a name that nobody has seen. Pure. May import: model.
 */

import type { ExecutorDeclaration } from '../../model/executor.ts'
import { isJsonObject, type JsonSchema, type JsonValue } from '../../model/json.ts'
import { kindOf } from '../executors/executors.ts'

export interface KnownNames {
  /** By the path of the map. */
  names: Readonly<Record<string, readonly string[]>>
  /** Maps of these that may hold further names all the same: their schema does not say that it may not. */
  open: readonly string[]
}

/** Of the arguments that an agent gives. */
export function namesOfArguments(schema: JsonSchema | undefined, path: string): KnownNames {
  const names = Object.fromEntries(namesInSchema(schema, path, true))
  return { names, open: path in names && schema?.additionalProperties !== false ? [path] : [] }
}

/** Of the literal call that this makes. */
export function namesOfCall(executor: ExecutorDeclaration, schema: JsonSchema | undefined): KnownNames {
  const { maps, sends } = kindOf(executor)
  const own = Object.fromEntries(
    ['$.call', ...maps.map((name) => `$.call.${name}`)].map((path) => [path, []]),
  )
  const made = (name: string, template: JsonValue | undefined): KnownNames => {
    const path = `$.call.${name}`
    if (template === undefined) {
      const given = namesOfArguments(schema, path)
      return { names: { ...own, ...given.names }, open: given.open }
    }
    return { names: { ...own, ...Object.fromEntries(namesInTemplate(template, path)) }, open: [] }
  }
  return sends === null ? { names: own, open: [] } : made(sends.name, sends.template(executor))
}

type NamesByPath = [path: string, names: string[]][]

/** `loose`: names that are declared count, although others may come. */
function namesInSchema(schema: JsonValue | undefined, path: string, loose: boolean): NamesByPath {
  if (!isJsonObject(schema)) return []
  const { properties, additionalProperties } = schema
  if (!isJsonObject(properties)) return additionalProperties === false ? [[path, []]] : []
  if (additionalProperties !== false && !loose) return []
  const inner = Object.entries(properties)
  return [
    [path, inner.map(([name]) => name)],
    ...inner.flatMap(([name, each]) => namesInSchema(each, `${path}.${name}`, false)),
  ]
}

function namesInTemplate(template: JsonValue, path: string): NamesByPath {
  if (!isJsonObject(template)) return []
  return [
    [path, Object.keys(template)],
    ...Object.entries(template).flatMap(([name, each]) => namesInTemplate(each, `${path}.${name}`)),
  ]
}
