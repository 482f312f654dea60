import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import {
  connectHttp,
  type Era,
  type OpenGateway,
  openWithDoors,
  type ProgressNotice,
  type TestClient,
} from '../mcp/support.ts'
import { test as it } from '../support/fixtures.ts'
import { programOf } from '../support/programs.ts'
import { isAlive, until } from './pool-fixture.ts'

const SERVERS = {
  fixture: JSON.stringify(await programOf('fixture-server')),
  rude: JSON.stringify(await programOf('rude-server')),
}
const NODE = JSON.stringify(process.execPath)
const LONG = `require('node:fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)`

const YAML = `
connections:
  fix: { kind: mcp, command: ${NODE}, args: [${SERVERS.fixture}] }
  rude: { kind: mcp, command: ${NODE}, args: [${SERVERS.rude}] }
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
          odd:
            target: two
            inputSchema: { type: object }
            executor: { kind: mcp, connection: rude, tool: answers, map: { result: $.arguments.result } }
          run: { target: two, executor: { kind: cli, command: ${NODE}, args: ["-e", ${JSON.stringify(LONG)}], workingDirectory: FOLDER } }
      two: {}
`

let open: OpenGateway
it.beforeAll(async ({ sharedFolder }) => {
  open = await openWithDoors(YAML.replace('FOLDER', JSON.stringify(sharedFolder)))
  await open.gateway.connections.settled(20_000)
})
afterAll(() => open.close())

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

  it('that cancels its call has the program stopped [cli.tree]', async ({ sharedFolder }) => {
    const workflowId = await startWork(client)
    const cancel = new AbortController()
    const file = join(sharedFolder, 'pid')
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

  const odd = async (result: unknown) => {
    const request = { workflowId: await startWork(client), expectedVersion: 1, transition: 'odd' }
    return client.call('workflow.submit', { ...request, arguments: { result } })
  }

  it.each<[string, unknown[]]>([
    ['an image without a type', [{ type: 'image', data: 'AAAA' }]],
    ['a kind of part that nobody knows', [{ type: 'hologram', url: 'x' }]],
    ['a part without a kind', [{}]],
    ['parts that are no objects', ['done', 7, null, ['a']]],
    ['a priority beyond its range', [{ type: 'text', text: 'done', annotations: { priority: 7 } }]],
    ['a link without a name', [{ type: 'resource_link', uri: 'file:///a' }]],
    ['half a character', [{ type: 'text', text: '\ud800' }]],
  ])('hears that its call is completed, whatever came back: %s [call.completed]', async (_, content) => {
    const { structuredContent, isError, content: parts } = await odd({ content })
    expect(structuredContent).toMatchObject({ state: 'two', result: { status: 'completed' } })
    expect(isError ?? false).toBe(false)
    expect(parts).toHaveLength(1 + content.length)
  })

  it('hears that its call is completed, whatever shape the answer has [call.completed]', async () => {
    const part = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.record(
        {
          type: fc.constantFrom<unknown>('text', 'image', 'audio', 'resource', 'resource_link', 'x', 1),
          text: fc.jsonValue({ maxDepth: 1 }),
          data: fc.jsonValue({ maxDepth: 1 }),
          mimeType: fc.jsonValue({ maxDepth: 1 }),
          resource: fc.jsonValue({ maxDepth: 2 }),
          annotations: fc.jsonValue({ maxDepth: 2 }),
          _meta: fc.jsonValue({ maxDepth: 1 }),
        },
        { requiredKeys: [] },
      ),
    )
    const result = fc.record(
      {
        content: fc.oneof(fc.array(part, { maxLength: 4 }), fc.jsonValue({ maxDepth: 1 })),
        structuredContent: fc.jsonValue(),
        isError: fc.constantFrom<unknown>(false, null, 0, ''),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(result, async (sent) => {
        const { structuredContent } = await odd(sent)
        expect(structuredContent).toMatchObject({ state: 'two', result: { status: 'completed' } })
        expect(structuredContent.workflowId).toEqual(expect.any(String))
      }),
      { numRuns: 60 },
    )
  })

  it('sends no idempotency key; the gateway does [connections.idempotency-key]', async () => {
    const workflowId = await startWork(client)
    const { structuredContent } = await submit(workflowId, 'keyed')
    expect(structuredContent.context).toMatchObject({
      seen: { args: { _idempotencyKey: `${workflowId}-k` }, key: `${workflowId}-k` },
    })
  })
})
