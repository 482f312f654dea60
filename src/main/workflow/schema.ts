/**
 * JSON Schemas put to use: whether one is usable, and whether a value fits it (gateway.md §4.1 step 5). Draft
 * 2020-12, and draft-07 where a schema says so; local `$ref` only (R7.2). Pure: ajv compiles in memory.
 */
import { Ajv, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from '../model/json.ts'
import { compilePattern } from './pattern.ts'
import {
  type Budget,
  CheckTooCostly,
  countCosts,
  createBudget,
  leadsIntoData,
  withCosts,
} from './schema-cost.ts'
import { describeErrors, type Violation } from './violations.ts'

const LARGEST_SCHEMA = 512 * 1024
/** Compiling takes about a millisecond for ten of them. */
const MOST_PARTS = 3000
const DEEPEST_SCHEMA = 64
/** Deeper ones are no honest argument, and would exhaust the stack of whatever walks over them. */
const DEEPEST_VALUE = 200

/** A pattern that comes from a server cannot hang the gateway: it is matched in linear time or refused. */
function createLinearEngine(budget: Budget) {
  return Object.assign(
    (source: string) => {
      const compiled = compilePattern(source)
      if (!compiled.ok) throw new Error(compiled.message.replace(/\.$/, ''))
      const test = (text: string) => {
        budget.spendOnText(text)
        return compiled.pattern.matches(text) === true
      }
      // ajv keeps one engine for each text that this answers with.
      return { test, toString: () => source }
    },
    // What ajv would write into stand-alone code, which is never made here.
    { code: 'linearEngine' },
  )
}

const OPTIONS: Options = {
  strict: false,
  allErrors: true,
  useDefaults: true,
  ownProperties: true,
  verbose: true,
  addUsedSchema: false,
  // Written into every place that refers to it, one part makes a small schema compile for minutes.
  inlineRefs: false,
  logger: false,
}

interface Engine {
  ajv: Ajv | Ajv2020
  budget: Budget
}

type Compiled = { ok: true; validate: ValidateFunction; budget: Budget } | { ok: false; problem: string }

// Compiling costs milliseconds, and the same schema object is used over and over.
const compiledSchemas = new WeakMap<JsonSchema, Compiled>()

/** Why it is not a usable schema, as a sentence; null if it is one. */
export function schemaProblem(schema: JsonSchema): string | null {
  const known = compiled(schema)
  return known.ok ? null : known.problem
}

/**
 * A copy of the value with the schema's defaults filled in at any depth, and what does not fit. The value
 * itself is not touched. Without a schema everything fits that is nested at most 200 levels deep.
 */
export function validateAgainst(
  schema: JsonSchema | undefined,
  value: JsonObject,
): { value: JsonObject; violations: Violation[] } {
  return validate<JsonObject>(schema, value, {})
}

/** What does not fit, of a value of any kind. */
export function findViolations(schema: JsonSchema, value: JsonValue): Violation[] {
  return validate(schema, value, null).violations
}

/** @param tooDeep stands for a value that cannot be walked over */
function validate<T extends JsonValue>(
  schema: JsonSchema | undefined,
  value: T,
  tooDeep: T,
): { value: T; violations: Violation[] } {
  if (isDeeperThan(value, DEEPEST_VALUE)) {
    const message = `is nested deeper than ${DEEPEST_VALUE} levels`
    return { value: tooDeep, violations: [{ path: '', message, expected: 'fewer levels' }] }
  }
  const copy = structuredClone(value)
  if (schema === undefined) return { value: copy, violations: [] }
  const known = compiled(schema)
  if (!known.ok) {
    const message = `cannot be checked, because the schema is not usable: ${known.problem}`
    return { value: copy, violations: [{ path: '', message, expected: 'a usable schema' }] }
  }
  try {
    known.budget.refill()
    const fits = known.validate(copy)
    return { value: copy, violations: fits ? [] : describeErrors(known.validate.errors ?? []) }
  } catch (error) {
    const message = `cannot be checked, because ${whyUnchecked(error)}`
    return { value: structuredClone(value), violations: [{ path: '', message, expected: 'a usable schema' }] }
  }
}

function whyUnchecked(error: unknown): string {
  if (error instanceof CheckTooCostly) return error.message
  // `{"$ref": "#"}` refers to itself without getting anywhere: only checking a value finds that out.
  if (error instanceof RangeError) return 'the schema refers to itself without end'
  throw error
}

function isDeeperThan(value: JsonValue, levels: number): boolean {
  let layer: JsonValue[] = [value]
  for (let level = 0; layer.length > 0; level += 1) {
    if (level > levels) return true
    layer = layer.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return false
}

function compiled(schema: JsonSchema): Compiled {
  const known = compiledSchemas.get(schema)
  if (known !== undefined) return known
  const fresh = compile(schema)
  compiledSchemas.set(schema, fresh)
  return fresh
}

function compile(schema: JsonSchema): Compiled {
  const problem = schemaShapeProblem(schema)
  if (problem !== null) return { ok: false, problem }
  // Without remote references the root's own name means nothing; ajv resolves `#` only in a schema with one.
  const { $schema, $id: _, ...declared } = schema
  const rest = { ...withCosts(declared), $id: 'countersign:schema' }
  const older = typeof $schema === 'string' && /draft-0[4-7]/.test($schema)
  try {
    const engine = namesParts(declared) ? createEngine(older) : sharedEngine(older)
    const { ajv, budget } = engine
    // Reading a schema means checking it against the schema of schemas.
    budget.refill()
    const validate = ajv.compile(rest)
    // The engine would keep every schema that it has ever seen.
    ajv.removeSchema(rest)
    return { ok: true, validate, budget }
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, problem: 'Its references are chained too far.' }
    if (error instanceof CheckTooCostly) return { ok: false, problem: 'It takes too many steps to read.' }
    return { ok: false, problem: error instanceof Error ? `${error.message}.` : 'It cannot be compiled.' }
  }
}

const engines: { older?: Engine; present?: Engine } = {}

/** Making an engine takes longer than compiling with it, and an engine has no state of its own between uses. */
function sharedEngine(older: boolean): Engine {
  if (older) {
    engines.older ??= createEngine(true)
    return engines.older
  }
  engines.present ??= createEngine(false)
  return engines.present
}

function createEngine(older: boolean): Engine {
  const budget = createBudget()
  const options = { ...OPTIONS, code: { regExp: createLinearEngine(budget), optimize: false } }
  const ajv = older ? new Ajv(options) : new Ajv2020(options)
  addFormats.default(ajv)
  countCosts(ajv, budget)
  return { ajv, budget }
}

/** An `$id` within a schema would be remembered by the engine and meet that of another schema. */
function namesParts(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([key, inner]) => (key === '$id' && typeof inner === 'string') || namesParts(inner),
  )
}

/**
 * What makes a schema unsafe before it is compiled: size, depth, references that leave it. Cheap, unlike
 * `schemaProblem`: for the hundreds of schemas that a server sends at once.
 */
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
