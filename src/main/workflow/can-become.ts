/** Whether a declared value can come to a given one: what is fixed in it is there, at any depth (R5.3). Pure. */
import type { Mapping } from '../model/executor.ts'
import { isJsonObject, type JsonObject, type JsonValue, ownOf, sortKeys, textsIn } from '../model/json.ts'
import {
  EMPTY_SCOPE,
  FORBIDDEN_KEYS,
  isPath,
  isWholePath,
  mapField,
  mapValue,
  operationOf,
  PATH_IN_TEXT,
  pathsInText,
  toText,
} from './scope.ts'

/** How values are filled in: `field`, of programs and requests, where a path may stand inside a text (R2.6). */
export type Filling = 'value' | 'field'

/** `actual`: undefined where there is none. */
export function canBecome(declared: JsonValue, actual: JsonValue | undefined, filling: Filling): boolean {
  if (typeof declared === 'string' && isOpen(declared, filling))
    return filling === 'value' || isWholePath(declared) || canBecomeText(declared, toText(actual))
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

/** The same of what is made a text of in a field: what its author wrote is there, in order, around whatever is filled in. */
export function canBecomeText(declared: JsonValue, actual: string): boolean {
  const parts = fixedParts(declared)
  if (parts.length === 1) return parts[0] === actual
  // Blanks at the ends of a header go.
  const [first = '', ...rest] = parts.map((part) => part.trim())
  const last = rest.pop() ?? ''
  if (!actual.trimStart().startsWith(first) || !actual.trimEnd().endsWith(last)) return false
  let at = actual.indexOf(first) + first.length
  for (const part of rest) {
    const found = actual.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return actual.lastIndexOf(last) >= at
}

/** What is fixed in it, with something filled in between each and the next. */
function fixedParts(declared: JsonValue): string[] {
  if (!isOpen(declared, 'field')) return [toText(mapField(declared, EMPTY_SCOPE))]
  if (typeof declared === 'string') return isWholePath(declared) ? ['', ''] : declared.split(PATH_IN_TEXT)
  const operation = isJsonObject(declared) ? operationOf(declared) : null
  if (operation?.operator !== 'concat') return ['', '']
  // Lists alone become one list.
  const isText = (operand: JsonValue) => typeof operand === 'string' && !isWholePath(operand)
  if (!operation.operands.some(isText)) return ['', '']
  return operation.operands
    .map(fixedParts)
    .reduce(
      (parts, [first = '', ...rest]) => [...parts.slice(0, -1), (parts.at(-1) ?? '') + first, ...rest],
      [''],
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
