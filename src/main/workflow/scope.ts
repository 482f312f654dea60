/** What an expression, a mapping, a template or a guard is evaluated against. Pure. May import: model. */
import type { Definition } from '../model/definition.ts'
import { GatewayError } from '../model/error.ts'
import type { Mapping } from '../model/executor.ts'
import {
  DEEPEST,
  isJsonObject,
  isTooDeep,
  isTooLarge,
  type JsonObject,
  type JsonValue,
  mapEntries,
  ownOf,
  textsIn,
} from '../model/json.ts'
import type { Run } from '../model/run.ts'
import type { SentencePiece } from './wording/quote.ts'

export interface Scope {
  arguments: JsonObject
  context: JsonObject
  input: JsonObject
  workflow: { id: string; state: string }
  /** The executor's result; only in output mappings and branches. */
  output?: JsonValue
  /** Literally what is about to run; only in exceptions of gates. */
  call?: JsonValue
}

/** Nothing has a value. */
export const EMPTY_SCOPE: Scope = {
  arguments: {},
  context: {},
  input: {},
  workflow: { id: '', state: '' },
}

/** A scope at an instant: what guards may pass or fail by, and with them the branches that a call has. */
export interface Moment extends Scope {
  /** Milliseconds since 1970; no path reads it. */
  now: number
}

export function scopeOf(run: Run, args: JsonObject, output?: JsonValue): Scope {
  return {
    arguments: args,
    context: run.context,
    input: run.input,
    workflow: { id: run.id, state: run.state },
    ...(output === undefined ? {} : { output }),
  }
}

/** What the guards of a workflow that is to start may read. */
export function startScope(definition: Definition, input: JsonObject, now: number): Moment {
  const { initialContext: context, initialState: state } = definition
  return { arguments: {}, context, input, workflow: { id: '', state }, now }
}

// ── `$.context.items[0].name`: how a path is written and followed. Only own keys are followed, and never the ones
// that lead to a prototype.

/** Keys that are never read and never written, whoever made them. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const SEGMENT = /\.([^.[\]]+)|\[(\d+)\]/gy

/** The segments after `$`, or null if this is not the spelling of a path. */
export function splitPath(path: string): string[] | null {
  if (!path.startsWith('$.')) return null
  const segments: string[] = []
  SEGMENT.lastIndex = 1
  let end = 1
  for (let match = SEGMENT.exec(path); match !== null; match = SEGMENT.exec(path)) {
    segments.push(match[1] ?? match[2] ?? '')
    end = SEGMENT.lastIndex
  }
  return end === path.length ? segments : null
}

const READABLE: ReadonlySet<string> = new Set(['arguments', 'context', 'input', 'output', 'call'])

/** Why a path can never have a value, or null. Sentences for `check`. */
export function pathProblem(path: string): string | null {
  const segments = splitPath(path)
  if (segments === null) {
    return `‘${path}’ is not a path. Write names after dots and numbers in brackets, as in $.context.items[0].name.`
  }
  const forbidden = segments.find((segment) => FORBIDDEN_KEYS.has(segment))
  if (forbidden !== undefined) return `‘${path}’ reads ‘${forbidden}’, which is never readable.`
  const [root, next] = segments
  if (root === 'workflow') {
    return next === undefined || next === 'id' || next === 'state' || next === 'input'
      ? null
      : `‘${path}’: of the workflow there are $.workflow.id, $.workflow.state and $.workflow.input.`
  }
  return READABLE.has(root ?? '')
    ? null
    : `‘${path}’ starts nowhere: paths begin with $.arguments, $.context, $.input, $.workflow or $.output.`
}

/** The value at a path; undefined where there is none. `$.input` is short for `$.workflow.input`. */
export function followPath(path: string, scope: Scope): JsonValue | undefined {
  const segments = splitPath(path)
  if (segments === null) return undefined
  const [root, ...rest] = segments
  return follow(rootValue(root ?? '', scope), rest)
}

/** Follows segments from a value; undefined where one is missing or forbidden. */
export function follow(start: JsonValue | undefined, segments: string[]): JsonValue | undefined {
  let value = start
  for (const segment of segments) {
    if (value === undefined) return undefined
    value = step(value, segment)
  }
  return value
}

function step(value: JsonValue, segment: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(segment) ? value[Number(segment)] : undefined
  return isJsonObject(value) && !FORBIDDEN_KEYS.has(segment) ? ownOf(value, segment) : undefined
}

