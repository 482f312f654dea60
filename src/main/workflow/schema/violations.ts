/** Errors of a schema validation as rows that a model can repair from: where, what, and what was expected. */
import type { JsonSchema, JsonValue } from '../../model/json.ts'
import { shorten } from '../../model/shorten.ts'

export interface Violation {
  /** As in `files[0].name`; empty for the whole. */
  path: string
  /** Goes on from the path: `is missing`, `must be a number`. */
  message: string
  expected: string
}

/** What a keyword has against a value. */
export interface Fault {
  keyword: string
  /** JSON pointer. */
  instancePath: string
  message: string
  params: Record<string, unknown>
  /** Of the keyword, and the schema that it stands in. */
  schema: JsonValue
  parentSchema: JsonSchema
  value: JsonValue
}

const MOST_ROWS = 20

export function describeFaults(faults: Fault[]): Violation[] {
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
      return {
        path,
        message: `is ${typeName(fault.value)}, must be ${listOf(parameters.type)}`,
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

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
