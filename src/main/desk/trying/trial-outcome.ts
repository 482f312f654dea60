/** A tool result as a person reads it. Pure. May import: model, preload/contract. */
import type { TrialCall, TrialView } from '../../../preload/contract.ts'
import { isJsonObject, type JsonValue } from '../../model/json.ts'
import { isAtRest, isClosed, parkedOf, type Run } from '../../model/run.ts'
import { traitsOf } from '../../workflow/proxy.ts'
import type { ToolResult } from '../desk-options.ts'

const STATES: Record<string, TrialView['state']> = {
  waiting_for_action: 'waiting',
  rejected: 'refused',
  failed: 'failed',
  timed_out: 'failed',
  cancelled: 'cancelled',
}

/** `isCancelled`: the person has stopped it. */
export function stateOf(
  call: TrialCall,
  { structuredContent = {} }: ToolResult,
  isCancelled: boolean,
): TrialView['state'] {
  const { result, context } = structuredContent
  const status = isJsonObject(result) ? String(result.status) : ''
  const inner = isJsonObject(context) ? workflowResult(ownOutput(call, context)) : null
  const state = STATES[status] ?? (inner === null ? 'done' : (INNER_STATES[inner] ?? 'done'))
  return isCancelled && (state === 'failed' || state === 'refused') ? 'cancelled' : state
}

/** The orchestrator's call is well where the workflow that it ran is not. */
const INNER_STATES: Record<string, TrialView['state']> = { failed: 'failed', partial: 'waiting' }

/** The status that `run_workflow` answers with; null: it is another answer. */
function workflowResult(output: JsonValue): string | null {
  return isJsonObject(output) && Array.isArray(output.step_results) ? String(output.status) : null
}

/** Of a run that nobody is asked about any more: `workflow.get` says of each that its next move is awaited. */
export function stateOfRun(run: Run): TrialView['state'] {
  if (isClosed(run)) return 'done'
  if (!isAtRest(run) || parkedOf(run) !== null) return 'waiting'
  if (run.failure === null) return 'done'
  return run.failure.code === 'APPROVAL_DENIED' ? 'refused' : 'failed'
}

export function outputOf(
  call: TrialCall,
  { structuredContent = {} }: ToolResult,
): Pick<TrialView, 'message' | 'code' | 'output'> {
  const { result, error, context } = structuredContent
  const said = isJsonObject(error) ? error.message : isJsonObject(result) ? result.message : undefined
  const state = isSingle(call) ? undefined : structuredContent.state
  const where = typeof state === 'string' ? `The run is in state ‘${state}’.` : null
  return {
    message: typeof said === 'string' ? said : where,
    code: isJsonObject(error) && typeof error.code === 'string' ? error.code : null,
    output: isJsonObject(context) ? ownOutput(call, context) : null,
  }
}

/** Of a single call what it answered; of a run all that it knows. */
function ownOutput(call: TrialCall, context: Record<string, JsonValue>): JsonValue {
  return isSingle(call) ? (context.lastResult ?? null) : context
}

function isSingle(call: TrialCall): boolean {
  return call.tool === 'workflow.start' && !traitsOf(call.arguments.definitionId).isPinned
}
