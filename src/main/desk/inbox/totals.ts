/** What the numbers of several items come to. Pure. */
import { isJsonObject, type JsonObject } from '../../model/json.ts'

const MOST_SUMS = 3
const DEEPEST = 3
/** Digits after the point. With more, a sum of them says nothing to a person. */
const MOST_DIGITS = 8

/** The fields that are a number in each of them (`payment.amount` where they are nested), the first few. */
export function sumShared(all: readonly JsonObject[]): { name: string; total: string }[] {
  if (all.length < 2) return []
  const [first, ...others] = all.map((values) => new Map(numbersOf(values)))
  if (first === undefined) return []
  return [...first.keys()]
    .filter((name) => others.every((numbers) => numbers.has(name)))
    .slice(0, MOST_SUMS)
    .map((name) => ({ name, total: add([first, ...others].map((numbers) => numbers.get(name) ?? 0)) }))
}

function numbersOf(values: JsonObject, depth = 1): [name: string, value: number][] {
  return Object.entries(values).flatMap(([name, value]): [string, number][] => {
    if (typeof value === 'number') return [[name, value]]
    if (!isJsonObject(value) || depth === DEEPEST) return []
    return numbersOf(value, depth + 1).map(([inner, number]) => [`${name}.${inner}`, number])
  })
}

/** Without the faults of binary fractions: .1 and .2 are .3. */
function add(numbers: readonly number[]): string {
  const digits = Math.min(MOST_DIGITS, Math.max(...numbers.map(digitsOf)))
  const total = numbers.reduce((sum, number) => sum + number, 0)
  return total.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

function digitsOf(number: number): number {
  const text = String(number)
  return text.includes('e') ? 0 : (text.split('.')[1]?.length ?? 0)
}
