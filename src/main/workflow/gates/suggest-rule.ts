/**
 * From what people decided to a rule that lets through no more than what they always approved. Pure.
 * Where a value was ever anything, the rule says so instead of guessing; where only certain values were seen, it lets
 * only those through.
 */

import type { ExecutorDeclaration } from '../../model/executor.ts'
import type { GuardOf } from '../../model/guard.ts'
import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue, ownOf } from '../../model/json.ts'
import { kindOf } from '../executors/executors.ts'

/** Something that was asked, as far as a rule can speak of it. */
export interface Example {
  /** What stands at `root`: the literal call, or the arguments. */
  facts: JsonValue
  approved: boolean
}

export interface SuggestedRule {
  guards: GuardOf<'expr'>[]
  /**
   * Paths at which anything is let through: texts and lists that differed each time, and maps that may hold more names
   * than their schema knows.
   */
  free: string[]
}

/** Fewer approvals are no experience. */
export const FEWEST_APPROVALS = 10
/** So many different values are a set; more are anything, if they have nothing else in common. */
const MOST_VALUES = 6
/** A shorter beginning says too little. */
const SHORTEST_PREFIX = 3
const MOST_GUARDS = 40
const DEEPEST = 6
/** A part of a path that leads to the folder above, also as an address writes it. */
const CLIMBS = '(^|[/\\\\]|%2[fF]|%5[cC])([.]|%2[eE])([.]|%2[eE])($|[/\\\\?#;]|%2[fF]|%5[cC])'
const NAME = /^[\p{L}\p{N}_-]+$/u

/**
 * `root`: the path of the facts, `$.call` or `$.arguments`. `known`: what may come besides the names that were seen; of
 * a map that is not among them no rule can speak, for whoever asks could put any name into it. Null: there are too few
 * approvals, or nothing that they have in common.
 */
export function suggestRule(
  examples: readonly Example[],
  root: string,
  known: KnownNames,
): SuggestedRule | null {
  const approved = examples.filter((example) => example.approved).map(({ facts }) => facts)
  if (approved.length < FEWEST_APPROVALS) return null
  const free: string[] = []
  const conditions = constrain(approved, root, { known: known.names, free }, 0)
  if (conditions === null || conditions.length === 0 || conditions.length > MOST_GUARDS) return null
  return { guards: conditions.map((expr) => ({ kind: 'expr', expr })), free: [...free, ...known.open] }
}

interface Findings {
  known: KnownNames['names']
  /** Grows by each path at which anything is let through. */
  free: string[]
}

/** Expressions that hold for all of the values; null: they cannot be spoken of. */
function constrain(
  values: readonly (JsonValue | undefined)[],
  path: string,
  found: Findings,
  depth: number,
): string[] | null {
  const given = values.filter((value) => value !== undefined)
  const isOptional = given.length < values.length
  if (given.length === 0 || given.every((value) => value === null)) return [`${path} == null`]
  if (!isOptional && depth < DEEPEST && given.every(isJsonObject)) {
    return constrainMap(given, path, found, depth)
  }
  if (!isOptional && depth < DEEPEST && given.every(Array.isArray)) {
    const lists = given as JsonValue[][]
    const length = lists[0]?.length ?? 0
    if (lists.every((list) => list.length === length)) {
      const items = Array.from({ length }, (_, index) =>
        constrain(
          lists.map((list) => list[index]),
          `${path}[${index}]`,
          found,
          depth + 1,
        ),
      )
      return items.includes(null)
        ? null
        : [...items.flatMap((each) => each ?? []), `${path}[${length}] == null`]
    }
  }
  const condition = constrainPlain(given, path)
  if (condition === null) {
    found.free.push(path)
    return []
  }
  return isOptional ? [`(${path} == null || ${condition})`] : [condition]
}

function constrainMap(
  maps: readonly JsonObject[],
  path: string,
  found: Findings,
  depth: number,
): string[] | null {
  const known = ownOf(found.known, path)
  if (known === undefined) return null
  const seen = new Set(maps.flatMap((map) => Object.keys(map)))
  const names = new Set([...seen, ...known])
  const conditions: string[] = []
  for (const name of names) {
    if (!NAME.test(name)) return null
    const values = maps.map((map) => ownOf(map, name))
    const inner = constrain(values, `${path}.${name}`, found, depth + 1)
    if (inner === null) return null
    conditions.push(...inner)
  }
  return conditions
}

