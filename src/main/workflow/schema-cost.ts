/**
 * Bounds the work of checking a value (R7.2). A schema of a few lines can ask for more steps than there are atoms:
 * each subschema therefore carries its cost, and checking is given up once the sum is too high. Counted, not timed,
 * so that the same value has the same answer on every computer.
 */
import type { Ajv } from 'ajv'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from '../model/json.ts'

/** Some tenths of a second at the most. */
const MOST_STEPS = 1_000_000
/** Matching a pattern costs more than other steps, whatever the text. */
const STEPS_A_MATCH = 20
const LETTERS_A_STEP = 5

export const COST_KEYWORD = 'countersignCost'

/** A sentence that goes on from ‘cannot be checked, because’. */
export class CheckTooCostly extends Error {}

export interface Budget {
  spend(steps: number): void
  /** A pattern is about to be matched against the text. */
  spendOnText(text: string): void
  refill(): void
}

export function createBudget(): Budget {
  let left = MOST_STEPS
  const spend = (steps: number) => {
    left -= steps
    if (left < 0) throw new CheckTooCostly('its schema takes too many steps for it')
  }
  return {
    spend,
    spendOnText: (text) => spend(STEPS_A_MATCH + text.length / LETTERS_A_STEP),
    refill() {
      left = MOST_STEPS
    },
  }
}

/** Teaches the engine to count, and to find repeated items without comparing each with each. */
export function countCosts(engine: Ajv | Ajv2020, budget: Budget): void {
  engine.addKeyword({
    keyword: COST_KEYWORD,
    schemaType: 'number',
    errors: false,
    compile: (steps: number) => () => {
      budget.spend(steps)
      return true
    },
  })
  engine.removeKeyword('uniqueItems')
  const findRepeated = Object.assign(
    (isWanted: boolean, items: JsonValue[]): boolean => {
      const distinct = new Set(items.map(canonical))
      if (!isWanted || distinct.size === items.length) return true
      findRepeated.errors = [{ keyword: 'uniqueItems', message: 'has an item twice', params: {} }]
      return false
    },
    { errors: [] as object[] },
  )
  engine.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: findRepeated })
}

const HOLDS_DATA = new Set(['enum', 'const', 'default'])
/** Their names are the author's, each of their values is a schema. */
const HOLDS_NAMED = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
  'dependentRequired',
])

/** A copy in which every subschema carries its cost. Unknown keywords too: a reference may lead into them. */
export function withCosts(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema).map(([key, value]): [string, JsonValue] => {
    if (HOLDS_DATA.has(key)) return [key, value]
    return [key, HOLDS_NAMED.has(key) && isJsonObject(value) ? withCostsEach(value) : withCostsIn(value)]
  })
  const cost = 1 + Object.values(schema).reduce((sum: number, value) => sum + breadthOf(value), 0)
  return Object.fromEntries([...entries, [COST_KEYWORD, cost]])
}

function withCostsIn(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withCostsIn)
  return isJsonObject(value) ? withCosts(value) : value
}

function withCostsEach(named: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name, withCostsIn(value)]))
}

function breadthOf(value: JsonValue): number {
  if (Array.isArray(value)) return value.length
  return isJsonObject(value) ? Object.keys(value).length : 0
}

/** Whether a reference leads into plain data, where nothing is counted. */
export function leadsIntoData(reference: string): boolean {
  const segments = decode(reference).split('/').slice(1)
  return segments.some(
    (segment, index) => HOLDS_DATA.has(segment) && !HOLDS_NAMED.has(segments[index - 1] ?? ''),
  )
}

function decode(reference: string): string {
  try {
    return decodeURIComponent(reference)
  } catch {
    return reference
  }
}

/** The same text for values that JSON Schema calls equal. */
function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const fields = Object.keys(value).sort()
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`).join(',')}}`
}
