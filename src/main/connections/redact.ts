/** Keeps known secret values out of outputs, errors, audit and log tails (R2.3). */
import type { JsonObject, JsonValue } from '../model/json.ts'

const MARK = '«redacted»'
/** Shorter values ("true", "8080") occur everywhere by chance; removing them would garble honest text. */
const SHORTEST = 6

export interface Redactor {
  /** Values of fewer than six characters are not remembered. */
  add(secret: string): void
  redact(text: string): string
  /** Strings at any depth, names of fields included. */
  redactJson<T extends JsonValue>(value: T): T
}

export function createRedactor(): Redactor {
  const secrets = new Set<string>()
  const redact = (text: string) => {
    let ranges: Range[] = []
    for (const secret of secrets) ranges = ranges.concat(occurrences(text, secret))
    return ranges.length === 0 ? text : replaceRanges(text, ranges)
  }
  return {
    add(secret) {
      // A program may print a secret as it stands, inside JSON, inside an address, or line by line.
      const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())]
      if (secret.includes('\n')) forms.push(...secret.split(/\r?\n/))
      for (const form of forms) if (form.length >= SHORTEST) secrets.add(form)
    },
    redact,
    redactJson: (value) => redactStrings(value, redact),
  }
}

/** Applies `redact` to every string of a JSON value. */
export function redactStrings<T extends JsonValue>(value: T, redact: (text: string) => string): T
export function redactStrings(value: JsonValue, redact: (text: string) => string): JsonValue {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => redactStrings(item, redact))
  if (value === null || typeof value !== 'object') return value
  const result: JsonObject = {}
  for (const [name, item] of Object.entries(value)) {
    // Not an assignment: a field may be called `__proto__`.
    Object.defineProperty(result, redact(name), {
      value: redactStrings(item, redact),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return result
}

interface Range {
  start: number
  end: number
}

function occurrences(text: string, secret: string): Range[] {
  const found: Range[] = []
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1)) {
    found.push({ start: at, end: at + secret.length })
  }
  return found
}

/** Overlapping ranges become one mark, so that no part of a longer secret stays behind a shorter one. */
function replaceRanges(text: string, ranges: Range[]): string {
  const parts: string[] = []
  let done = 0
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (start >= done) parts.push(text.slice(done, start), MARK)
    done = Math.max(done, end)
  }
  return parts.join('') + text.slice(done)
}