/** Null: they have nothing in common. */
function constrainPlain(values: readonly JsonValue[], path: string): string | null {
  if (!values.every(isPlain)) return null
  const distinct = [...new Set(values)]
  const [only] = distinct
  if (distinct.length === 1 && only !== undefined) return `${path} == ${quote(only)}`
  if (distinct.every((value) => typeof value === 'number')) {
    const numbers = distinct as number[]
    return `${path} >= ${Math.min(...numbers)} && ${path} <= ${Math.max(...numbers)}`
  }
  // Each seen often enough to be meant, not just different each time.
  const isSet = distinct.length <= MOST_VALUES && values.length >= distinct.length * 2
  if (isSet) return `${path} in [${distinct.map(quote).join(', ')}]`
  if (!distinct.every((value) => typeof value === 'string')) return null
  const texts = distinct as string[]
  const prefix = commonPrefix(texts)
  if (prefix.length < SHORTEST_PREFIX) return null
  // What leads out of a folder does so from everywhere: such values are let through one by one.
  if (texts.some((text) => new RegExp(CLIMBS, 'u').test(text))) {
    return `${path} in [${distinct.map(quote).join(', ')}]`
  }
  return `${path} starts_with ${quote(prefix)} && !(${path} matches ${quote(CLIMBS)})`
}

/** As far as the last mark that separates one part of a name from the next. Of texts that are not all the same. */
function commonPrefix(texts: readonly string[]): string {
  const sorted = texts.toSorted()
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)]
  // What these two share, all between them share.
  const end = last.split('').findIndex((unit, index) => unit !== first[index])
  const common = last.slice(0, end)
  return /^.*[/\\:.\-_@ ]/su.exec(common)?.[0] ?? ''
}

function isPlain(value: JsonValue): value is string | number | boolean | null {
  return value === null || typeof value !== 'object'
}

function quote(value: string | number | boolean | null): string {
  return typeof value === 'string' ? `"${value.replace(/[\\"]/g, '\\$&')}"` : String(value)
}

// ── Which names can stand in the maps of a call: by the declaration that makes it, or by the schema that it is
// checked with. In a map that is in neither an agent may put a name that nobody has seen.

export interface KnownNames {
  /** By the path of the map. */
  names: Readonly<Record<string, readonly string[]>>
  /** Maps of these that may hold further names all the same: their schema does not say that it may not. */
  open: readonly string[]
}

/** Of the arguments that an agent gives. */
export function namesOfArguments(schema: JsonSchema | undefined, path: string): KnownNames {
  const names = Object.fromEntries(namesInSchema(schema, path, true))
  return { names, open: path in names && schema?.additionalProperties !== false ? [path] : [] }
}

/** Of the literal call that this makes. */
export function namesOfCall(executor: ExecutorDeclaration, schema: JsonSchema | undefined): KnownNames {
  const { maps, sends } = kindOf(executor)
  const own = Object.fromEntries(
    ['$.call', ...maps.map((name) => `$.call.${name}`)].map((path) => [path, []]),
  )
  const made = (name: string, template: JsonValue | undefined): KnownNames => {
    const path = `$.call.${name}`
    if (template === undefined) {
      const given = namesOfArguments(schema, path)
      return { names: { ...own, ...given.names }, open: given.open }
    }
    return { names: { ...own, ...Object.fromEntries(namesInTemplate(template, path)) }, open: [] }
  }
  return sends === null ? { names: own, open: [] } : made(sends.name, sends.template(executor))
}

type NamesByPath = [path: string, names: string[]][]

/** `loose`: names that are declared count, although others may come. */
function namesInSchema(schema: JsonValue | undefined, path: string, loose: boolean): NamesByPath {
  if (!isJsonObject(schema)) return []
  const { properties, additionalProperties } = schema
  if (!isJsonObject(properties)) return additionalProperties === false ? [[path, []]] : []
  if (additionalProperties !== false && !loose) return []
  const inner = Object.entries(properties)
  return [
    [path, inner.map(([name]) => name)],
    ...inner.flatMap(([name, each]) => namesInSchema(each, `${path}.${name}`, false)),
  ]
}

function namesInTemplate(template: JsonValue, path: string): NamesByPath {
  if (!isJsonObject(template)) return []
  return [
    [path, Object.keys(template)],
    ...Object.entries(template).flatMap(([name, each]) => namesInTemplate(each, `${path}.${name}`)),
  ]
}
