/** `cancel_workflow` (seed 004): an agent its own runs only, a person every one. May import: model. */

import { PROXY_DEFINITION } from '../model/definition.ts'
import type { JsonObject } from '../model/json.ts'
import { isClosed, type Run } from '../model/run.ts'
import { stepResults } from './step-results.ts'
import type { OrchestratorCall, World } from './world.ts'

export async function cancelWorkflow(
  world: World,
  { caller }: OrchestratorCall,
  args: JsonObject,
): Promise<JsonObject> {
  const id = String(args.workflow_id)
  const found = await world.instance(id)
  const own = found !== null && (caller.kind !== 'agent' || found.owner === caller.client)
  if (found === null || !own || found.definitionId === PROXY_DEFINITION || caller.kind === 'engine') {
    const message =
      caller.kind === 'engine'
        ? 'The gateway stopped before it was cancelled. Call again.'
        : `There is no workflow ‘${id}’ of yours. Use the workflow_id of run_workflow or list_workflows.`
    return { status: 'error', steps_completed: 0, message }
  }
  if (isClosed(found)) return await answer(world, found, true)
  const reason = typeof args.reason === 'string' ? args.reason : ''
  await world.cancel(caller, id, reason)
  return await answer(world, (await world.instance(id)) ?? found, false)
}

/** Cancelling twice is the same as once; what ended otherwise says so. */
async function answer(world: World, instance: Run, before: boolean): Promise<JsonObject> {
  const definition = await world.pinned(instance)
  const steps =
    definition === null ? 0 : stepResults(definition, instance, await world.history(instance.id)).completed
  const cancelled = instance.status === 'cancelled'
  const how = instance.status === 'completed' ? 'completed' : 'ended because its time was up'
  const message = cancelled
    ? `It ${before ? 'was cancelled before' : 'is cancelled'}, in state ‘${instance.state}’.`
    : `It has ${how} already, in state ‘${instance.state}’; nothing was cancelled.`
  return { status: cancelled ? 'cancelled' : 'error', steps_completed: steps, message }
}
