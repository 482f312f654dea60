/** Values that nobody meant, and valid ones that went wrong in one place. */
import fc from 'fast-check'
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/main/model/json.ts'

/** What breaks programs: the names of objects' insides, emptiness, size, depth, lone surrogates, other alphabets. */
const NASTY: readonly JsonValue[] = [
  '',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '$.context.__proto__',
  '$.arguments.constructor.prototype',
  '$',
  '$.',
  '\u0024{HOME}',
  '\u0024{secret:x}',
  '../../etc/passwd',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '{"$ref":"#"}',
  'x'.repeat(100_000),
  '('.repeat(2000),
  -1,
  0,
  1e308,
  9_007_199_254_740_991,
  1.5,
  true,
  null,
  [],
  {},
  [[[[[[]]]]]],
  JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}'),
  nested(2000),
  Array.from({ length: 3000 }, (_, index) => index),
]

function nested(depth: number): JsonValue {
  let value: JsonValue = 'deep'
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

export const anyValue: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>,
)

export const anyObject: fc.Arbitrary<JsonObject> = fc
  .dictionary(
    fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'input', 'workflowId')),
    anyValue,
    {
      maxKeys: 6,
    },
  )
  .map((entries) => JSON.parse(JSON.stringify(entries)) as JsonObject)

/** One of these values, with something at a random place replaced, left out or added. */
export function mutated(values: readonly JsonObject[]): fc.Arbitrary<JsonObject> {
  return fc
    .tuple(
      fc.constantFrom(...values),
      fc.array(fc.tuple(fc.nat(), fc.nat(3), anyValue), { minLength: 1, maxLength: 3 }),
    )
    .map(([value, changes]) => {
      const copy = structuredClone(value)
      // Copied, too: the nasty values are shared, and a later change may fall into one.
      for (const [at, how, other] of changes) change(copy, at, how, structuredClone(other))
      // By way of JSON, as it would arrive: what was cut out of a list leaves null.
      return JSON.parse(JSON.stringify(copy)) as JsonObject
    })
}

function change(root: JsonObject, at: number, how: number, other: JsonValue): void {
  const places = placesIn(root)
  const place = places[at % Math.max(places.length, 1)]
  if (place === undefined) return
  const { holder, key } = place
  if (how === 0) Reflect.deleteProperty(holder, key)
  else if (how === 1) Reflect.set(holder, `${String(key)}_`, other)
  else Reflect.set(holder, key, other)
}

/** Not deeper than anybody means; what was put in may be deeper than the stack. */
function placesIn(value: JsonValue, depth = 0): { holder: object; key: string | number }[] {
  if (depth > 8) return []
  if (Array.isArray(value)) {
    return value.flatMap((inner, key) => [{ holder: value, key }, ...placesIn(inner, depth + 1)])
  }
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    { holder: value, key },
    ...placesIn(inner, depth + 1),
  ])
}

/** What must never be read outside: a stack trace, or a place of this program on the disk. */
export function leaksInside(text: string): boolean {
  return /\n\s+at |\\n\s+at |node_modules|src\/main\/|file:\/\//.test(text)
}
