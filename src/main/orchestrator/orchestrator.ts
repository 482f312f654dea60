/** The orchestrator's four actions (seed 004). May import: model, workflow. */
import type { ExecutionOutcome, ResolvedCall } from '../model/call.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { cancelWorkflow } from './cancel-workflow.ts'
import { createWorkflow, proposalFor } from './create-workflow.ts'
import { listWorkflows } from './list-workflows.ts'
import { runWorkflow } from './run-workflow.ts'
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
      return { ok: true, output, evidence: [], content: [] }
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