function rootValue(root: string, { workflow: { id, state }, ...scope }: Scope): JsonValue | undefined {
  const { arguments: args, context, input, output, call } = scope
  const workflow: JsonObject = { id, state, input }
  return ownOf<JsonValue | undefined>({ arguments: args, context, input, output, call, workflow }, root)
}

// ── Values with paths and operators in them, filled in from a scope (seed 003). Pure: nothing is evaluated but
// paths and the six operators, and no key that leads to a prototype is read or written.

/** A string that begins with `$.` is a path; every other one is a literal. */
export function isPath(text: string): boolean {
  return text.startsWith('$.')
}

/** Of two numbers. */
const CALCULATIONS = {
  add: (left, right) => left + right,
  subtract: (left, right) => left - right,
  multiply: (left, right) => left * right,
  divide: (left, right) => (right === 0 ? Number.NaN : left / right),
} satisfies Record<string, (left: number, right: number) => number>
type Calculation = keyof typeof CALCULATIONS

/** Operators that take a list. `set` takes anything. */
export const WITH_OPERANDS = [...(Object.keys(CALCULATIONS) as Calculation[]), 'concat'] as const

/**
 * Fills in whole-string paths and operators, at any depth. A missing path is null. An operator is an object
 * whose only key is its name, with a list of operands (`set`: any value); other objects are plain data.
 */
export function mapValue(value: JsonValue, scope: Scope): JsonValue {
  return fillIn(value, (text) => (isPath(text) ? (followPath(text, scope) ?? null) : text))
}

/** The same in a field of `cli` or `rest`, where a path is also filled in inside a text (R2.6). */
export function mapField(value: JsonValue, scope: Scope): JsonValue {
  return fillIn(value, (text) =>
    isWholePath(text) ? (followPath(text, scope) ?? null) : interpolate(text, scope),
  )
}

/** A mapping filled in; its keys are the keys of the result. */
export function mapObject(mapping: Mapping, scope: Scope): JsonObject {
  return fillInObject(mapping, (text) => (isPath(text) ? (followPath(text, scope) ?? null) : text))
}

/**
 * What a step writes into the context. Nothing that is less may stand in the place of what a run does not keep: a condition
 * may rest on it.
 * @throws GatewayError where it would grow beyond that
 */
export function mapOutput(output: Mapping, scope: Scope): JsonObject {
  return mapEntries(mapObject(output, scope), (value, name) => {
    if (!isTooDeep(value) && !isTooLarge(value)) return value
    throw new GatewayError(
      'INTERNAL',
      `The step was not recorded: ‘${name}’ would be longer than 8 million characters, or nested deeper than ${DEEPEST} levels, and a run keeps no more.`,
    )
  })
}

/** A tool takes an absent argument for its default and null for an error: what is missing is left out. */
export function mapPresent(map: Mapping, scope: Scope): JsonObject {
  const result: JsonObject = {}
  for (const [key, value] of Object.entries(map)) {
    const missing = typeof value === 'string' && isPath(value) && followPath(value, scope) === undefined
    if (!missing && !FORBIDDEN_KEYS.has(key)) result[key] = mapValue(value, scope)
  }
  return result
}

function fillIn(value: JsonValue, read: (text: string) => JsonValue): JsonValue {
  if (typeof value === 'string') return read(value)
  if (Array.isArray(value)) return value.map((item) => fillIn(item, read))
  if (!isJsonObject(value)) return value
  const operation = operationOf(value)
  if (operation === null) return fillInObject(value, read)
  if (operation.operator === 'set') return fillIn(operation.operand, read)
  const operands = operation.operands.map((operand) => fillIn(operand, read))
  return operation.operator === 'concat' ? concatenate(operands) : calculate(operation.operator, operands)
}

function fillInObject(object: JsonObject, read: (text: string) => JsonValue): JsonObject {
  const result: JsonObject = {}
  for (const [key, value] of Object.entries(object)) {
    if (!FORBIDDEN_KEYS.has(key)) result[key] = fillIn(value, read)
  }
  return result
}

type Operation =
  | { operator: 'set'; operand: JsonValue }
  | { operator: (typeof WITH_OPERANDS)[number]; operands: JsonValue[] }

/** The operator that an object stands for, or null if it is plain data. */
export function operationOf(value: JsonObject): Operation | null {
  const [entry, ...others] = Object.entries(value)
  if (entry === undefined || others.length > 0) return null
  const [key, operand] = entry
  if (key === 'set') return { operator: key, operand }
  const operator = WITH_OPERANDS.find((each) => each === key)
  return operator !== undefined && Array.isArray(operand) ? { operator, operands: operand } : null
}

