/**
 * JSON Schemas put to use: whether one is usable, and whether a value fits it. Draft
 * 2020-12, and draft-07 where a schema says so; local `$ref` only (R7.2). Nothing is compiled: a schema may come from a server,
 * and may be used once. Pure.
 */

import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from '../../model/json.ts'
import { holdsRounded } from '../../model/json-text.ts'
import { obtain } from '../../model/obtain.ts'
import { shorten } from '../../model/shorten.ts'
import { evaluateSchema, type Fault } from './evaluate.ts'
import { leadsIntoData, type Parts, readParts } from './parts.ts'
import { CheckTooCostly, copyWithin, createBudget, TooDeep, UNBOUNDED } from './values.ts'

const LARGEST_SCHEMA = 512 * 1024
const MOST_PARTS = 3000
const DEEPEST_SCHEMA = 64
/** Deeper ones are no honest argument, and would exhaust the stack of whatever walks over them. */
const DEEPEST_VALUE = 200

type Read = { ok: true; parts: Parts } | { ok: false; problem: string }

// The same schema object is used over and over.
const readSchemas = new WeakMap<JsonSchema, Read>()

/** Why it is not a usable schema, as a sentence; null if it is one. */
export function schemaProblem(schema: JsonSchema): string | null {
  const known = read(schema)
  return known.ok ? null : known.problem
}

/**
 * A copy of the value with the schema's defaults filled in at any depth, and what does not fit. The value itself is
 * not touched; one that cannot be checked is given back. Without a schema everything fits that is nested at most 200
 * levels deep.
 */
export function validateAgainst(
  schema: JsonSchema | undefined,
  value: JsonObject,
): { value: JsonObject; violations: Violation[] } {
  const checked = check(schema, value)
  if (checked.ok) return { value: checked.value, violations: checked.violations }
  if (checked.isTooDeep) {
    const message = `is nested deeper than ${DEEPEST_VALUE} levels`
    return { value: {}, violations: [{ path: '', message, expected: 'fewer levels' }] }
  }
  const message = `cannot be checked, because ${checked.problem}`
  return { value, violations: [{ path: '', message, expected: 'a usable schema' }] }
}

/** What does not fit, of a value of any kind; null: it cannot be checked with this schema. */
export function findViolations(schema: JsonSchema, value: JsonValue): Violation[] | null {
  const checked = check(schema, value)
  return checked.ok ? checked.violations : null
}

/**
 * What does not fit, keyword by keyword, with a schema of the product's own: one without defaults, so that the value stays
 * as it is, and with work that is linear in the value, so that nothing has to be counted.
 * @throws Error for a schema that is not usable
 */
export function findFaults(schema: JsonSchema, value: JsonValue): Fault[] {
  const known = read(schema)
  if (!known.ok) throw new Error(`A schema of the product is not usable: ${known.problem}`)
  return evaluateSchema(known.parts, schema, value, UNBOUNDED)
}

type SchemaCheck<T> =
  | { ok: true; value: T; violations: Violation[] }
  /** A sentence that goes on from ‘cannot be checked, because’. */
  | { ok: false; isTooDeep: boolean; problem: string }

function check<T extends JsonValue>(schema: JsonSchema | undefined, value: T): SchemaCheck<T> {
  const known = schema === undefined ? null : read(schema)
  if (known?.ok === false) return unchecked(`the schema is not usable: ${known.problem.replace(/\.$/, '')}`)
  try {
    const budget = known === null ? UNBOUNDED : createBudget()
    // A copy has the type of what it was made of.
    const copy = copyWithin(value, budget, DEEPEST_VALUE) as T
    if (known === null || schema === undefined) return { ok: true, value: copy, violations: [] }
    const faults = evaluateSchema(known.parts, schema, copy, budget)
    return { ok: true, value: copy, violations: describeFaults(faults) }
  } catch (error) {
    if (error instanceof TooDeep) return { ok: false, isTooDeep: true, problem: 'it is nested too deep' }
    if (error instanceof CheckTooCostly) return unchecked('its schema takes too many steps for it')
    // Most of these are found as the schema is read; some, such as defaults that ask for each other, only by checking a value.
    if (error instanceof RangeError) return unchecked('the schema refers to itself without end')
    throw error
  }
}

function unchecked(problem: string): SchemaCheck<never> {
  return { ok: false, isTooDeep: false, problem }
}

function read(schema: JsonSchema): Read {
  return obtain(readSchemas, schema, () => {
    const problem = schemaShapeProblem(schema)
    if (problem !== null) return { ok: false, problem }
    const { $schema } = schema
    const isOlder = typeof $schema === 'string' && /draft-0[4-7]/.test($schema)
    return readParts(schema, isOlder ? 'draft-07' : '2020-12')
  })
}

/** What makes a schema unsafe before it is read: size, depth, references that leave it. */
export function schemaShapeProblem(schema: JsonSchema): string | null {
  if (!isJsonObject(schema)) return 'A schema must be an object.'
  let size = 0
  let parts = 0
  const open: { value: JsonValue; depth: number }[] = [{ value: schema, depth: 0 }]
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const { value, depth } = item
    if (depth > DEEPEST_SCHEMA) return `The schema is nested deeper than ${DEEPEST_SCHEMA} levels.`
    size += typeof value === 'string' ? value.length : 1
    if (size > LARGEST_SCHEMA) return `The schema is larger than ${LARGEST_SCHEMA / 1024} KiB.`
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) parts += 1
    if (parts > MOST_PARTS) return `The schema has more than ${MOST_PARTS} parts.`
    for (const [key, inner] of Object.entries(value)) {
      size += key.length
      const problem = keyProblem(key, inner)
      if (problem !== null) return problem
      open.push({ value: inner, depth: depth + 1 })
    }
  }
  return null
}

