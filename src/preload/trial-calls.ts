/** Calls that a person makes as an agent would, by the same functions. A part of the contract, which spreads it. */
import Type, { type Static } from 'typebox'
import { call, exactly, Hash, Id, Values } from './call.ts'
import type { TrialPreview, TrialView } from './trial-views.ts'

/** One of the two tools that begin or move something, with its arguments. */
export const TrialCall = Type.Union([
  exactly({
    tool: Type.Literal('workflow.start'),
    arguments: exactly({ definitionId: Id, input: Values }),
  }),
  exactly({
    tool: Type.Literal('workflow.submit'),
    arguments: exactly({
      workflowId: Id,
      expectedVersion: Type.Integer({ minimum: 0 }),
      transition: Id,
      arguments: Values,
    }),
  }),
])
export type TrialCall = Static<typeof TrialCall>

export const TRIAL_CALLS = {
  'trials.preview': call({ call: TrialCall }).returns<TrialPreview>(),
  /** As the person at the desk. SEEN_CHANGED if it is not any more what was previewed; NEEDS_PROOF. */
  'trials.begin': call({ call: TrialCall, hash: Hash }).returns<TrialView>(),
  'trials.get': call({ id: Id }).returns<TrialView>(),
  /** Stops it where it runs; what it asked people for is withdrawn. */
  'trials.cancel': call({ id: Id }).returns<TrialView>(),
  /** This person's, newest first, as far as the desk remembers them. */
  'trials.list': call({}).returns<Pick<TrialView, 'id' | 'at' | 'subject' | 'state'>[]>(),
} as const
