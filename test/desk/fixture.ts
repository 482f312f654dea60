/** A desk over a real gateway, wired as the entries wire it. */
import { createDesk, type Desk } from '../../src/main/desk/desk.ts'
import type { DeskOptions } from '../../src/main/desk/desk-options.ts'
import type { DeskSession } from '../../src/main/desk/session.ts'
import type { Gateway } from '../../src/main/gateway.ts'
import { createToolCall } from '../../src/main/mcp/tools/tool-call.ts'
import { advertise, TOOLS } from '../../src/main/mcp/tools/tools.ts'
import type {
  CallName,
  ReplyOf,
  RequestOf,
  WorkKind,
  WorkResults,
  WorkView,
} from '../../src/preload/contract.ts'

export const REVIEW = `
people:
  anna: { roles: [editor], permissions: [publish] }
workflows:
  content_review:
    title: Content review
    description: Write, review, and publish content.
    initialState: drafting
    initialContext: { note: nothing yet }
    states:
      drafting:
        goal: Write a draft
        guidance: Keep it short.
        transitions:
          submit_draft:
            title: Submit for review
            target: in_review
            inputSchema:
              type: object
              required: [content]
              properties:
                content: { type: string }
            output: { content: "$.arguments.content" }
      in_review:
        title: In review
        transitions:
          approve:
            title: Approve the content
            target: published
            actor: human
            summary: "Publish {content}"
          request_changes:
            title: Request changes
            target: drafting
            actor: human
            inputSchema:
              type: object
              properties: { hint: { type: string } }
            prefill: { hint: "$.context.note" }
      published: { terminal: true }
`

const quiet = { info() {}, warn() {}, error() {} }

export function openTestDesk(gateway: Gateway, options: Partial<DeskOptions> = {}): Desk {
  const call = createToolCall(gateway, new AbortController().signal, quiet)
  return createDesk({
    gateway,
    callTool: async (who, request, how) =>
      JSON.parse(JSON.stringify(await call(who, request, { ...how, session: null }))),
    person: 'anna',
    // Hundreds of PINs are set and tried: what one costs has a test of its own.
    pinRounds: 16,
    workspace: { name: 'Test workspace', sample: false, missing: null },
    mcp: {
      url: () => 'http://127.0.0.1:1/mcp',
      tokenFile: '/data/token',
      token: async () => 'token',
      clients: () => [],
      tools: () => TOOLS.map((tool) => advertise(tool, 'underscores')),
    },
    clientTokens: {
      createClientToken: async () => 'cs_token',
      revokeClientToken: async () => undefined,
      puttingBack: (change) => change(),
      issued: () => [],
    },
    updates: noUpdates(),
    home: { home: '/nobody', platform: 'linux', environment: {} },
    pipe: { command: '/opt/node', args: ['/opt/count sign/cli.js', 'mcp'], renew: async () => undefined },
    workspaces: {
      program: ['/node', '/my cli.js'],
      suggest: async () => '/new',
      create: async () => ({ problem: 'Not here.' }),
      known: async () => [],
      look: async () => ({ problem: 'Not here.' }),
      open: null,
    },
    licences: [],
    checkMachine: async () => [],
    electron: null,
    report: (fault) => {
      throw fault
    },
    ...options,
  })
}

/** The value of a call that must succeed. */
export async function ask<Name extends CallName>(
  desk: Desk,
  session: DeskSession,
  name: Name,
  request: RequestOf<Name>,
): Promise<ReplyOf<Name>> {
  const reply = await desk.dispatch(session, name, request)
  if (!reply.ok) throw new Error(`${name}: ${reply.error.code} ${reply.error.message}`)
  return reply.value as ReplyOf<Name>
}

/** What long work comes to. */
export async function endOf<Kind extends WorkKind>(
  desk: Desk,
  session: DeskSession,
  begun: WorkView<Kind>,
): Promise<WorkResults[Kind]> {
  return await new Promise((resolve, reject) => {
    const look = async () => {
      const work = (await ask(desk, session, 'data.work', {})).find(({ id }) => id === begun.id)
      if (work?.state === 'running') return
      stop()
      // Its id is of the work that was begun, and so of its kind.
      if (work?.state === 'done') resolve(work.result as WorkResults[Kind])
      else reject(new Error(work?.message ?? 'Nobody knows of this work.'))
    }
    const stop = desk.onPush(({ topic }) => {
      if (topic === 'work') look().catch(reject)
    })
    look().catch(reject)
  })
}

/** A copy that looks for no updates. */
function noUpdates(): DeskOptions['updates'] {
  const nothing = async () => undefined
  return {
    view: () => ({
      version: '0.0.0-test',
      off: 'This copy is a test.',
      look: true,
      lastAt: null,
      refusal: null,
      state: 'resting',
      offered: null,
      known: null,
      fraction: null,
      running: 0,
      isLater: false,
      news: null,
    }),
    look: nothing,
    setLook: nothing,
    later: nothing,
    restart: () => false,
    onChange: () => () => undefined,
  }
}
