/** Whether a declared value can come to a given one: what is fixed in it is there, at any depth (R5.3). Pure. */
import type { Mapping } from '../model/executor.ts'
import { isJsonObject, type JsonObject, type JsonValue, ownOf, sortKeys, textsIn } from '../model/json.ts'
import { EMPTY_SCOPE, FORBIDDEN_KEYS, isPath, mapField, mapValue, operationOf, pathsInText } from './scope.ts'

/** How values are filled in: `field`, of programs and requests, where a path may stand inside a text (R2.6). */
export type Filling = 'value' | 'field'

/** `actual`: undefined where there is none. */
export function canBecome(declared: JsonValue, actual: JsonValue | undefined, filling: Filling): boolean {
  if (typeof declared === 'string' && isOpen(declared, filling)) return true
  if (Array.isArray(declared)) {
    const given = Array.isArray(actual) ? actual : null
    return (
      given?.length === declared.length &&
      declared.every((item, index) => canBecome(item, given[index], filling))
    )
  }
  if (!isJsonObject(declared)) return actual === declared
  if (operationOf(declared) === null)
    return isJsonObject(actual) && canBecomeObject(declared, actual, filling)
  if (isOpen(declared, filling)) return true
  const made = filling === 'field' ? mapField(declared, EMPTY_SCOPE) : mapValue(declared, EMPTY_SCOPE)
  return actual !== undefined && write(made) === write(actual)
}

/** It has no other names; one whose value was nowhere to be found may be missing. */
export function canBecomeObject(declared: Mapping, actual: JsonObject, filling: Filling): boolean {
  const names = Object.keys(declared).filter((name) => !FORBIDDEN_KEYS.has(name))
  return (
    Object.keys(actual).every((name) => names.includes(name)) &&
    names.every((name) => canBecome(declared[name] ?? null, ownOf(actual, name), filling))
  )
}

/** Something in it is filled in. */
export function isOpen(declared: JsonValue, filling: Filling): boolean {
  return textsIn(declared).some(
    (text) => isPath(text) || (filling === 'field' && pathsInText(text).length > 0),
  )
}

function write(value: JsonValue): string {
  return JSON.stringify(sortKeys(value))
}
