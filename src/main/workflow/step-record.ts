/** What became of the steps of a `steps:` definition, as its context tells it. Pure. */
import type { BranchEnd, FailedOutcome } from '../model/call.ts'
import type { StepRecord, Transition } from '../model/definition.ts'
import { isJsonObject, type JsonObject, type JsonValue, ownOf } from '../model/json.ts'
import type { Run } from '../model/run.ts'
import { claimOf, parkedOf } from '../model/run.ts'

/** `details` of a group that failed: what became of each member stands in it. */
export type StepFailure = Pick<FailedOutcome, 'errorClass' | 'message' | 'uncertain' | 'details'>

/** `context.steps` after the transition: `{ [name]: { status, output, duration } }`, duration in seconds. */
export function recordSteps(
  run: Run,
  transition: Transition,
  result: { output: JsonValue; branchEnds?: Record<string, BranchEnd> } | { failure: StepFailure },
  now: number,
): JsonObject {
  const { step } = transition
  if (step === undefined) return {}
  const before = isJsonObject(run.context.steps) ? run.context.steps : {}
  const began = claimOf(run)?.at ?? parkedOf(run)?.at
  const duration = began === undefined ? 0 : Math.max(0, now - Date.parse(began)) / 1000
  if ('failure' in result) {
    const { errorClass, message, uncertain, details } = result.failure
    const failed = {
      status: 'failed',
      output: null,
      error: { class: errorClass, message, uncertain },
      duration,
    }
    const members = step.members.map((name) => [name, memberOfFailed(details, name) ?? ABORTED])
    return { steps: { ...before, ...Object.fromEntries(members), [step.name]: failed } }
  }
  const { output, branchEnds = {} } = result
  return {
    steps: {
      ...before,
      ...Object.fromEntries(step.members.map((name) => [name, memberOf(step, name, output, branchEnds)])),
      [step.name]: { status: step.as, output: step.as === 'skipped' ? null : output, duration },
    },
  }
}

const ABORTED = { status: 'aborted', output: null }

/** What became of a member although its group failed; null: it was not begun, or that is not known. */
export function memberOfFailed(details: JsonValue | undefined, name: string): JsonObject | null {
  if (details === undefined || !isJsonObject(details)) return null
  const { branches } = details
  if (branches === undefined || !isJsonObject(branches)) return null
  if (!Object.hasOwn(branches, name)) return { status: 'skipped', output: null }
  const { status, output = null, duration = 0, ...error } = branches[name] as JsonObject
  if (status === 'succeeded') return { status: 'success', output, duration }
  return status === 'failed' ? { status: 'failed', output: null, error, duration } : null
}

function memberOf(
  step: StepRecord,
  name: string,
  output: JsonValue,
  ends: Record<string, BranchEnd>,
): JsonObject {
  // A person has said that a group happened which was cut off: of its members no more is known.
  if (step.as === 'success' && output === null) return { status: 'success', output: null }
  if (!isJsonObject(output) || !Object.hasOwn(output, name)) return { status: 'skipped', output: null }
  // What a branch that succeeded has answered may look like an error: only the executor knows.
  const { duration = 0, error } = ownOf(ends, name) ?? {}
  return error === undefined
    ? { status: 'success', output: output[name] ?? null, duration }
    : { status: 'failed', output: null, error, duration }
}
