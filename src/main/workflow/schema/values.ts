/**
 * Keywords of JSON Schema that ask something of one value, without looking at its parts, and what checking costs. A
 * schema of a few lines can ask for more steps than there are atoms: every step is therefore counted, and checking is
 * given up once there are too many (R7.2). Counted, not timed, so that the same value has the same answer on every
 * computer. Pure.
 */

import { fullFormats } from 'ajv-formats/dist/formats.js'
import { isJsonObject, type JsonObject, type JsonValue, setOwn } from '../../model/json.ts'

/** Some tens of milliseconds at the most: nobody else is answered meanwhile (R3.4). */
const MOST_STEPS = 500_000

export class CheckTooCostly extends Error {}

export interface Budget {
  /** @throws CheckTooCostly */
  spend(steps: number): void
  left(): number
}

export function createBudget(): Budget {
  let left = MOST_STEPS
  return {
    spend(steps) {
      left -= steps
      if (left < 0) throw new CheckTooCostly()
    },
    left: () => left,
  }
}

/** For work that is linear in a value that is there already. */
export const UNBOUNDED: Budget = { spend: () => {}, left: () => Number.POSITIVE_INFINITY }

/** One way in which a value does not fit; `params` as `describeErrors` reads them. */
interface Misfit {
  message: string
  params?: Record<string, unknown>
}

/** Null: it fits, or the keyword is not about values of this type. */
type ValueKeyword = (asked: JsonValue, value: JsonValue, budget: Budget) => Misfit | null

const LETTERS_A_STEP = 20

const CHARACTERS = { one: 'character', many: 'characters' }
const ITEMS = { one: 'item', many: 'items' }
const PROPERTIES = { one: 'property', many: 'properties' }

export const VALUE_KEYWORDS: Readonly<Record<string, ValueKeyword>> = {
  type: (asked, value) =>
    (
      Array.isArray(asked)
        ? asked.some((type) => isOfType(value, String(type)))
        : isOfType(value, String(asked))
    )
      ? null
      : { message: 'must be of another type', params: { type: asked } },
  maximum: ofNumbers((limit, value) => value <= limit, 'must be at most'),
  minimum: ofNumbers((limit, value) => value >= limit, 'must be at least'),
  exclusiveMaximum: ofNumbers((limit, value) => value < limit, 'must be less than'),
  exclusiveMinimum: ofNumbers((limit, value) => value > limit, 'must be more than'),
  multipleOf: ofNumbers((step, value) => Number.isInteger(value / step), 'must be a multiple of'),
  maxLength: ofSizes('most', CHARACTERS, lengthOf),
  minLength: ofSizes('least', CHARACTERS, lengthOf),
  maxItems: ofSizes('most', ITEMS, (value) => (Array.isArray(value) ? value.length : null)),
  minItems: ofSizes('least', ITEMS, (value) => (Array.isArray(value) ? value.length : null)),
  maxProperties: ofSizes('most', PROPERTIES, widthOf),
  minProperties: ofSizes('least', PROPERTIES, widthOf),
  uniqueItems(asked, value, budget) {
    if (asked !== true || !Array.isArray(value)) return null
    const distinct = new Set(value.map((item) => canonical(item, budget)))
    return distinct.size === value.length ? null : { message: 'has an item twice' }
  },
  enum(asked, value, budget) {
    const allowed = Array.isArray(asked) ? asked : [asked]
    return allowed.some((each) => isEqual(each, value, budget))
      ? null
      : { message: 'must be equal to one of the allowed values', params: { allowedValues: allowed } }
  },
  const: (asked, value, budget) =>
    isEqual(asked, value, budget)
      ? null
      : { message: 'must be equal to constant', params: { allowedValue: asked } },
}

function ofNumbers(fits: (limit: number, value: number) => boolean, words: string): ValueKeyword {
  return (asked, value) =>
    typeof value !== 'number' || fits(Number(asked), value) ? null : { message: `${words} ${asked}` }
}

function ofSizes(
  which: 'most' | 'least',
  what: { one: string; many: string },
  measure: (value: JsonValue, budget: Budget) => number | null,
): ValueKeyword {
  return (asked, value, budget) => {
    const size = measure(value, budget)
    const limit = Number(asked)
    if (size === null || (which === 'most' ? size <= limit : size >= limit)) return null
    return { message: `must have at ${which} ${limit} ${limit === 1 ? what.one : what.many}` }
  }
}

