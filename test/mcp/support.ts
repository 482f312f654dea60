/** A gateway with its doors open, and clients of both SDK generations that come in over HTTP. */
import { readFile } from 'node:fs/promises'
import {
  Client as NewerClient,
  StreamableHTTPClientTransport as NewerHttp,
} from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect } from 'vitest'
import { type Doors, type DoorsOptions, openDoors } from '../../src/main/mcp/http/doors.ts'
import { openTestGateway, type TestGateway, type TestGatewayOptions } from '../support/gateway.ts'

export const REVIEW = `
clients:
  claude: { roles: [writer], permissions: [publish], names: underscores }
  watcher: { sees: all }
workflows:
  review:
    title: Review
    initialState: draft
    states:
      draft:
        transitions:
          hand_in: { target: waiting }
      waiting:
        transitions:
          publish: { target: done, actor: human }
          withdraw: { target: done }
      done: {}
  team:
    title: Team only
    guards: [{ kind: role, role: writer }]
    initialState: one
    states: { one: { transitions: { end: { target: two } } }, two: {} }
  asked:
    initialState: one
    states:
      one: { transitions: { ask: { target: two, executor: { kind: human } } } }
      two: {}
`

export interface OpenGateway {
  gateway: TestGateway
  doors: Doors
  token: string
  ended: string[]
  close(): Promise<void>
}

export async function openWithDoors(
  yaml = REVIEW,
  options: TestGatewayOptions & { doors?: Partial<DoorsOptions> } = {},
): Promise<OpenGateway> {
  const { doors: doorsOptions, ...gatewayOptions } = options
  const gateway = await openTestGateway(yaml, gatewayOptions)
  const ended: string[] = []
  const log = {
    info: () => undefined,
    warn: (_detail: object, message: string) => void gateway.logged.push(message),
    error: (detail: object, message: string) =>
      void gateway.logged.push(`${message} ${JSON.stringify(detail)}`),
  }
  const doors = await openDoors(gateway, {
    startedBy: 'serve',
    log,
    onEnd: (reason) => ended.push(reason),
    ...doorsOptions,
  })
  return {
    gateway,
    doors,
    token: (await readFile(doors.tokenFile, 'utf8')).trim(),
    ended,
    async close() {
      await doors.close()
      await gateway.close()
    },
  }
}

/** A workflow whose step, which may be repeated, goes on until its file is there. */
export const UNTIL_FILE = (file: string): string => `
workflows:
  work:
    initialState: ready
    states:
      ready: { transitions: { go: { target: done, executor: { kind: cli, command: sh, idempotent: true, args: ["-c", "until [ -e ${file} ]; do sleep 0.01; done"] } } } }
      done: {}
`

/** The step of a run is going on. */
export async function isRunning(
  { gateway }: Pick<OpenGateway, 'gateway'>,
  workflowId: string,
): Promise<void> {
  await eventually(
    async () => (await gateway.store.run(workflowId))?.activity.kind === 'claimed',
    'the beginning of the step',
  )
}

export interface Result {
  isError?: boolean
  content: { type: string; text?: string }[]
  structuredContent: {
    workflowId: string
    state: string
    version: number
    result: { status: string; message?: string }
    error?: { code: string; message: string; details?: { path: string; message: string }[] }
    links: { rel: string; method: string; args: Record<string, unknown> }[]
    [field: string]: unknown
  }
}

export interface ProgressNotice {
  progress: number
  total?: number
  message?: string
}

export interface CallOptions {
  signal?: AbortSignal
  onprogress?: (notice: ProgressNotice) => void
}

export interface TestClient {
  tools(): Promise<{ name: string; title?: string; annotations?: { readOnlyHint?: boolean } }[]>
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<Result>
  close(): Promise<void>
}

export type Era = '2025' | '2026'

/** @param name the client's `clientInfo.name` */
export async function connectHttp(
  url: string,
  token: string,
  era: Era,
  name = 'test-agent',
): Promise<TestClient> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const client =
    era === '2025'
      ? new OlderClient({ name, version: '1.0.0' })
      : new NewerClient({ name, version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  if (client instanceof OlderClient) {
    await client.connect(
      new OlderHttp(new URL(url), { requestInit }) as Parameters<OlderClient['connect']>[0],
    )
    return {
      tools: async () => (await client.listTools()).tools as never,
      call: async (tool, args, options) =>
        (await client.callTool(
          { name: tool, ...(args && { arguments: args }) },
          undefined,
          options as never,
        )) as never,
      close: () => client.close(),
    }
  }
  await client.connect(new NewerHttp(new URL(url), { requestInit }))
  return {
    tools: async () => (await client.listTools()).tools as never,
    call: async (tool, args, options) =>
      (await client.callTool({ name: tool, ...(args && { arguments: args }) }, options as never)) as never,
    close: () => client.close(),
  }
}

/** Waits until `look` finds something; fails after thirty seconds. */
export async function eventually<Found>(
  look: () => Found | Promise<Found>,
  what = 'what was awaited',
): Promise<NonNullable<Exclude<Found, false>>> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const found = await look()
    if (found !== null && found !== undefined && found !== false) {
      return found as NonNullable<Exclude<Found, false>>
    }
    if (Date.now() > deadline) throw new Error(`${what} did not happen in time`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Arguments of `workflow.start` as text that cannot be taken as they are, and what is said of each. */
export const UNREADABLE: [what: string, given: string, said: string][] = [
  ['a whole number that is rounded', amount('9007199254740993'), 'it would become 9007199254740992'],
  ['a negative one with a fraction', amount('-12345678901234567.5'), 'it would become -12345678901234568'],
  ['a number in powers of ten', amount('9.007199254740993e15'), 'it would become 9007199254740992'],
  ['a number that no number can be', amount('1e400'), 'it would be lost'],
  ['a very long number', amount('9'.repeat(5000)), 'it would be lost'],
  ['nothing', 'null', 'must be an object'],
  ['a list', '[1]', 'must be an object'],
  ['nested too deep', amount('['.repeat(20_000) + ']'.repeat(20_000)), 'nested deeper than 500 levels'],
]

function amount(number: string): string {
  return `{"definitionId":"review","input":{"note":"a \\"[{1","amount":${number}}}`
}

export function startText(id: number, given: string, meta = ''): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"workflow.start","arguments":${given}${meta}}}`
}

export const refusal = (said: string) => ({
  isError: true,
  structuredContent: {
    result: { status: 'rejected' },
    error: { code: 'INVALID_ARGUMENTS', message: expect.stringContaining(said) },
  },
})