/** From left to right. Null counts as 0; anything else that is not a number, or no finite result, gives null. */
function calculate(operator: Calculation, operands: JsonValue[]): number | null {
  const numbers: number[] = []
  for (const operand of operands) {
    if (operand !== null && typeof operand !== 'number') return null
    numbers.push(operand ?? 0)
  }
  const [first, ...rest] = numbers
  if (first === undefined) return null
  const result = rest.reduce(CALCULATIONS[operator], first)
  return Number.isFinite(result) ? result : null
}

/** Text; or, where every operand is a list or null, one list. */
function concatenate(operands: JsonValue[]): JsonValue {
  const lists = operands.filter((operand) => operand !== null)
  if (lists.length > 0 && lists.every((operand) => Array.isArray(operand))) return lists.flat()
  return operands.map((operand) => toText(operand)).join('')
}

/** A value inside a text: strings as they are, null as nothing, lists and objects as compact JSON. */
export function toText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Inside a text a path ends at the first character that is no letter, digit, `_`, `.name` or `[n]`. */
export const PATH_IN_TEXT =
  /\$\.(?:arguments|context|input|workflow|output)(?![\p{L}\p{N}_])(?:\.[\p{L}\p{N}_]+|\[\d+\])*/gu

/**
 * Replaces every `$.path` of a text, for the fields of programs and requests (R2.6). Missing values become ''. A text that is one
 * path as a whole is read as everywhere else: its keys may hold hyphens.
 */
export function interpolate(
  text: string,
  scope: Scope,
  write: (value: JsonValue | undefined, path: string) => string = toText,
): string {
  if (isWholePath(text)) return write(followPath(text, scope), text)
  return text.replace(PATH_IN_TEXT, (path) => write(followPath(path, scope), path))
}

/** A text of a `cli` or `rest` field that is one path and nothing else. */
export function isWholePath(text: string): boolean {
  return isPath(text) && text.lastIndexOf('$') === 0 && pathProblem(text) === null
}

/** The paths that `interpolate` replaces in a text. */
export function pathsInText(text: string): string[] {
  return [...new Set(text.match(PATH_IN_TEXT) ?? [])]
}

const PLACE = /\{([\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_-]+|\[\d+\])*)\}/gu

/**
 * A one-line template for people: `{arguments.title}`, `{context.x}`, `{input.x}`, or short `{title}`, which is
 * looked for in the arguments, then the context, then the input. What is missing reads `(not given)`.
 */
export function fillTemplate(template: string, scope: Scope): SentencePiece[] {
  const parts: SentencePiece[] = []
  for (const { words, place } of splitTemplate(template)) {
    addWords(parts, words)
    if (place === null) continue
    const value = valueOfPlace(place, scope)
    if (value === undefined || value === null || value === '') addWords(parts, '(not given)')
    else parts.push({ kind: 'quote', text: toText(value) })
  }
  return parts
}

/** The places of a template in order, each with the words before it; `words` alone at its end. */
export function splitTemplate(template: string): { words: string; place: string | null }[] {
  const parts: { words: string; place: string | null }[] = []
  let end = 0
  for (const match of template.matchAll(PLACE)) {
    parts.push({ words: template.slice(end, match.index), place: match[1] ?? '' })
    end = match.index + match[0].length
  }
  return [...parts, { words: template.slice(end), place: null }]
}

function addWords(parts: SentencePiece[], text: string): void {
  const last = parts.at(-1)
  if (text === '') return
  if (last?.kind === 'author') last.text += text
  else parts.push({ kind: 'author', text })
}

/** The path of a `{place}` that names its root; null: it is looked for. */
export function namedPath(place: string): string | null {
  // Never elsewhere: an argument called `context` must not stand in for the context.
  return /^(?:arguments|context|input|workflow)\./.test(place) ? `$.${place}` : null
}

/** Of a `{place}` that is looked for. */
export function segmentsOfPlace(place: string): string[] {
  return place.replaceAll('[', '.').replaceAll(']', '').split('.')
}

/** The value of a `{place}`: of a named root, or looked for in the arguments, then the context, then the input. */
export function valueOfPlace(place: string, scope: Scope): JsonValue | undefined {
  const path = namedPath(place)
  if (path !== null) return followPath(path, scope)
  const segments = segmentsOfPlace(place)
  for (const values of [scope.arguments, scope.context, scope.input]) {
    const value = follow(values, segments)
    if (value !== undefined) return value
  }
  return undefined
}

/** All whole-string paths that a value with paths and operators reads, each once, in order. */
export function pathsIn(value: JsonValue): string[] {
  return [...new Set(textsIn(value).filter(isPath))]
}
