/** How two JSON values compare in a guard: equality is deep, ordering never crosses types. */
import { isJsonObject, type JsonValue } from '../../model/json.ts'
import { compilePattern } from '../patterns/pattern.ts'

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

type Test<Value> = (left: Value, right: Value) => boolean | null

interface Operator {
  /** Whether it means something for values of these kinds; elsewhere it just does not hold. */
  isFor(left: JsonValue, right: JsonValue): boolean
  /** Of values that it is for; null: it cannot be decided. */
  holds: Test<JsonValue>
}

function areTexts(left: JsonValue, right: JsonValue): boolean {
  return typeof left === 'string' && typeof right === 'string'
}

/** Two numbers by size, two texts by UTF-16 code units. */
function ordered(holds: Test<number | string>): Operator {
  const isFor = (left: JsonValue, right: JsonValue) =>
    (typeof left === 'number' && typeof right === 'number') || areTexts(left, right)
  return { isFor, holds: holds as Test<JsonValue> }
}

function ofTexts(holds: Test<string>): Operator {
  return { isFor: areTexts, holds: holds as Test<JsonValue> }
}

function isIn(item: JsonValue, list: JsonValue): boolean {
  return Array.isArray(list) && list.some((each) => equals(each, item))
}

const TABLE = {
  '==': { isFor: () => true, holds: equals },
  '!=': { isFor: () => true, holds: (left, right) => !equals(left, right) },
  '<': ordered((left, right) => left < right),
  '<=': ordered((left, right) => left <= right),
  '>': ordered((left, right) => left > right),
  '>=': ordered((left, right) => left >= right),
  /** A text within a text, or an item of a list. */
  contains: {
    isFor: (left, right) => Array.isArray(left) || areTexts(left, right),
    holds: (left, right) => (Array.isArray(left) ? isIn(right, left) : String(left).includes(String(right))),
  },
  in: { isFor: (_, right) => Array.isArray(right), holds: isIn },
  starts_with: ofTexts((left, right) => left.startsWith(right)),
  ends_with: ofTexts((left, right) => left.endsWith(right)),
  /** Null: the text is too long for the pattern. */
  matches: ofTexts((text, source) => {
    const compiled = compilePattern(source)
    return compiled.ok ? compiled.pattern.matches(text) : null
  }),
} satisfies Record<string, Operator>

export type ComparisonOperator = keyof typeof TABLE

export const OPERATORS: Readonly<Record<ComparisonOperator, Operator>> = TABLE

export function isOperator(text: string): text is ComparisonOperator {
  return Object.hasOwn(OPERATORS, text)
}
