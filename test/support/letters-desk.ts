/** A desk over a workflow of letters: agents hand them in, people approve them or send them back. */
import type { Agent, WorkflowAnswerView } from './agent.ts'
import { openAppDesk } from './app-desk.ts'
import { waitForPerson } from './content-review.ts'
import type { DeskPage } from './desk-page.ts'
import type { GatewayProcess, Workspace } from './gateway-process.ts'
import { openPeopleDesk } from './people-desk.ts'

const WORKFLOWS = `
workflows:
  letter:
    title: Letters
    initialState: writing
    states:
      writing:
        transitions:
          hand_in:
            title: Hand in
            target: reading
            inputSchema: { type: object, properties: { title: { type: string } } }
            output: { title: "$.arguments.title" }
      reading:
        title: Reading
        transitions:
          approve: { title: Approve the letter, target: sent, actor: human, summary: "Send {title}" }
          refuse: { title: Refuse the letter, target: writing, actor: human }
          withdraw: { title: Withdraw, target: writing }
      sent: { title: Sent, terminal: true }
  deployment:
    title: Deployments
    initialState: ready
    states:
      ready:
        transitions:
          plan:
            target: planned
            inputSchema: { type: object, properties: { version: { type: string } } }
            output: { version: "$.arguments.version" }
      planned:
        transitions:
          go: { title: Deploy, target: done, actor: human, confirm: true, summary: "Deploy {version}" }
          stop: { title: Leave it, target: done, actor: human }
      done: { terminal: true }
`

/** What agents and people do, wherever the desk is. */
export interface Letters {
  desk: DeskPage
  agent: Agent
  /** Answers with what the gateway said. */
  handIn(title: string): Promise<WorkflowAnswerView>
  plan(version: string): Promise<WorkflowAnswerView>
  /** The agent takes a letter back that waits. */
  withdraw(from: WorkflowAnswerView): Promise<WorkflowAnswerView>
  /** What the agent hears when a person has decided. */
  wait(from: WorkflowAnswerView): Promise<WorkflowAnswerView>
  close(): Promise<void>
}

/** In a browser. */
export interface LettersDesk extends Letters {
  workspace: Workspace
  gateway: GatewayProcess
}

export async function openLettersDesk(): Promise<LettersDesk> {
  const opened = await openPeopleDesk(() => WORKFLOWS, { width: 1280, height: 860 })
  return { ...opened, ...sendLetters(opened.agent) }
}

/** In the app. */
export async function openLettersApp(): Promise<Letters> {
  const { desk, agent, close } = await openAppDesk(() => WORKFLOWS)
  return { desk, agent, close, ...sendLetters(agent) }
}

function sendLetters(agent: Agent): Pick<Letters, 'handIn' | 'plan' | 'withdraw' | 'wait'> {
  const submit = async (definitionId: string, rel: string, given: Record<string, unknown>) => {
    const started = await agent.call('workflow.start', { definitionId, input: {} })
    const link = started.answer.links.find((candidate) => candidate.rel === rel)
    if (link === undefined) throw new Error(`no link ‘${rel}’: ${JSON.stringify(started.answer)}`)
    return (await agent.call(link.method, { ...link.args, arguments: given })).answer
  }
  return {
    handIn: (title) => submit('letter', 'hand_in', { title }),
    plan: (version) => submit('deployment', 'plan', { version }),
    async withdraw(from) {
      const link = from.links.find(({ rel }) => rel === 'withdraw')
      if (link === undefined) throw new Error(`It cannot be taken back: ${JSON.stringify(from)}`)
      return (await agent.call(link.method, { ...link.args, arguments: {} })).answer
    },
    wait: (from) => waitForPerson(agent, from),
  }
}