function keyProblem(key: string, value: JsonValue): string | null {
  // ajv would answer with a promise, which looks like a yes.
  if (key === '$async' && value === true) return 'The schema says ‘$async’, which JSON Schema does not know.'
  if ((key !== '$ref' && key !== '$dynamicRef') || typeof value !== 'string') return null
  if (!value.startsWith('#')) {
    return `The schema refers to ‘${value}’; only references within it (‘#…’) are followed.`
  }
  return leadsIntoData(value) ? `The schema refers to ‘${value}’, which is a value and no schema.` : null
}

// ── Which names a value can have, as far as its schema says so.

/** Null: anything may be there. */
export type KnownKeys = ReadonlySet<string> | null

/** The properties that a schema declares; null if it leaves others open on purpose, or says nothing. */
export function keysOfSchema(schema: JsonSchema | undefined): KnownKeys {
  if (!schema || !isJsonObject(schema.properties)) return null
  const open = schema.additionalProperties !== undefined && schema.additionalProperties !== false
  return open ? null : declaredBy(schema)
}

/** The properties that a schema names, whether or not it leaves others open; null if it may name them elsewhere. */
export function declaredBy(schema: JsonSchema): KnownKeys {
  const keys = ['patternProperties', 'allOf', 'anyOf', 'oneOf', '$ref', 'if']
  if (keys.some((key) => key in schema)) return null
  return new Set(Object.keys(isJsonObject(schema.properties) ? schema.properties : {}))
}

// ── Errors of a schema validation as rows that a model can repair from: where, what, and what was expected.

export interface Violation {
  /** As in `files[0].name`; empty for the whole. */
  path: string
  /** Goes on from the path: `is missing`, `must be a number`. */
  message: string
  expected: string
}

const MOST_ROWS = 20

function describeFaults(faults: Fault[]): Violation[] {
  const rows = new Map<string, Violation>()
  for (const fault of faults) {
    if (rows.size === MOST_ROWS) break
    const row = describeFault(fault)
    rows.set(`${row.path}\n${row.message}`, row)
  }
  return [...rows.values()]
}

function describeFault(fault: Fault): Violation {
  const path = dotted(fault.instancePath)
  const parameters = fault.params
  switch (fault.keyword) {
    case 'required':
    case 'dependentRequired':
    case 'dependencies': {
      const missing = String(parameters.missingProperty)
      return { path: join(path, missing), message: 'is missing', expected: expectedOf(fault, missing) }
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const extra = String(parameters.additionalProperty ?? parameters.unevaluatedProperty)
      return { path: join(path, extra), message: 'is not known here', expected: knownProperties(fault) }
    }
    case 'type':
      if (isNumber(parameters.type) && typeof fault.value === 'string' && holdsRounded(fault.value))
        return {
          path,
          message: 'has more digits than a number keeps exactly: shorten it',
          expected: listOf(parameters.type),
        }
      return {
        path,
        message: `is ${sayType(typeName(fault.value))}, must be ${[parameters.type].flat().map(sayType).join(' or ')}`,
        expected: listOf(parameters.type),
      }
    case 'enum':
      return { path, message: 'is none of the allowed values', expected: valueList(parameters.allowedValues) }
    case 'const':
      return {
        path,
        message: 'is not the only allowed value',
        expected: JSON.stringify(parameters.allowedValue),
      }
    case 'anyOf':
    case 'oneOf':
      return {
        path,
        message: 'fits none, or more than one, of the allowed forms',
        expected: 'one of the forms',
      }
    case 'false schema':
      return { path, message: 'is not allowed here', expected: 'nothing' }
    default:
      return { path, message: fault.message, expected: ruleText(fault) }
  }
}

/** `/files/0/name` becomes `files[0].name`. */
function dotted(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, segment) => (/^\d+$/.test(segment) ? `${path}[${segment}]` : join(path, segment)), '')
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

/** The declared type of a property that is missing. */
function expectedOf(fault: Fault, property: string): string {
  const declared = readProperty(readProperty(fault.parentSchema, 'properties'), property)
  const type = readProperty(declared, 'type')
  const values = readProperty(declared, 'enum')
  if (Array.isArray(values)) return valueList(values)
  return type === undefined ? 'a value' : listOf(type)
}

function knownProperties(fault: Fault): string {
  const properties = readProperty(fault.parentSchema, 'properties')
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  return names.length === 0 ? 'no such property' : `only: ${names.slice(0, 20).join(', ')}`
}

function readProperty(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined
}

function listOf(types: unknown): string {
  return Array.isArray(types) ? types.join(' or ') : String(types)
}

function valueList(values: unknown): string {
  const list = Array.isArray(values) ? values : []
  const shown = list.slice(0, 12).map((value) => JSON.stringify(value))
  return `one of: ${shown.join(', ')}${list.length > shown.length ? ', …' : ''}`
}

function ruleText(fault: Fault): string {
  return `${fault.keyword} ${shorten(JSON.stringify(fault.schema), 80)}`
}

/** People read it too, beside what they have typed. */
const TYPE_WORDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

function sayType(type: unknown): string {
  return TYPE_WORDS[String(type)] ?? String(type)
}

function isNumber(types: unknown): boolean {
  return [types].flat().some((type) => type === 'number' || type === 'integer')
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
