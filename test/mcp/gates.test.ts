import { join } from 'node:path'
import { afterEach, expect } from 'vitest'
import { countRuns } from '../runtime/counter.ts'
import { onlyItem, until } from '../runtime/gated.ts'
import { test } from '../support/fixtures.ts'
import { pending, press } from '../support/gateway.ts'
import { contentOf } from '../support/items.ts'
import { programOf } from '../support/programs.ts'
import { connectHttp, type OpenGateway, openWithDoors, type TestClient } from './support.ts'

const SERVER = await programOf('asking-server')
const yaml = (approvals: string) => `
approvals: ${approvals}
connections:
  files:
    kind: mcp
    command: ${JSON.stringify(process.execPath)}
    args: [${JSON.stringify(SERVER)}, FILE]
    approval: { required: unlessReadOnly, queue: ops }
proxy: { import: [{ connection: files, prefix: files }] }
`

let open: OpenGateway | null = null
let client: TestClient | null = null
afterEach(async () => {
  await client?.close()
  await open?.close()
  open = null
  client = null
})

type Options = Parameters<typeof openWithDoors>[1]
const it = test.extend('connect', ({ folder }) => async (approvals: string, options: Options = {}) => {
  const text = yaml(approvals).replace('FILE', JSON.stringify(join(folder, 'effects')))
  open = await openWithDoors(text, options)
  const { gateway, doors, token } = open
  client = await connectHttp(doors.mcpUrl, token, '2026', 'claude')
  await until(gateway, async () => gateway.catalog.capability('files.save') !== null)
  const call = (capability: string, args: object) =>
    (client as TestClient).call('workflow.start', {
      definitionId: 'proxy_default',
      input: { capability, arguments: args },
    })
  return { gateway, call, runs: () => countRuns({ ...gateway, folder } as never) }
})

it('a call of a tool behind a gate is held, approved and answered with its result [gate.holds] [R5.1]', async ({
  connect,
}) => {
  const { gateway, call, runs } = await connect('{ holdMs: 30000 }')
  const answer = call('files.save', { name: 'a' })
  await until(gateway, async () => (await pending(gateway)).length === 1)
  const item = await onlyItem(gateway)
  expect(item).toMatchObject({
    kind: 'gate',
    queue: 'ops',
    step: { transition: 'files.save', arguments: { name: 'a' } },
  })
  expect(await runs()).toBe(0)
  const preview = await gateway.runtime.previewDecision(
    { kind: 'human', id: 'human:anna', name: 'anna', roles: [], permissions: [], session: '' },
    { approvalId: item.id, outcome: 'approve', arguments: contentOf(item).arguments },
  )
  expect(preview?.call).toBe('files: save {"name":"a"}')
  await press(gateway, item.id, 'approve')
  const result = await answer
  expect(result.structuredContent).toMatchObject({
    result: { status: 'executed' },
    context: { lastResult: { saved: { name: 'a' } } },
  })
  expect(result.isError).not.toBe(true)
  expect(await runs()).toBe(1)
})

it('refused or timed out, the agent is told so and nothing ran [gate.refused] [gate.timeout]', async ({
  clock,
  connect,
}) => {
  const { gateway, call, runs } = await connect('{ holdMs: 30000, timeoutMs: 1500 }', { clock })
  const refused = call('files.save', { name: 'a' })
  await until(gateway, async () => (await pending(gateway)).length === 1)
  await press(gateway, (await onlyItem(gateway)).id, 'refuse', { comment: 'Wrong name' })
  expect(await refused).toMatchObject({
    isError: true,
    structuredContent: {
      error: { code: 'APPROVAL_DENIED', message: expect.stringContaining('Wrong name') },
    },
  })
  const late = call('files.save', { name: 'b' })
  await until(gateway, async () => (await pending(gateway)).length === 1)
  clock.advance(1500)
  expect(await late).toMatchObject({
    isError: true,
    structuredContent: { error: { code: 'APPROVAL_TIMED_OUT' } },
  })
  expect(await runs()).toBe(0)
})

it('what only reads runs at once; the same call repeated waits for the same decision [R1.8]', async ({
  connect,
}) => {
  const { gateway, call, runs } = await connect('{ holdMs: 0 }')
  expect((await call('files.look', {})).structuredContent.result.status).toBe('executed')
  const first = await call('files.save', { name: 'a' })
  expect(first.structuredContent.result.status).toBe('waiting_for_action')
  expect(first.structuredContent.links[0]).toMatchObject({ rel: 'self', method: 'workflow.get' })
  const second = await call('files.save', { name: 'a' })
  expect(second.structuredContent.workflowId).toBe(first.structuredContent.workflowId)
  expect(await pending(gateway)).toHaveLength(1)
  const other = await call('files.save', { name: 'b' })
  expect(other.structuredContent.workflowId).not.toBe(first.structuredContent.workflowId)
  for (const item of await pending(gateway)) await press(gateway, item.id, 'approve')
  expect(await runs()).toBe(2)
})

