/** What an expression, a mapping, a template or a guard is evaluated against. Pure. May import: model. */
import type { Definition } from '../model/definition.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts'
import type { Run } from '../model/run.ts'

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

// * `$.context.items[0].name`: how a path is written and followed. Only own keys are followed, and never the ones
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
  if (!isJsonObject(value) || FORBIDDEN_KEYS.has(segment)) return undefined
  return Object.hasOwn(value, segment) ? value[segment] : undefined
}

function rootValue(root: string, scope: Scope): JsonValue | undefined {
  switch (root) {
    case 'arguments':
      return scope.arguments
    case 'context':
      return scope.context
    case 'input':
      return scope.input
    case 'output':
      return scope.output
    case 'call':
      return scope.call
    case 'workflow': {
      const workflow: JsonObject = { id: scope.workflow.id, state: scope.workflow.state, input: scope.input }
      return workflow
    }
    default:
      return undefined
  }
}
