/** Keeps known secret values out of outputs, errors, audit and log tails (R2.3). */
import type { JsonObject, JsonValue } from '../model/json.ts'

const MARK = '«redacted»'
/** Shorter values ("true", "8080") occur everywhere by chance; removing them would garble honest text. */
const SHORTEST = 6
/** In base64 a part of it can be found only whole groups of bits at a time, which of fewer is too little. */
const SHORTEST_ENCODED = 8

export interface Redactor {
  /** Values of fewer than six characters are not remembered. Known with each are the ways in which programs write it. */
  add(...secrets: string[]): void
  redact(text: string): string
}

export function createRedactor(): Redactor {
  const known = new Set<string>()
  /** The shorter ones first: a result may hold a million short texts, and a long form is in none of them. */
  let forms: string[] = []
  /** Made when a text is looked at; null: not since the last one was added. */
  let beginnings: RegExp | null = null
  const redact = (text: string) => {
    if (forms.length === 0) return text
    beginnings ??= beginningsOf(forms)
    // Most texts hold none of them, which one look for all tells a hundred times faster than one for each.
    if (!beginnings.test(text)) return text
    const ranges: Range[] = []
    for (const form of forms) {
      if (form.length > text.length) break
      findOccurrences(text, form, ranges)
    }
    return ranges.length === 0 ? text : replaceRanges(text, ranges)
  }
  return {
    add(...secrets) {
      // Each call names its secrets again; what they may look like is worked out once.
      const added = secrets.filter((secret) => secret.length >= SHORTEST && !known.has(secret))
      if (added.length === 0) return
      for (const secret of added) known.add(secret)
      const found = added.flatMap((secret) => [...formsOf(secret)])
      forms = [...new Set([...forms, ...found])].sort((one, other) => one.length - other.length)
      beginnings = null
    },
    redact,
  }
}

/** So much of each is looked for at once: an expression of whole keys of some kilobytes would be too large. */
const BEGINNING = 24

function beginningsOf(forms: readonly string[]): RegExp {
  const each = new Set(forms.map((form) => form.slice(0, BEGINNING).replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')))
  return new RegExp([...each].join('|'))
}

/** A program may print a secret as it stands, inside JSON, inside an address, encoded, or line by line. */
function formsOf(secret: string): Set<string> {
  const forms = new Set([secret])
  for (const part of [secret, ...(secret.includes('\n') ? secret.split(/\r?\n/) : [])]) {
    if (part.length < SHORTEST) continue
    const escaped = JSON.stringify(part).slice(1, -1)
    const address = encodeURIComponent(part.toWellFormed())
    const slashed = escaped.replaceAll('/', '\\/')
    for (const form of [part, ...jsonOf(escaped), ...jsonOf(slashed)]) forms.add(form)
    const addresses = [address, address.replaceAll('%2F', '/'), ...formEncoded(part)]
    for (const form of addresses) forms.add(form).add(lowerHex(form))
    if (part.length >= SHORTEST_ENCODED) for (const form of base64Of(part)) forms.add(form)
  }
  return forms
}

/** Also as it is written where only ASCII may be: what is not is escaped, in capitals or not. */
function jsonOf(escaped: string): string[] {
  const withEscapes = (text: string, inCapitals: boolean) =>
    text.replace(/[\u0080-\uffff]/g, (unit) => {
      const hex = unit.charCodeAt(0).toString(16).padStart(4, '0')
      return `\\u${inCapitals ? hex.toUpperCase() : hex}`
    })
  return [escaped, withEscapes(escaped, false), withEscapes(escaped, true)]
}

function lowerHex(address: string): string {
  return address.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
}

/** As forms and most other languages write it: a space as `+`, and marks encoded that JavaScript leaves. */
function formEncoded(part: string): string[] {
  const form = new URLSearchParams([['', part]]).toString().slice(1)
  return [form, form.replaceAll('+', '%20')]
}

/**
 * Within a longer text, as in `user:secret`, it may begin at any of three places of a group of four characters; those
 * that also hold bits of what is beside it are left out. With the alphabet for addresses, too.
 */
function base64Of(part: string): string[] {
  const bytes = Buffer.from(part, 'utf8')
  return [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes])
    const first = Math.ceil((before * 8) / 6)
    const whole = padded.toString('base64').slice(first, Math.floor((padded.length * 8) / 6))
    return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** Applies `redact` to every string of a JSON value, and to a number that is, or holds, what nobody may see. */
export function redactStrings<T extends JsonValue>(value: T, redact: (text: string) => string): T
export function redactStrings(value: JsonValue, redact: (text: string) => string): JsonValue {
  if (typeof value === 'string') return redact(value)
  if (typeof value === 'number') {
    const digits = String(value)
    const shown = redact(digits)
    return shown === digits ? value : shown
  }
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

function findOccurrences(text: string, form: string, found: Range[]): void {
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) {
    found.push({ start: at, end: at + form.length })
  }
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
