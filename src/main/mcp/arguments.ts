/** Checks the arguments of a tool against its own schema and says in a sentence what is wrong. May import: model. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonObject } from '../model/json.ts'
import type { Tool } from './tools.ts'

export interface ArgumentProblem {
  /** The field, for example `expectedVersion` or `tags.0`. */
  field: string
  message: string
}

/** Returns the problems of `input`, none if it fits. */
export type CheckArguments = (input: JsonObject) => ArgumentProblem[]

export function createArgumentCheck(tool: Pick<Tool, 'name' | 'inputSchema'>): CheckArguments {
  const validate: ValidateFunction = new Ajv2020({ allErrors: true, strictTypes: false }).compile(
    tool.inputSchema,
  )
  const known = Object.keys((tool.inputSchema.properties ?? {}) as JsonObject)
  return (input) => {
    if (validate(input)) return []
    return (validate.errors ?? []).map((error) => describe(error, tool.name, known))
  }
}

function describe(error: ErrorObject, tool: string, known: string[]): ArgumentProblem {
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  const parameters = error.params as Record<string, unknown>
  switch (error.keyword) {
    case 'required': {
      const field = String(parameters.missingProperty)
      return { field, message: `"${field}" is missing. ${takes(tool, known)}` }
    }
    case 'additionalProperties': {
      const field = String(parameters.additionalProperty)
      return { field, message: `"${field}" is not an argument. ${takes(tool, known)}` }
    }
    case 'type':
      return { field: path, message: `"${path}" must be ${article(String(parameters.type))}.` }
    case 'enum':
      return { field: path, message: `"${path}" must be one of ${quoted(parameters.allowedValues)}.` }
    case 'minimum':
      return { field: path, message: `"${path}" must be at least ${String(parameters.limit)}.` }
    case 'maximum':
      return { field: path, message: `"${path}" must be at most ${String(parameters.limit)}.` }
    default:
      return { field: path, message: `"${path}" ${error.message ?? 'does not fit'}.` }
  }
}

function takes(tool: string, known: string[]): string {
  return known.length === 0 ? `${tool} takes no arguments.` : `${tool} takes ${known.join(', ')}.`
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}

function quoted(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : String(values)
}
