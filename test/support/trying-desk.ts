/** A browser desk over the everything server and a workflow, with an agent beside it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverPath } from '../connections/pool-fixture.ts'
import { type Agent, connectAgent } from './agent.ts'
import { launchBrowser } from './browser.ts'
import { type DeskPage, readDesk } from './desk-page.ts'
import { makeFolder } from './folders.ts'
import { startGateway } from './gateway-process.ts'

const SERVER = `kind: mcp, command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(serverPath('server-everything'))}, stdio]`

const CONFIGURATION = `version: "1.0.0"
clients:
  claude: { tags: [letters] }
connections:
  every: { title: Everything, ${SERVER} }
  careful: { title: Careful, ${SERVER}, approval: { required: true } }
proxy:
  import:
    - { connection: every, prefix: every }
    - { connection: careful, prefix: careful }
  expose:
    - name: notes.keep
      title: Keep a note
      inputSchema: { type: object, properties: { more: {}, mark: { enum: [1, "1", two] } } }
      executor: { kind: noop }
workflows:
  letter:
    title: Letters
    description: An agent writes a letter, a person sends it.
    tags: [letters]
    inputSchema:
      type: object
      required: [to]
      properties: { to: { type: string, title: Recipient, examples: [Ada Lovelace] } }
    initialState: writing
    states:
      writing:
        title: Writing
        transitions:
          hand_in:
            title: Hand the letter in
            target: reading
            inputSchema: { type: object, required: [text], properties: { text: { type: string, title: Text } } }
            prefill: { text: "Dear" }
            output: { text: "$.arguments.text" }
          drop: { title: Drop it, target: gone, risk: high }
      reading:
        title: Reading
        transitions:
          approve: { title: Send the letter, target: sent, actor: human }
      sent: { title: Sent, terminal: true }
      gone: { title: Gone, terminal: true }
  greet:
    title: Greet twice
    description: Says the same name to the server two times.
    inputSchema: { type: object, required: [name], properties: { name: { type: string, title: Name } } }
    steps:
      - { name: first, executor: { kind: mcp, connection: every, tool: echo, map: { message: "$.input.name" } } }
      - { name: second, executor: { kind: mcp, connection: every, tool: echo, map: { message: "$.input.name" } } }
`

export interface TryingPage {
  desk: DeskPage
  agent: Agent
  close(): Promise<void>
}

export async function openTryingPage(): Promise<TryingPage> {
  const folder = makeFolder('trying')
  const config = join(folder.path, 'countersign.yaml')
  writeFileSync(config, CONFIGURATION)
  const workspace = { config, data: join(folder.path, 'data') }
  const gateway = await startGateway(workspace, '--desk')
  const browser = await launchBrowser()
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  await page.goto(gateway.ready.desk ?? '')
  const desk = readDesk(page)
  await desk.untilConnected()
  const agent = await connectAgent('newer', workspace)
  return {
    desk,
    agent,
    async close() {
      await agent.close()
      await browser.close()
      await gateway.stop()
      folder.remove()
    },
  }
}
