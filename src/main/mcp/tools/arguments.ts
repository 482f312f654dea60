/** Checks the arguments of a tool against its own schema and says in a sentence what is wrong. May import: model. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { isJsonObject, type JsonObject } from '../../model/json.ts'
import type { Tool } from './tools.ts'

/** One row of `details`; `path` is the field, for example `expectedVersion` or `tags.0`. */
export interface ArgumentProblem {
  [column: string]: string
  path: string
  message: string
  expected: string
}

/** Returns the problems of `input`, none if it fits. */
export type CheckArguments = (input: JsonObject) => ArgumentProblem[]

/** One compiler for all tools: making one costs more than compiling a schema of ours, which needs no check. */
export function createArgumentCompiler(): (tool: Pick<Tool, 'inputSchema'>) => CheckArguments {
  const ajv = new Ajv2020({ allErrors: true, strictTypes: false, validateSchema: false })
  return (tool) => createArgumentCheck(tool, ajv)
}

function createArgumentCheck(tool: Pick<Tool, 'inputSchema'>, ajv: Ajv2020): CheckArguments {
  const schema = tool.inputSchema
  const validate: ValidateFunction = ajv.compile(schema)
  const fields = isJsonObject(schema.properties) ? schema.properties : {}
  return (input) => (validate(input) ? [] : (validate.errors ?? []).map((error) => describe(error, fields)))
}

function describe(error: ErrorObject, fields: JsonObject): ArgumentProblem {
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  const parameters = error.params as Record<string, unknown>
  const row = (field: string, what: string, expected: string): ArgumentProblem => ({
    path: field,
    message: `${field}: ${what}`,
    expected,
  })
  switch (error.keyword) {
    case 'required': {
      const field = String(parameters.missingProperty)
      const type = isJsonObject(fields[field]) ? fields[field].type : undefined
      return row(field, 'is missing', typeof type === 'string' ? type : 'a value')
    }
    case 'additionalProperties': {
      const names = Object.keys(fields)
      const expected = names.length === 0 ? 'no arguments' : names.join(', ')
      return row(String(parameters.additionalProperty), 'is not an argument of this tool', expected)
    }
    case 'type':
      return row(path, 'has the wrong type', String(parameters.type))
    case 'enum':
      return row(path, 'is not one of the allowed values', listed(parameters.allowedValues))
    case 'minimum':
      return row(path, 'is too small', `at least ${String(parameters.limit)}`)
    case 'maximum':
      return row(path, 'is too large', `at most ${String(parameters.limit)}`)
    default:
      return row(path, error.message ?? 'does not fit', error.keyword)
  }
}

function listed(values: unknown): string {
  return Array.isArray(values) ? values.join(', ') : String(values)
}
