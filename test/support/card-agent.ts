/** What an agent does with the workflows and tools of `card-workspace.ts`. */
import type { Agent, WorkflowAnswerView } from './agent.ts'

interface CardAgent {
  begin(definitionId: string): Promise<WorkflowAnswerView>
  submit(from: WorkflowAnswerView, rel: string, args: object): Promise<WorkflowAnswerView>
  /** What has become of it, for its agent. */
  look(run: WorkflowAnswerView): Promise<WorkflowAnswerView>
  callTool(capability: string, args?: object): Promise<WorkflowAnswerView>
  propose(definition: object, overwrite: boolean): Promise<WorkflowAnswerView>
}

/** `agent`: the one of now; after a crash it is another. */
export function actAs(agent: () => Agent): CardAgent {
  async function callTool(capability: string, args: object = {}): Promise<WorkflowAnswerView> {
    const input = { capability, arguments: args }
    return (await agent().call('workflow.start', { definitionId: 'proxy_default', input })).answer
  }
  return {
    callTool,
    begin: async (definitionId) => (await agent().call('workflow.start', { definitionId, input: {} })).answer,
    async submit(from, rel, args) {
      const link = from.links.find((each) => each.rel === rel)
      return (await agent().call('workflow.submit', { ...link?.args, arguments: args })).answer
    },
    look: async ({ workflowId }) => (await agent().call('workflow.get', { workflowId })).answer,
    propose: (definition, overwrite) =>
      callTool('orchestrator.create_workflow', { name: 'weekly', definition, overwrite }),
  }
}

/** A workflow of one step that somebody proposes. */
export function describeReport(step: object): object {
  return {
    title: 'Weekly report',
    initialState: 'written',
    states: { written: { transitions: { send: { target: 'sent', ...step } } }, sent: { terminal: true } },
  }
}