it('a question of a server waits in the inbox while its call is open, and its answer goes back [items.elicitation] [engine.reads-once]', async ({
  clock,
  connect,
}) => {
  // No time passes: the call that asks only reads, and is written because it asks.
  const { gateway, call } = await connect('{ holdMs: 30000 }', { clock })
  const answer = call('files.ask', {})
  await until(gateway, async () => (await pending(gateway)).length === 1)
  const item = await onlyItem(gateway)
  expect(item).toMatchObject({
    kind: 'elicitation',
    requestedBy: 'server:files',
    subject: { connection: 'files', message: 'Which colour?', calls: [{ tool: 'ask' }] },
    client: 'local',
  })
  const [run] = (await gateway.store.runs({}, { limit: 1 })).items
  const told = await (client as TestClient).call('workflow.get', { workflowId: run?.id })
  expect(told.structuredContent.result).toMatchObject({
    message: expect.stringContaining(
      'the server ‘files’ asks something that a person at the desk must answer',
    ),
  })
  expect(await press(gateway, item.id, 'answer', { arguments: { colour: 'green' } })).toMatchObject({
    kind: 'rejected',
  })
  expect(await press(gateway, item.id, 'answer', { arguments: { colour: 'red' } })).toMatchObject({
    kind: 'decided',
  })
  expect((await answer).structuredContent.context).toMatchObject({
    lastResult: { action: 'accept', content: { colour: 'red' } },
  })
  const rooms = { type: 'array', items: { type: 'string', enum: ['hall', 'attic', 'cellar'] } }
  const more = { coats: { type: 'integer' }, thin: { type: 'boolean' }, rooms }
  const wide = call('files.ask', { more })
  await until(gateway, async () => (await pending(gateway)).length === 1)
  const content = { colour: 'blue', coats: 2, thin: false, rooms: ['hall', 'attic'] }
  await press(gateway, (await onlyItem(gateway)).id, 'answer', { arguments: content })
  expect((await wide).structuredContent.context).toMatchObject({ lastResult: { action: 'accept', content } })
  const cut = new AbortController()
  const second = (client as TestClient)
    .call(
      'workflow.start',
      { definitionId: 'proxy_default', input: { capability: 'files.ask', arguments: {} } },
      { signal: cut.signal },
    )
    .catch(() => null)
  await until(gateway, async () => (await pending(gateway)).length === 1)
  cut.abort()
  await second
  await until(gateway, async () => (await pending(gateway)).length === 0)
})

it('a call in which a server asks a person is held no longer than any, and goes on without its caller [items.elicitation-held]', async ({
  connect,
}) => {
  const { gateway, call } = await connect('{ holdMs: 50 }')
  const { structuredContent: told } = await call('files.ask', {})
  expect(told.result).toMatchObject({
    status: 'waiting_for_action',
    message: expect.stringMatching(/the server ‘files’ asks something .* Follow it with workflow\.get\.$/),
  })
  const [link] = told.links
  expect(link).toMatchObject({ rel: 'self', method: 'workflow.get', args: { waitMs: 50, sinceVersion: 1 } })
  const waiting = (client as TestClient).call('workflow.get', { ...link?.args, waitMs: 30_000 })
  const { id } = await onlyItem(gateway)
  expect(await press(gateway, id, 'answer', { arguments: { colour: 'red' } })).toMatchObject({
    kind: 'decided',
  })
  const ended = await waiting
  const result = { action: 'accept', content: { colour: 'red' } }
  expect(ended.structuredContent.context).toMatchObject({ lastResult: result })
  // What the tool answered with follows it, as it would have followed the call.
  expect(ended.content.slice(1)).toMatchObject([{ type: 'text', text: JSON.stringify(result) }])
})

it('nor where the clock is set back meanwhile [items.elicitation-held]', async ({ clock, connect }) => {
  const { gateway, call } = await connect('{ holdMs: 30000 }', { clock })
  const answer = call('files.ask', {})
  await until(gateway, async () => (await pending(gateway)).length === 1)
  clock.set(-3_600_000)
  clock.advance(30_000)
  expect((await answer).structuredContent.result.status).toBe('waiting_for_action')
  await press(gateway, (await onlyItem(gateway)).id, 'decline')
})

it('nor where several calls of the server are open, any of which may be what it asks about [items.elicitation-held]', async ({
  connect,
}) => {
  const { gateway, call } = await connect('{ holdMs: 50 }')
  const { structuredContent: first } = await call('files.ask', {})
  const { structuredContent: second } = await call('files.ask', {})
  expect(first.result.message).toContain('in the middle of it the server ‘files’ asks something')
  expect(second.result).toMatchObject({
    status: 'waiting_for_action',
    message: expect.stringMatching(
      /^‘files\.ask’ is running\. The server ‘files’ asks something that a person at the desk must answer \(.*\), in the middle of this call or of one more\. Follow it/,
    ),
  })
  const follow = ({ workflowId }: { workflowId: string }) =>
    (client as TestClient).call('workflow.get', { workflowId, waitMs: 30_000, sinceVersion: 1 })
  for (const item of await pending(gateway))
    await press(gateway, item.id, 'answer', { arguments: { colour: 'red' } })
  for (const each of [first, second])
    expect((await follow(each)).structuredContent.context).toMatchObject({ lastResult: { action: 'accept' } })
})

