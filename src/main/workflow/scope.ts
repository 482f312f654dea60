/** What paths can read: the values that an expression, a mapping or a template is evaluated against. */
import type { JsonObject, JsonValue } from '../model/json.ts'

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
