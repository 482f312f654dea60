/** Calls that a person makes as an agent would, by the same functions. A part of the contract, which spreads it. */
import Type, { type Static } from 'typebox'
import type { JsonObject } from '../main/model/json.ts'
import { call, Id, Nothing, strict } from './call.ts'
import type { TrialPreview, TrialView } from './trial-views.ts'

const Values = Type.Unsafe<JsonObject>(Type.Object({}, { additionalProperties: true }))

/** One of the two tools that begin or move something, with its arguments. */
export const TrialCall = Type.Union([
  Type.Object(
    {
      tool: Type.Literal('workflow.start'),
      arguments: Type.Object({ definitionId: Id, input: Values }, strict),
    },
    strict,
  ),
  Type.Object(
    {
      tool: Type.Literal('workflow.submit'),
      arguments: Type.Object(
        { workflowId: Id, expectedVersion: Type.Integer({ minimum: 0 }), transition: Id, arguments: Values },
        strict,
      ),
    },
    strict,
  ),
])
export type TrialCall = Static<typeof TrialCall>

export const TRIAL_CALLS = {
  'trials.preview': call(Type.Object({ call: TrialCall }, strict)).returns<TrialPreview>(),
  /** As the person at the desk. SEEN_CHANGED if it is not any more what was previewed; NEEDS_PROOF. */
  'trials.begin': call(
    Type.Object({ call: TrialCall, hash: Type.String({ maxLength: 128 }) }, strict),
  ).returns<TrialView>(),
  'trials.get': call(Type.Object({ id: Id }, strict)).returns<TrialView>(),
  /** Stops it where it runs; what it asked people for is withdrawn. */
  'trials.cancel': call(Type.Object({ id: Id }, strict)).returns<TrialView>(),
  /** This person's, newest first, as far as the desk remembers them. */
  'trials.list': call(Nothing).returns<Pick<TrialView, 'id' | 'at' | 'subject' | 'state'>[]>(),
} as const