it('nor where it waits for its place behind a call in which a person is asked [items.elicitation-held]', async () => {
  open = await openWithDoors(
    `${yaml('{ holdMs: 50 }').replace('FILE', '"unused"').replace('kind: mcp', 'kind: mcp\n    concurrency: 1')}workflows:
  asks:
    initialState: one
    states:
      one: { transitions: { ask: { target: two, actor: deterministic, executor: { kind: mcp, connection: files, tool: look } } } }
      two: {}
`,
  )
  const { gateway, doors, token } = open
  client = await connectHttp(doors.mcpUrl, token, '2025', 'claude')
  const agent = client
  await until(gateway, async () => gateway.catalog.capability('files.ask') !== null)
  const call = async (capability: string, args: object) => {
    const input = { capability, arguments: args }
    return (await agent.call('workflow.start', { definitionId: 'proxy_default', input })).structuredContent
  }
  expect((await call('files.ask', {})).result.message).toContain('asks something')
  const behind = [
    await call('files.look', {}),
    await call('orchestrator.run_workflow', { workflow_name: 'asks' }),
  ]
  for (const { result } of behind)
    expect(result).toMatchObject({
      status: 'waiting_for_action',
      message: expect.stringContaining('waits for a free place at the server ‘files’'),
    })
  await press(gateway, (await onlyItem(gateway)).id, 'decline')
  const [look, run] = behind.map(({ workflowId }) =>
    agent.call('workflow.get', { workflowId, waitMs: 30_000, sinceVersion: 1 }),
  )
  expect((await look)?.structuredContent.context).toMatchObject({ lastResult: { seen: true } })
  expect((await run)?.structuredContent.context).toMatchObject({ lastResult: { status: 'success' } })
})

it('nor where the run that run_workflow waits for is asked, also by a step of a step [items.elicitation-held]', async () => {
  const step = (executor: string) => `
    initialState: one
    states:
      one: { transitions: { ask: { target: two, actor: deterministic, executor: ${executor} } } }
      two: {}
`
  open = await openWithDoors(
    `${yaml('{ holdMs: 50 }').replace('FILE', '"unused"')}workflows:
  asks:${step('{ kind: mcp, connection: files, tool: ask }')}  outer:${step('{ kind: workflow, definitionId: asks }')}`,
  )
  const { gateway, doors, token } = open
  client = await connectHttp(doors.mcpUrl, token, '2025', 'claude')
  const agent = client
  await until(gateway, async () => gateway.catalog.capability('files.ask') !== null)
  for (const name of ['asks', 'outer']) {
    const { structuredContent: told } = await agent.call('workflow.start', {
      definitionId: 'proxy_default',
      input: { capability: 'orchestrator.run_workflow', arguments: { workflow_name: name } },
    })
    expect(told.result).toMatchObject({
      status: 'waiting_for_action',
      message: expect.stringContaining('in the middle of it the server ‘files’ asks something'),
    })
    await press(gateway, (await onlyItem(gateway)).id, 'decline')
    const about = { workflowId: told.workflowId, waitMs: 30_000, sinceVersion: 1 }
    expect((await agent.call('workflow.get', about)).structuredContent.context).toMatchObject({
      lastResult: { status: 'success', steps_completed: 1 },
    })
  }
})

it('a step of a workflow, too, on each way that leads to it [items.elicitation-held]', async () => {
  const flow = (name: string, actor: string) => `
  ${name}:
    initialState: one
    states:
      one: { transitions: { ask: { target: two, actor: ${actor}, executor: { kind: mcp, connection: files, tool: ask } } } }
      two: {}
`
  open = await openWithDoors(
    `${yaml('{ holdMs: 50 }').replace('FILE', '"unused"')}workflows:${flow('submitted', 'agent')}${flow('chained', 'deterministic')}`,
  )
  const { gateway, doors, token } = open
  client = await connectHttp(doors.mcpUrl, token, '2025', 'claude')
  await until(gateway, async () => gateway.catalog.capability('files.ask') !== null)
  const submit = async (agent: TestClient) => {
    const { workflowId } = (await agent.call('workflow.start', { definitionId: 'submitted' }))
      .structuredContent
    return await agent.call('workflow.submit', { workflowId, expectedVersion: 1, transition: 'ask' })
  }
  const start = (agent: TestClient) => agent.call('workflow.start', { definitionId: 'chained' })
  for (const way of [submit, start]) {
    const { workflowId, result } = (await way(client)).structuredContent
    expect(result.message).toContain('asks something that a person at the desk must answer')
    await press(gateway, (await onlyItem(gateway)).id, 'decline')
    const about = { workflowId, waitMs: 30_000, sinceVersion: 1 }
    expect((await client.call('workflow.get', about)).structuredContent.state).toBe('two')
  }
})
