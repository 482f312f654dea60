/**
 * Checks the arguments of a tool against its own schema and says in a sentence what is wrong. May import: model,
 * workflow/schema.
 */
import { isJsonObject, type JsonObject } from '../../model/json.ts'
import { findFaults } from '../../workflow/schema/schema.ts'
import type { Fault } from '../../workflow/schema/violations.ts'
import type { Tool } from './tools.ts'

/** One row of `details`; `path` is the field, for example `expectedVersion` or `tags.0`. */
export interface ArgumentProblem {
  [column: string]: string
  path: string
  message: string
  expected: string
}

/** The problems of `input`, none if it fits. */
export function checkArguments(tool: Pick<Tool, 'inputSchema'>, input: JsonObject): ArgumentProblem[] {
  const fields = isJsonObject(tool.inputSchema.properties) ? tool.inputSchema.properties : {}
  return findFaults(tool.inputSchema, input).map((fault) => describe(fault, fields))
}

function describe(fault: Fault, fields: JsonObject): ArgumentProblem {
  const path = fault.instancePath.slice(1).replaceAll('/', '.')
  const { params } = fault
  const row = (field: string, what: string, expected: string): ArgumentProblem => ({
    path: field,
    message: `${field}: ${what}`,
    expected,
  })
  switch (fault.keyword) {
    case 'required': {
      const field = String(params.missingProperty)
      const type = isJsonObject(fields[field]) ? fields[field].type : undefined
      return row(field, 'is missing', typeof type === 'string' ? type : 'a value')
    }
    case 'additionalProperties': {
      const names = Object.keys(fields)
      const expected = names.length === 0 ? 'no arguments' : names.join(', ')
      return row(String(params.additionalProperty), 'is not an argument of this tool', expected)
    }
    case 'type':
      return row(path, 'has the wrong type', String(fault.schema))
    case 'enum':
      return row(path, 'is not one of the allowed values', listed(fault.schema))
    case 'minimum':
      return row(path, 'is too small', `at least ${String(fault.schema)}`)
    case 'maximum':
      return row(path, 'is too large', `at most ${String(fault.schema)}`)
    default:
      return row(path, fault.message, fault.keyword)
  }
}

function listed(values: unknown): string {
  return Array.isArray(values) ? values.join(', ') : String(values)
}
