/** A desk over a gateway with the everything server, free and behind a gate, and workflows around it. */
import { expect, onTestFinished } from 'vitest'
import type { Desk } from '../../../src/main/desk/desk.ts'
import type { DeskSession } from '../../../src/main/desk/session.ts'
import type { JsonObject } from '../../../src/main/model/json.ts'
import type { TrialCall } from '../../../src/preload/contract.ts'
import { serverPath } from '../../connections/pool-fixture.ts'
import { openTestGateway, type TestGateway } from '../../support/gateway.ts'
import { ask, openTestDesk } from '../fixture.ts'

const SERVER = `{ kind: mcp, command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(serverPath('server-everything'))}, stdio]`

type Server = 'every' | 'careful'

/** The others are disabled: each is a process for every test. */
const declare = (servers: readonly Server[]) => `
people:
  anna: { roles: [editor] }
  ben: { roles: [editor] }
clients:
  claude: { tags: [letters] }
connections:
  every: ${SERVER}, enabled: ${servers.includes('every')} }
  careful: ${SERVER}, enabled: ${servers.includes('careful')}, approval: { required: true, notRequester: true } }
proxy:
  import:
    - { connection: every, prefix: every }
    - { connection: careful, prefix: careful }
workflows:
  letter:
    title: Letters
    tags: [letters]
    inputSchema: { type: object, required: [to], properties: { to: { type: string } } }
    initialState: writing
    states:
      writing:
        transitions:
          hand_in:
            title: Hand it in
            target: reading
            inputSchema: { type: object, required: [text], properties: { text: { type: string } } }
            output: { text: "$.arguments.text" }
          drop: { target: gone, risk: high }
      reading:
        transitions:
          approve: { target: sent, actor: human }
      sent: { terminal: true }
      gone: { terminal: true }
  slow:
    initialState: waiting
    states:
      waiting:
        transitions:
          wait:
            target: done
            actor: deterministic
            executor: { kind: mcp, connection: every, tool: trigger-long-running-operation, map: { duration: 60, steps: 600 } }
      done: { terminal: true }
  greet:
    title: Greet twice
    inputSchema: { type: object, required: [name], properties: { name: { type: string } } }
    steps:
      - { name: first, executor: { kind: mcp, connection: every, tool: echo, map: { message: "$.input.name" } } }
      - { name: second, executor: { kind: mcp, connection: every, tool: echo, map: { message: "$.input.name" } } }
`

export interface TryingDesk {
  gateway: TestGateway
  desk: Desk
  session: DeskSession
  /** As a person presses: looks, then runs what was shown. */
  press(call: TrialCall, who?: DeskSession): ReturnType<typeof begin>
}

export async function openTrying(
  servers: readonly Server[] = ['every'],
  yaml = declare(servers),
): Promise<TryingDesk> {
  const gateway = await openTestGateway(yaml)
  const desk = openTestDesk(gateway)
  onTestFinished(async () => {
    await desk.close()
    await gateway.close()
  })
  const session = await desk.openSession('window')
  for (const server of servers)
    await expect.poll(() => gateway.catalog.capability(`${server}.echo`), { timeout: 20_000 }).not.toBeNull()
  return { gateway, desk, session, press: (call, who = session) => begin(desk, who, call) }
}

async function begin(desk: Desk, session: DeskSession, call: TrialCall) {
  const { hash } = await ask(desk, session, 'trials.preview', { call })
  return await ask(desk, session, 'trials.begin', { call, hash })
}

export function tool(capability: string, args: JsonObject): TrialCall {
  const input = { capability, arguments: args }
  return { tool: 'workflow.start', arguments: { definitionId: 'proxy_default', input } }
}

export function workflow(definitionId: string, input: JsonObject): TrialCall {
  return { tool: 'workflow.start', arguments: { definitionId, input } }
}

export function step(
  workflowId: string,
  expectedVersion: number,
  transition: string,
  args: JsonObject = {},
): TrialCall {
  return { tool: 'workflow.submit', arguments: { workflowId, expectedVersion, transition, arguments: args } }
}
