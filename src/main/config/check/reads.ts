/** What a value, an expression or a template reads, held against what can be read there. */

import type { Definition } from '../../model/definition.ts'
import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  ownOf,
  textsIn,
} from '../../model/json.ts'
import { conditionsIn, type Expression } from '../../workflow/expression/expression.ts'
import type { KnownKeys } from '../../workflow/schema/schema.ts'
import {
  namedPath,
  operationOf,
  pathProblem,
  pathsIn,
  pathsInText,
  splitPath,
  WITH_OPERANDS,
} from '../../workflow/scope.ts'
import type { Path } from '../read/tree.ts'
import type { CheckContext } from './checking.ts'
import { didYouMean, listNames, nearestName } from './nearest.ts'

/** Strings that are a path as a whole, at any depth. */
export function checkValue(checking: CheckContext, value: JsonValue, path: Path, readable: Readable): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkValue(checking, item, [...path, index], readable)
  } else if (typeof value === 'object' && value !== null) {
    checkOperator(checking, value, path, readable)
    for (const [key, item] of Object.entries(value)) checkValue(checking, item, [...path, key], readable)
  } else if (typeof value === 'string') {
    const [whole] = pathsIn(value)
    if (whole !== undefined) checkPath(checking, whole, path, readable)
    else checkEmbedded(checking, value, path)
  }
}

/** The result of a step is only ever read where it is kept. */
export function checkOperator(
  checking: CheckContext,
  value: JsonObject,
  path: Path,
  { output }: Pick<Readable, 'output'>,
): void {
  const message = operatorProblem(value, output)
  if (message !== null) checking.findings.warning(path, message)
}

/** R2.6: only in the fields of what runs a program or sends a request is a path filled in inside a longer text. */
function checkEmbedded(checking: CheckContext, text: string, path: Path): void {
  const [inside] = pathsInText(text)
  if (inside === undefined) return
  const message = `‘${inside}’ is not filled in here, because the text goes on round it. Write { concat: [ … ] } with the text and the path.`
  checking.findings.warning(path, message)
}

/** A name after `$.`, and then more of a path or nothing: what would be a path if it began with a known name. */
const PATH_FROM_NOWHERE = /^\$\.[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_-]+|\[\d+\])*$/u

/** Text in which every path is filled in. What is none is handed on as it stands, which is seldom meant. */
export function checkText(checking: CheckContext, text: string, path: Path, readable: Readable): void {
  const paths = pathsInText(text)
  for (const inside of paths) checkPath(checking, inside, path, readable)
  const problem = paths.length === 0 && PATH_FROM_NOWHERE.test(text) ? pathProblem(text) : null
  if (problem !== null) checking.findings.warning(path, `${problem} It is handed on as it stands.`)
}

const PLACE = /\{([\p{L}_][\p{L}\p{N}_]*)((?:\.[\p{L}\p{N}_-]+|\[\d+\])*)\}/gu

/** `{name}` of a summary: looked for in the arguments, the context and the input. */
export function checkTemplate(
  checking: CheckContext,
  template: string,
  path: Path,
  readable: Readable,
): void {
  for (const [place, name = '', rest = ''] of template.matchAll(PLACE)) {
    if (/^(?:arguments|context|input|workflow)$/.test(name) && rest !== '') {
      checkPath(checking, `$.${name}${rest}`, path, readable)
      continue
    }
    const message = replaced(place.slice(1, -1), readable)
    if (message !== null) checking.findings.warning(path, message)
    const sources = [readable.arguments, readable.context, readable.input]
    if (sources.some((keys) => keys === null || keys.has(name))) continue
    const known = sources.flatMap((keys) => [...(keys ?? [])])
    const missed = `‘${place}’ is shown as “(not given)”: neither arguments nor context nor input have a ‘${name}’.`
    checking.findings.warning(path, missed + didYouMean(name, known))
  }
}

