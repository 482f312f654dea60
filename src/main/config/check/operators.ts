/** Objects that look like an operator and are none, so that they stay data. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import { operationOf, pathsIn } from '../../workflow/mapping.ts'
import { listNames, nearestName } from './nearest.ts'

/** `set` takes anything, and so would be suspected everywhere. */
const WITH_OPERANDS = ['add', 'subtract', 'multiply', 'divide', 'concat'] as const

/**
 * Why an object is hardly meant as data, or null. Only what reads a path is suspected, and not what another language
 * names so: `{ $set: … }` and `{ $add: ["$price", …] }` are good to be handed on. `isKept`: nobody but the workflow
 * itself gets it.
 */
export function operatorProblem(value: JsonObject, isKept: boolean): string | null {
  const [entry, ...others] = Object.entries(value)
  if (entry === undefined || others.length > 0 || operationOf(value) !== null) return null
  const [key, operand] = entry
  if (pathsIn(operand).length === 0) return null
  const name = key.replace(/^\$/, '')
  const hasSign = name !== key
  if (hasSign && isForeign(operand)) return null
  const meant = WITH_OPERANDS.find((operator) => operator === name)
  if (!hasSign && meant !== undefined) {
    if (meant === 'add') return null
    return `‘${key}’ takes a list of operands; without one this stays data: nothing is calculated.`
  }
  const near = meant ?? (Array.isArray(operand) && operand.length > 1 ? nearOperator(name) : null)
  if (near !== null)
    return `‘${key}’ is no operator, so this stays data: nothing is calculated. Did you mean ‘${near}’?`
  if (!hasSign || !isKept || !/^\p{L}+$/u.test(name)) return null
  return `‘${key}’ is no operator, so this stays data: nothing is calculated. There are ${listNames([...WITH_OPERANDS, 'set'], 'and')}.`
}

/** A letter too many, too few or in the wrong place; short names are too near to other words. */
function nearOperator(name: string): string | null {
  const folded = name.toLowerCase()
  const near = nearestName(
    folded,
    WITH_OPERANDS.filter((operator) => operator !== 'add'),
  )
  if (near === null) return folded === 'add' ? 'add' : null
  return isOneAway(folded, near) ? near : null
}

function isOneAway(left: string, right: string): boolean {
  let start = 0
  while (start < left.length && left[start] === right[start]) start += 1
  let end = 0
  const shorter = Math.min(left.length, right.length) - start
  while (end < shorter && left.at(-1 - end) === right.at(-1 - end)) end += 1
  const gone = left.slice(start, left.length - end)
  const come = right.slice(start, right.length - end)
  const isSwapped = gone.length === 2 && come.length === 2 && gone[0] === come[1] && gone[1] === come[0]
  return isSwapped || (gone.length <= 1 && come.length <= 1)
}

/** A `$name` among the operands: a field in the language of a database. */
function isForeign(operand: JsonValue): boolean {
  if (typeof operand === 'string') return /^\$[^.]/.test(operand)
  if (Array.isArray(operand)) return operand.some(isForeign)
  return isJsonObject(operand) && Object.values(operand).some(isForeign)
}
