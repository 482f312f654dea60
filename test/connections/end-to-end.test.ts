import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  connectHttp,
  type Era,
  type OpenGateway,
  openWithDoors,
  type ProgressNotice,
  type TestClient,
} from '../mcp/support.ts'
import { isAlive, until } from './pool-fixture.ts'

const path = (name: string) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)))
const NODE = JSON.stringify(process.execPath)
const FOLDER = await mkdtemp(join(tmpdir(), 'end-to-end-'))
const LONG = `require('node:fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)`

const YAML = `
connections:
  fix: { kind: mcp, command: ${NODE}, args: [${path('fixture-server.ts')}] }
  rude: { kind: mcp, command: ${NODE}, args: [${path('rude-server.ts')}] }
workflows:
  work:
    initialState: one
    states:
      one:
        transitions:
          wait: { target: two, executor: { kind: mcp, connection: fix, tool: wait } }
          report: { target: one, executor: { kind: mcp, connection: fix, tool: progress } }
          cancelled: { target: one, executor: { kind: mcp, connection: fix, tool: cancelled }, output: { ids: $.output } }
          keyed:
            target: two
            executor: { kind: mcp, connection: rude, tool: keyed, idempotencyKey: "{workflowId}-k" }
            output: { seen: $.output }
          run: { target: two, executor: { kind: cli, command: ${NODE}, args: ["-e", ${JSON.stringify(LONG)}], workingDirectory: ${JSON.stringify(FOLDER)} } }
      two: {}
`

let open: OpenGateway
beforeAll(async () => {
  open = await openWithDoors(YAML)
  await open.gateway.connections.settled(20_000)
})
afterAll(async () => {
  await open.close()
  await rm(FOLDER, { recursive: true, force: true })
})

async function startWork(client: TestClient): Promise<string> {
  return (await client.call('workflow.start', { definitionId: 'work' })).structuredContent.workflowId
}

describe.each<Era>(['2025', '2026'])('a client of %s', (era) => {
  let client: TestClient
  beforeAll(async () => {
    client = await connectHttp(open.doors.mcpUrl, open.token, era)
  })
  afterAll(() => client.close())
  const submit = (workflowId: string, transition: string, options?: Parameters<TestClient['call']>[2]) =>
    client.call('workflow.submit', { workflowId, expectedVersion: 1, transition }, options)

  it('that cancels its call has it cancelled at the server behind [connections.cancellation]', async () => {
    const workflowId = await startWork(client)
    const cancel = new AbortController()
    const call = submit(workflowId, 'wait', { signal: cancel.signal })
    const log = () => open.gateway.connections.state('fix')?.logTail ?? []
    const before = log().filter((line) => line.startsWith('waiting')).length
    await until(() => log().filter((line) => line.startsWith('waiting')).length > before)
    cancel.abort()
    await expect(call).rejects.toThrow()
    const id = Number(
      log()
        .findLast((line) => line.startsWith('waiting'))
        ?.slice(8),
    )
    await until(async () => {
      const answer = await submit(await startWork(client), 'cancelled').catch(() => null)
      const context = answer?.structuredContent.context as { ids?: unknown } | undefined
      return Array.isArray(context?.ids) && context.ids.includes(id)
    })
  })

  it('that cancels its call has the program stopped [cli.tree]', async () => {
    const workflowId = await startWork(client)
    const cancel = new AbortController()
    const file = join(FOLDER, 'pid')
    const last = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const call = submit(workflowId, 'run', { signal: cancel.signal })
    await until(() => existsSync(file) && !['', last].includes(readFileSync(file, 'utf8')))
    const pid = Number(readFileSync(file, 'utf8'))
    expect(isAlive(pid)).toBe(true)
    cancel.abort()
    await expect(call).rejects.toThrow()
    await until(() => !isAlive(pid))
  })

  it('hears what the server behind reports [connections.progress]', async () => {
    const notices: ProgressNotice[] = []
    await submit(await startWork(client), 'report', { onprogress: (notice) => notices.push(notice) })
    expect(notices.length).toBeGreaterThan(0)
    expect(JSON.stringify(notices)).toContain('step')
  })

  it('sends no idempotency key; the gateway does [connections.idempotency-key]', async () => {
    const workflowId = await startWork(client)
    const { structuredContent } = await submit(workflowId, 'keyed')
    expect(structuredContent.context).toMatchObject({
      seen: { args: { _idempotencyKey: `${workflowId}-k` }, key: `${workflowId}-k` },
    })
  })
})
