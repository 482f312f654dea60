/** What an expression, a mapping, a template or a guard is evaluated against. Pure. May import: model. */
import type { Definition } from '../model/definition.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
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
