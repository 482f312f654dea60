/** A workspace in which an item of every kind can be made, behind a gateway with a browser signed in. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { SERVER, type ServerTool, writeTools } from '../runtime/changing-server.ts'
import { type Agent, connectAgent } from './agent.ts'
import { launchBrowser } from './browser.ts'
import { type DeskPage, readDesk } from './desk-page.ts'
import { makeFolder } from './folders.ts'
import { type GatewayProcess, NODE, startGateway } from './gateway-process.ts'
import { programOf } from './programs.ts'

const ASKING = await programOf('asking-server')
/** One dot, as a PNG. */
export const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const TOOLS: ServerTool[] = [{ name: 'read', readOnly: true }, { name: 'write' }]

/** Without its version. */
export const CARD_YAML = `
approvals: { holdMs: 0, timeoutMs: 600000 }
connections:
  db: { kind: mcp, command: ${JSON.stringify(NODE)}, args: ["\${COUNTERSIGN_WORKSPACE}/server.cjs"] }
  asking: { kind: mcp, command: ${JSON.stringify(NODE)}, args: [${JSON.stringify(ASKING)}, "\${COUNTERSIGN_WORKSPACE}/saved"] }
  shell: { kind: cli, command: ${JSON.stringify(NODE)} }
proxy:
  import:
    - { connection: db, prefix: db, approval: { required: unlessReadOnly } }
    - { connection: asking, prefix: asking }
workflows:
  content_review:
    title: Content review
    initialState: drafting
    states:
      drafting:
        title: Drafting
        transitions:
          submit_draft:
            title: Submit for review
            target: in_review
            inputSchema:
              type: object
              required: [title, content]
              properties:
                title: { type: string, title: Title }
                content: { type: string, title: Text }
                tags: { type: array, title: Tags, items: { type: string } }
            output: { title: "$.arguments.title", content: "$.arguments.content", tags: "$.arguments.tags" }
      in_review:
        title: In review
        transitions:
          approve: { title: Approve the content, target: published, actor: human, summary: "Publish {title}" }
          request_changes: { title: Request changes, target: drafting, actor: human }
      published: { title: Published, terminal: true }
  release:
    title: Release
    initialState: ready
    states:
      ready:
        title: Ready
        transitions:
          ship:
            title: Ship the image
            target: shipped
            approval: { required: true }
            summary: "Ship {image} to {region}"
            subject: $.arguments.region
            inputSchema:
              type: object
              required: [image]
              properties:
                image: { type: string, title: Image }
                region: { type: string, title: Region }
                replicas: { type: integer, title: Replicas }
                canary: { type: boolean, title: Canary first }
                notes: { type: string, title: Release notes }
                files: { type: array, title: Files, items: { type: object, properties: { path: { type: string }, size: { type: integer } } } }
                limits: { type: object, title: Limits, properties: { cpu: { type: string, title: CPU }, memory: { type: string, title: Memory } } }
                shot: { type: string, title: Screenshot }
            prefill: { region: eu-west-1, replicas: 2 }
            executor: { kind: cli, connection: shell, args: ["-e", "", "$.arguments.image"] }
      shipped: { title: Shipped, terminal: true }
  visit:
    title: Site visit
    initialState: planned
    states:
      planned:
        title: Planned
        transitions:
          look:
            title: Look at the meter
            description: Go there and write down what the meter shows.
            target: seen
            inputSchema: { type: object, required: [address], properties: { address: { type: string, title: Address } } }
            executor: { kind: human }
      seen: { title: Seen, terminal: true }
  nightly:
    title: Nightly backup
    initialState: idle
    states:
      idle:
        title: Idle
        transitions:
          run:
            title: Run the backup
            target: done
            inputSchema: { type: object, properties: { volume: { type: string } } }
            executor: { kind: cli, connection: shell, args: ["-e", "require('node:fs').writeFileSync(process.argv[1], ''); setTimeout(() => {}, 60000)", "$.arguments.volume"] }
      done: { terminal: true }
`

/** What lies beside the configuration. */
export async function prepareCards(folder: string, tools = TOOLS): Promise<void> {
  writeFileSync(join(folder, 'server.cjs'), SERVER)
  await writeTools(folder, tools)
}

export interface CardDesk {
  folder: string
  workspace: { config: string; data: string }
  desk: DeskPage
  page: Page
  agent: Agent
  gateway(): GatewayProcess
  configuration(): string
  /** Writes the configuration over, as somebody who edits it on the disk. */
  configure(yaml: string): void
  offer(...tools: ServerTool[]): Promise<void>
  /** Kills the gateway, starts it again, and signs in again. */
  crash(): Promise<void>
  close(): Promise<void>
}

/** `most`: how many items of the agent may wait. */
export async function openCardDesk(tools = TOOLS, most = 100): Promise<CardDesk> {
  const made = makeFolder('cards')
  const workspace = { config: join(made.path, 'countersign.yaml'), data: join(made.path, 'data') }
  const yaml = CARD_YAML.replace('approvals: {', `approvals: { pending: { perClient: ${most} },`)
  writeFileSync(workspace.config, `version: "1.0.0"${yaml}`)
  await prepareCards(made.path, tools)
  let gateway = await startGateway(workspace, '--desk')
  const browser = await launchBrowser()
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const desk = readDesk(page)
  async function signIn() {
    await page.goto(gateway.ready.desk ?? '')
    await desk.untilConnected()
  }
  await signIn()
  let agent = await connectAgent('newer', workspace)
  return {
    folder: made.path,
    workspace,
    desk,
    page,
    get agent() {
      return agent
    },
    gateway: () => gateway,
    configuration: () => readFileSync(workspace.config, 'utf8'),
    configure: (yaml) => writeFileSync(workspace.config, yaml),
    offer: (...tools) => writeTools(made.path, tools),
    async crash() {
      await agent.close()
      await gateway.kill()
      gateway = await startGateway(workspace, '--desk')
      await signIn()
      agent = await connectAgent('newer', workspace)
    },
    async close() {
      await agent.close()
      await browser.close()
      await gateway.stop()
      made.remove()
    },
  }
}
