/** How two JSON values compare in a guard: equality is deep, ordering never crosses types. */
import { isJsonObject, type JsonValue } from '../../model/json.ts'

export type ComparisonOperator =
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'contains'
  | 'starts_with'
  | 'ends_with'
  | 'matches'
  | 'in'

/** Deep equality; the order of keys does not matter. */
export function equals(left: JsonValue, right: JsonValue): boolean {
  // A stack of pairs instead of recursion: the values may be nested as deep as an agent likes.
  const pairs: [JsonValue, JsonValue][] = [[left, right]]
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [one, other] = pair
    if (one === other) continue
    if (Array.isArray(one) && Array.isArray(other)) {
      if (one.length !== other.length) return false
      for (const [index, item] of one.entries()) pairs.push([item, other[index] ?? null])
    } else if (isJsonObject(one) && isJsonObject(other)) {
      const keys = Object.keys(one)
      if (keys.length !== Object.keys(other).length) return false
      for (const key of keys) {
        if (!Object.hasOwn(other, key)) return false
        pairs.push([one[key] ?? null, other[key] ?? null])
      }
    } else return false
  }
  return true
}

/** Two numbers by size, two texts by UTF-16 code units; anything else is false. */
export function compare(operator: '<' | '<=' | '>' | '>=', left: JsonValue, right: JsonValue): boolean {
  const ordered =
    (typeof left === 'number' && typeof right === 'number') ||
    (typeof left === 'string' && typeof right === 'string')
  if (!ordered) return false
  switch (operator) {
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '>':
      return left > right
    case '>=':
      return left >= right
  }
}

/** A text within a text, or an item of a list. */
export function contains(left: JsonValue, right: JsonValue): boolean {
  if (typeof left === 'string') return typeof right === 'string' && left.includes(right)
  return Array.isArray(left) && left.some((item) => equals(item, right))
}

/** Whether the operator means something for values of these kinds; elsewhere it just does not hold. */
export function areComparable(operator: ComparisonOperator, left: JsonValue, right: JsonValue): boolean {
  const kind = typeof left
  switch (operator) {
    case '==':
    case '!=':
      return true
    case 'in':
      return Array.isArray(right)
    case 'contains':
      return Array.isArray(left) || (kind === 'string' && typeof right === 'string')
    case '<':
    case '<=':
    case '>':
    case '>=':
      return (kind === 'number' || kind === 'string') && kind === typeof right
    case 'starts_with':
    case 'ends_with':
    case 'matches':
      return kind === 'string' && typeof right === 'string'
  }
}
