/** The formats of JSON Schema that are checked; every other one is a remark. Pure. */
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { JsonValue } from '../../model/json.ts'
import type { Budget } from './cost.ts'

export type FormatTest = (value: JsonValue, budget: Budget) => boolean

const STEPS = 5
const LETTERS_A_STEP = 10
/** Of the one whose expression takes time with the square of its text. */
const SQUARE_A_STEP = 50

const ofTexts =
  (test: (text: string) => boolean, cost = (length: number) => length / LETTERS_A_STEP): FormatTest =>
  (value, budget) => {
    if (typeof value !== 'string') return true
    budget.spend(STEPS + cost(value.length))
    return test(value)
  }

const FORMATS = new Map<string, FormatTest>()
for (const [name, format] of Object.entries(fullFormats)) {
  if (format instanceof RegExp)
    FORMATS.set(
      name,
      ofTexts((text) => format.test(text)),
    )
  else if (typeof format === 'function')
    FORMATS.set(
      name,
      ofTexts((text) => format(text) === true),
    )
  else if (typeof format !== 'object' || !('validate' in format)) continue
  else if (format.type === 'number') {
    const { validate } = format
    FORMATS.set(name, (value) => typeof value !== 'number' || validate(value) === true)
  } else if (typeof format.validate === 'function') {
    const validate = format.validate as (text: string) => unknown
    FORMATS.set(
      name,
      ofTexts((text) => validate(text) === true),
    )
  }
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