/** In characters, not in halves of them. */
function lengthOf(value: JsonValue, budget: Budget): number | null {
  if (typeof value !== 'string') return null
  budget.spend(value.length / LETTERS_A_STEP)
  let length = value.length
  for (let index = 0; index < value.length - 1; index += 1) {
    if ((value.charCodeAt(index) & 0xfc00) !== 0xd800) continue
    if ((value.charCodeAt(index + 1) & 0xfc00) !== 0xdc00) continue
    length -= 1
    index += 1
  }
  return length
}

function widthOf(value: JsonValue, budget: Budget): number | null {
  return isJsonObject(value) ? namesOf(value, budget).length : null
}

/** Listing the names of a wide object is work, too. */
export function namesOf(value: JsonObject, budget: Budget): string[] {
  const names = Object.keys(value)
  budget.spend(names.length)
  return names
}

export function isOfType(value: JsonValue, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value)
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isJsonObject(value)
  return typeof value === type
}

function isEqual(one: JsonValue, other: JsonValue, budget: Budget): boolean {
  budget.spend(typeof one === 'object' ? 1 : 0.2)
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
    return one.every((item, index) => isEqual(item, other[index] ?? null, budget))
  }
  const names = namesOf(one, budget)
  if (names.length !== namesOf(other, budget).length) return false
  return names.every(
    (name) => Object.hasOwn(other, name) && isEqual(one[name] ?? null, other[name] ?? null, budget),
  )
}

/** The same text for values that JSON Schema calls equal. */
function canonical(value: JsonValue, budget: Budget): string {
  budget.spend(typeof value === 'string' ? 2 + value.length / LETTERS_A_STEP : 2)
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, budget)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const names = namesOf(value, budget).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null, budget)}`).join(',')}}`
}

export class TooDeep extends Error {}

/** A copy, counted like everything else. @throws TooDeep for more levels than that, CheckTooCostly */
export function copyWithin(value: JsonValue, budget: Budget, levels: number): JsonValue {
  budget.spend(1)
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) throw new TooDeep()
  if (Array.isArray(value)) return value.map((item) => copyWithin(item, budget, levels - 1))
  const copy: JsonObject = {}
  for (const name of namesOf(value, budget))
    setOwn(copy, name, copyWithin(value[name] ?? null, budget, levels - 1))
  return copy
}

// ── The formats that are checked; every other one is a remark.

type FormatTest = (value: JsonValue, budget: Budget) => boolean

const STEPS_A_FORMAT = 5
const LETTERS_A_FORMAT = 10
/** Of the one whose expression takes time with the square of its text. */
const SQUARE_A_STEP = 50

const ofTexts =
  (test: (text: string) => boolean, cost = (length: number) => length / LETTERS_A_FORMAT): FormatTest =>
  (value, budget) => {
    if (typeof value !== 'string') return true
    budget.spend(STEPS_A_FORMAT + cost(value.length))
    return test(value)
  }

const FORMATS = new Map<string, FormatTest>()
for (const [name, format] of Object.entries(fullFormats)) {
  const isDefined = typeof format === 'object' && 'validate' in format
  const { validate, type } = (isDefined ? format : { validate: format }) as {
    validate: ((value: unknown) => unknown) | RegExp | boolean
    type?: string
  }
  if (typeof validate === 'boolean') continue
  const fits = (value: string | number) =>
    validate instanceof RegExp ? validate.test(String(value)) : validate(value) === true
  FORMATS.set(name, type === 'number' ? (value) => typeof value !== 'number' || fits(value) : ofTexts(fits))
}
FORMATS.set(
  'url',
  ofTexts(
    (text) => fullFormats.url instanceof RegExp && fullFormats.url.test(text),
    (length) => length ** 2 / SQUARE_A_STEP,
  ),
)

/** Null: nothing is checked. */
export function formatNamed(name: JsonValue | undefined): FormatTest | null {
  return typeof name === 'string' ? (FORMATS.get(name) ?? null) : null
}
