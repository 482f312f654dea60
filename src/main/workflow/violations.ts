/** Errors of a schema validation as rows that a model can repair from: where, what, and what was expected. */
import type { ErrorObject } from 'ajv'
import { COST_KEYWORD } from './schema-cost.ts'

export interface Violation {
  /** As in `files[0].name`; empty for the whole. */
  path: string
  /** Goes on from the path: `is missing`, `must be a number`. */
  message: string
  expected: string
}

const MOST_ROWS = 20

export function describeErrors(errors: ErrorObject[]): Violation[] {
  const rows = new Map<string, Violation>()
  for (const error of errors) {
    const row = describeError(error)
    rows.set(`${row.path}\n${row.message}`, row)
  }
  return [...rows.values()].slice(0, MOST_ROWS)
}

function describeError(error: ErrorObject): Violation {
  const path = dotted(error.instancePath)
  const parameters: Record<string, unknown> = error.params
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired':
    case 'dependencies': {
      const missing = String(parameters.missingProperty)
      return { path: join(path, missing), message: 'is missing', expected: expectedOf(error, missing) }
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const extra = String(parameters.additionalProperty ?? parameters.unevaluatedProperty)
      return { path: join(path, extra), message: 'is not known here', expected: knownProperties(error) }
    }
    case 'type':
      return {
        path,
        message: `is ${typeName(error.data)}, must be ${listOf(parameters.type)}`,
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
      return { path, message: error.message ?? 'does not fit', expected: ruleText(error) }
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
function expectedOf(error: ErrorObject, property: string): string {
  const declared = readProperty(readProperty(error.parentSchema, 'properties'), property)
  const type = readProperty(declared, 'type')
  const values = readProperty(declared, 'enum')
  if (Array.isArray(values)) return valueList(values)
  return type === undefined ? 'a value' : listOf(type)
}

function knownProperties(error: ErrorObject): string {
  const properties = readProperty(error.parentSchema, 'properties')
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

function ruleText(error: ErrorObject): string {
  const rule =
    JSON.stringify(error.schema, (key, value: unknown) => (key === COST_KEYWORD ? undefined : value)) ?? ''
  return `${error.keyword} ${rule.length > 80 ? `${rule.slice(0, 80)}…` : rule}`
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
