/** The orchestrator's four actions (seed 004). May import: model, workflow. */

import { type ExecutionOutcome, plainOutcome, type ResolvedCall } from '../model/call.ts'
import type { Definition } from '../model/definition.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { isClosed, type Run } from '../model/run.ts'
import { isSingleCall } from '../workflow/proxy.ts'
import { createWorkflow, proposalFor } from './create-workflow.ts'
import { runWorkflow } from './run-workflow.ts'
import { stepResults } from './step-results.ts'
import type { OrchestratorCall, World } from './world.ts'

export interface Orchestrator {
  /** Its answer in the seed's fields, also where the answer is that it failed. */
  run(call: ResolvedCall, context: OrchestratorCall): Promise<ExecutionOutcome>
  /** What of a call a person must see and approve before it runs; null: nothing. */
  proposal(call: ResolvedCall): Promise<JsonObject | null>
}

export function createOrchestrator(world: World): Orchestrator {
  return {
    async run(call, context) {
      if (call.kind !== 'orchestrator')
        throw new Error(`The orchestrator was given a call of kind ${call.kind}.`)
      const output = (await act(world, call, context)) as JsonValue
      return plainOutcome(output)
    },
    proposal: async (call) =>
      call.kind === 'orchestrator' && call.action === 'create_workflow'
        ? await proposalFor(world, call.arguments)
        : null,
  }
}

async function act(
  world: World,
  call: Extract<ResolvedCall, { kind: 'orchestrator' }>,
  context: OrchestratorCall,
): Promise<object> {
  switch (call.action) {
    case 'run_workflow':
      return await runWorkflow(world, context, call.arguments)
    case 'list_workflows':
      return await listWorkflows(world, context, call.arguments)
    case 'create_workflow':
      return await createWorkflow(world, context, call.arguments)
    case 'cancel_workflow':
      return await cancelWorkflow(world, context, call.arguments)
  }
}

/** `cancel_workflow` (seed 004): an agent its own runs only, a person every one. */
async function cancelWorkflow(
  world: World,
  { caller }: OrchestratorCall,
  args: JsonObject,
): Promise<JsonObject> {
  const id = String(args.workflow_id)
  const found = await world.run(id)
  const own = found !== null && (caller.kind !== 'agent' || found.owner === caller.client)
  if (found === null || !own || isSingleCall(found.definitionId) || caller.kind === 'engine') {
    const message =
      caller.kind === 'engine'
        ? 'Countersign stopped before it was cancelled. Call again.'
        : `There is no workflow ‘${id}’ of yours. Use the workflow_id of run_workflow or list_workflows.`
    return { status: 'error', steps_completed: 0, message }
  }
  if (isClosed(found)) return await answer(world, found, true)
  const reason = typeof args.reason === 'string' ? args.reason : ''
  await world.cancel(caller, id, reason)
  return await answer(world, (await world.run(id)) ?? found, false)
}

/** Cancelling twice is the same as once; what ended otherwise says so. */
async function answer(world: World, run: Run, before: boolean): Promise<JsonObject> {
  const definition = await world.pinned(run)
  const steps = definition === null ? 0 : stepResults(definition, run, await world.history(run.id)).completed
  const cancelled = run.status === 'cancelled'
  const how = run.status === 'completed' ? 'completed' : 'ended because its time was up'
  const message = cancelled
    ? `It ${before ? 'was cancelled before' : 'is cancelled'}, in state ‘${run.state}’.`
    : `It has ${how} already, in state ‘${run.state}’; nothing was cancelled.`
  return { status: cancelled ? 'cancelled' : 'error', steps_completed: steps, message }
}

// `list_workflows` (seed 004): definitions with their metadata, and runs that have not ended.

/** More than anybody reads; the count tells of all. */
const MOST_RUNS = 500

/** Category is a tag (R6.1). */
async function listWorkflows(
  world: World,
  { caller }: OrchestratorCall,
  args: JsonObject,
): Promise<JsonObject> {
  const { category } = args
  const shown = world
    .workflows()
    .filter(({ id }) => world.visible(caller, id))
    .filter(({ tags }) => typeof category !== 'string' || tags.includes(category))
  const owner = caller.kind === 'agent' && caller.sees !== 'all' ? caller.client : null
  const running = await world.running(owner, MOST_RUNS)
  const names = new Set(shown.map(({ id }) => id))
  const own = running.items.filter(({ definitionId }) => names.has(definitionId))
  const filtered = shown.length < world.workflows().length || own.length < running.items.length
  return {
    workflows: shown.map((definition) =>
      describe(
        definition,
        args.include_running === false
          ? null
          : own.filter(({ definitionId }) => definitionId === definition.id),
      ),
    ),
    running_count: filtered ? own.length : running.total,
  }
}

function describe(definition: Definition, runs: Run[] | null): JsonObject {
  const { id, title, description, tags, version, inputSchema } = definition
  return {
    name: id,
    title,
    description: description ?? '',
    category: tags[0] ?? '',
    tags,
    version,
    ...(inputSchema === undefined ? {} : { input_schema: inputSchema }),
    ...(runs === null ? {} : { running: runs.map(describeRun) }),
  }
}

const STATUSES: Record<Run['activity']['kind'], string> = {
  resting: 'waiting',
  due: 'waiting',
  claimed: 'executing',
  interrupted: 'interrupted',
  parked: 'parked',
}

function describeRun({ id, state, startedAt, activity, failure }: Run): JsonValue {
  const status = failure !== null ? 'failed' : STATUSES[activity.kind]
  return { workflow_id: id, state, status, started_at: startedAt }
}