/** Why a `{place}` may be another value than it seems, as a sentence: arguments are looked at first. Null: it is not. */
export function replaced(place: string, { open, context, input }: Readable): string | null {
  const [name = ''] = place.split(/[.[]/)
  if (open === undefined || open.has(name) || namedPath(place) !== null) return null
  const root = context?.has(name) ? 'context' : input?.has(name) ? 'input' : null
  if (root === null) return null
  return `‘{${place}}’ is the argument ‘${name}’ wherever an agent gives one, which no ‘inputSchema’ forbids here, and not what the ${root} has. Write ‘{${root}.${place}}’.`
}

/** Whether a `{place}` of a path can have a value. */
export function isReadAt(place: string, readable: Readable): boolean {
  const [name = ''] = place.split(/[.[]/)
  const path = namedPath(place)
  if (path !== null) return unwritten(path, readable) === null
  const given = readable.noArguments === undefined ? readable.arguments : new Set<string>()
  return [given, readable.context, readable.input].some((keys) => keys === null || keys.has(name))
}

export function checkPath(checking: CheckContext, read: string, path: Path, readable: Readable): void {
  const message = pathProblem(read) ?? unwritten(read, readable) ?? partOfPlain(read, readable)
  if (message !== null) checking.findings.warning(path, message)
}

/** Why there is never anything at a path, or null. */
function unwritten(read: string, readable: Readable): string | null {
  const [root, second, third] = splitPath(read) ?? []
  if (root === 'call') {
    return readable.call === true
      ? null
      : `‘${read}’ is empty here: the call itself can be read in the ‘except’ of a gate only.`
  }
  if (root === 'output') {
    if (readable.output) return readable.result ? outputProblem(read, readable.result) : null
    return `‘${read}’ is empty here: a result can be read in ‘output’ and in ‘branches’ only. Write it into the context there, and read it from there.`
  }
  if (root === 'arguments') {
    if (readable.noArguments !== undefined) return `‘${read}’ is empty here: ${readable.noArguments}.`
    return missing(read, second, readable.arguments, 'the ‘inputSchema’ of the arguments does not declare')
  }
  if (root === 'context') {
    if (second === 'steps' && readable.steps) return missing(read, third, readable.steps, 'there is no step')
    return missing(read, second, readable.context, 'nothing writes into the context')
  }
  const input = root === 'workflow' && second === 'input' ? third : root === 'input' ? second : undefined
  return missing(read, input, readable.input, "the workflow's ‘inputSchema’ does not declare")
}

function missing(read: string, key: string | undefined, keys: KnownKeys, why: string): string | null {
  if (key === undefined || keys === null || keys.has(key)) return null
  return `‘${read}’ is read here, but ${why} ‘${key}’.${didYouMean(key, keys)}`
}

// ── Comparisons that the schemas beside them decide: a number with a text, a value with what it can never be.

type Comparison = Extract<Expression, { kind: 'compare' }>

const COMPARED: readonly string[] = ['==', '!=', '<', '<=', '>', '>=']

/** A sentence for each. */
export function comparisonProblems(expression: Expression, readable: Readable): string[] {
  return conditionsIn(expression).flatMap((each) =>
    each.kind === 'compare' ? (problemOf(each, readable) ?? []) : [],
  )
}

function problemOf({ operator, left, right }: Comparison, readable: Readable): string | null {
  if (!COMPARED.includes(operator)) return null
  const [path, value] = left.kind === 'path' ? [left, right] : [right, left]
  if (path.kind !== 'path' || value.kind !== 'literal' || value.value === null) return null
  const schema = schemaAt(splitPath(path.path) ?? [], readable)
  if (schema === null) return null
  const outcome = operator === '!=' ? 'always holds' : 'never holds'
  const shown = JSON.stringify(value.value)
  const types = typesOf(schema)
  const compared = typeOf(value.value)
  if (types !== null && !types.includes(compared)) {
    return `‘${path.path}’ is ${words(types)} and is compared with the ${compared} ${shown}: that ${outcome}.`
  }
  const isEquality = operator === '==' || operator === '!='
  if (!isEquality || !Array.isArray(schema.enum) || schema.enum.includes(value.value)) return null
  return `‘${path.path}’ is never ${shown}, says its ‘enum’: that ${outcome}.`
}

/** Whether somebody may give a text there, or anything else that is neither more nor less than a number. */
export function mayBeNoNumber(path: string, readable: Readable): boolean {
  const segments = splitPath(path) ?? []
  const schema = schemaAt(segments, readable)
  const types = schema && typesOf(schema)
  return isGiven(segments) && types?.every((type) => type === 'number') !== true
}

function isGiven([root, next]: readonly string[]): boolean {
  return root === 'arguments' || root === 'input' || (root === 'workflow' && next === 'input')
}

const PLAIN: readonly string[] = ['text', 'number', 'boolean']

/** A sentence where a path goes on behind something that has no parts; null: it does not, or nothing is known of it. */
function partOfPlain(read: string, readable: Readable): string | null {
  const segments = splitPath(read) ?? []
  for (let end = 2; end < segments.length; end += 1) {
    const schema = schemaAt(segments.slice(0, end), readable)
    const types = schema && typesOf(schema)
    if (types?.every((type) => PLAIN.includes(type)) !== true) continue
    const [holder, part] = [segments[end - 1], segments[end]]
    return `‘${read}’ is empty here: ‘${holder}’ is ${words(types)}, and has no ‘${part}’. Where a text goes on behind it, write { concat: [ … ] } with the path and the text.`
  }
  return null
}

/** Null: nothing is known of it. `segments` as `splitPath` gives them. */
function schemaAt([root, ...rest]: readonly string[], { schemas }: Readable): JsonSchema | null {
  const names = root === 'workflow' && rest[0] === 'input' ? rest.slice(1) : rest
  const from = root === 'arguments' ? schemas?.arguments : schemas?.input
  if (names.length === 0 || !isGiven([root ?? '', ...rest])) return null
  let schema: JsonValue | undefined = from
  for (const name of names) {
    if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return null
    schema = ownOf(schema.properties, name)
  }
  return isJsonObject(schema) ? schema : null
}

/** Names as people use them; null: any. */
function typesOf({ type }: JsonSchema): string[] | null {
  const types = Array.isArray(type) ? type : [type]
  return types.every((each) => typeof each === 'string')
    ? types.map((each) => (each === 'integer' ? 'number' : each === 'string' ? 'text' : each))
    : null
}

function typeOf(value: JsonValue): string {
  return typeof value === 'string' ? 'text' : typeof value
}

function words(types: readonly string[]): string {
  return types.map((type) => `a ${type}`).join(' or ')
}

// ── Objects that look like an operator and are none, so that they stay data.

/**
 * Why an object is hardly meant as data, or null. Only what reads a path is suspected, and not what another language
 * names so: `{ $set: … }` and `{ $add: ["$price", …] }` are good to be handed on. `isKept`: nobody but the workflow
 * itself gets it.
 */
function operatorProblem(value: JsonObject, isKept: boolean): string | null {
  const [entry, ...others] = Object.entries(value)
  if (entry === undefined || others.length > 0 || operationOf(value) !== null) return null
  const [key, operand] = entry
  if (pathsIn(operand).length === 0) return null
  const name = key.replace(/^\$/, '')
  const hasSign = name !== key
  if (hasSign && isForeign(operand)) return null
  const meant = WITH_OPERANDS.find((operator) => operator === name)
  if (!hasSign && meant !== undefined) {
    if (meant === 'add') return null
    return `‘${key}’ takes a list of operands; without one this stays data: nothing is calculated.`
  }
  const near = meant ?? (Array.isArray(operand) && operand.length > 1 ? nearOperator(name) : null)
  if (near !== null)
    return `‘${key}’ is no operator, so this stays data: nothing is calculated. Did you mean ‘${near}’?`
  if (!hasSign || !isKept || !/^\p{L}+$/u.test(name)) return null
  return `‘${key}’ is no operator, so this stays data: nothing is calculated. There are ${listNames([...WITH_OPERANDS, 'set'], 'and')}.`
}

/** A letter too many, too few or in the wrong place; short names are too near to other words. */
function nearOperator(name: string): string | null {
  const folded = name.toLowerCase()
  const near = nearestName(
    folded,
    WITH_OPERANDS.filter((operator) => operator !== 'add'),
  )
  if (near === null) return folded === 'add' ? 'add' : null
  return isOneAway(folded, near) ? near : null
}

function isOneAway(left: string, right: string): boolean {
  let start = 0
  while (start < left.length && left[start] === right[start]) start += 1
  let end = 0
  const shorter = Math.min(left.length, right.length) - start
  while (end < shorter && left.at(-1 - end) === right.at(-1 - end)) end += 1
  const gone = left.slice(start, left.length - end)
  const come = right.slice(start, right.length - end)
  const isSwapped = gone.length === 2 && come.length === 2 && gone[0] === come[1] && gone[1] === come[0]
  return isSwapped || (gone.length <= 1 && come.length <= 1)
}

/** A `$name` among the operands: a field in the language of a database. */
function isForeign(operand: JsonValue): boolean {
  return textsIn(operand).some((text) => /^\$[^.]/.test(text))
}

// ── Which names a path can read, as far as a schema says so.

/** The names of one level of a result, with what is below each. Null: anything may be there. */
export type KnownOutput = ReadonlyMap<string, KnownOutput> | null

/** What can be read at one place of a configuration. */
export interface Readable {
  /** Undefined: there are no arguments at this place, and the sentence that says why. */
  arguments: KnownKeys
  noArguments?: string
  /** Of a capability: the arguments that its schema names, even where it takes others. Absent or null: unknown. */
  declared?: KnownKeys
  /** The arguments that are declared where an agent may give any others, too. */
  open?: ReadonlySet<string>
  context: KnownKeys
  input: KnownKeys
  /** Whether there is a result to be read. */
  output: boolean
  /** What that result, or one of those that may come instead, holds. Absent: anything. */
  result?: KnownOutput
  /** What input and arguments must fit, where it is declared. */
  schemas?: { input?: JsonSchema | undefined; arguments?: JsonSchema | undefined }
  /** Names of the steps that the context tells of, where a workflow is written as steps. */
  steps?: KnownKeys
  /** Whether the call that is about to run can be read: in the exception of a gate. */
  call?: true
}

/** Whatever a run of it may have in its context. */
export function contextKeys(definition: Definition): Set<string> {
  const written = Object.values(definition.states).flatMap(({ onEnter, transitions }) => [
    onEnter?.output ?? {},
    ...Object.values(transitions).map(({ output }) => output),
  ])
  return new Set([definition.initialContext, ...written].flatMap((mapping) => Object.keys(mapping)))
}

/** The steps that it is written as; null: it is written as states. */
export function stepNames({ states, initialContext }: Definition): KnownKeys {
  const isSteps = Object.values(states).some(({ transitions }) =>
    Object.values(transitions).some(({ step }) => step !== undefined),
  )
  return isSteps && isJsonObject(initialContext.steps) ? new Set(Object.keys(initialContext.steps)) : null
}

/** Why a path into the result never finds anything, as a sentence; null: it may. */
function outputProblem(read: string, output: KnownOutput): string | null {
  let known = output
  for (const name of (splitPath(read) ?? []).slice(1)) {
    if (known === null) return null
    const below = known.get(name)
    if (below === undefined) {
      const near = didYouMean(name, known.keys())
      const has = near === '' && known.size > 0 ? ` It can have ${listNames([...known.keys()])}.` : near
      return `‘${read}’ is read here, but the result has no ‘${name}’.${has}`
    }
    known = below
  }
  return null
}

/** What one of several results may hold. */
export function mergeOutputs(outputs: readonly KnownOutput[]): KnownOutput {
  const [only, ...others] = outputs
  if (only !== undefined && others.length === 0) return only
  const merged = new Map<string, KnownOutput>()
  for (const output of outputs) {
    if (output === null) return null
    for (const [name, below] of output) {
      const other = merged.get(name)
      merged.set(name, other === undefined ? below : mergeOutputs([other, below]))
    }
  }
  return merged
}

export function leaves(names: Iterable<string>): ReadonlyMap<string, KnownOutput> {
  return new Map([...names].map((name) => [name, null]))
}
