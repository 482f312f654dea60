import { ProtocolErrorCode } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createToolCall } from '../../../src/main/mcp/tools/tool-call.ts'
import { GatewayError } from '../../../src/main/model/error.ts'
import { agent, pending, press } from '../../support/gateway.ts'
import { contentOf } from '../../support/items.ts'
import {
  connectHttp,
  type Era,
  eventually,
  type OpenGateway,
  openWithDoors,
  type ProgressNotice,
  type TestClient,
} from '../support.ts'

let open: OpenGateway
beforeAll(async () => {
  open = await openWithDoors()
})
afterAll(() => open.close())

async function itemOf(workflowId: string) {
  return (await pending(open.gateway)).find((item) => contentOf(item).workflowId === workflowId)
}

describe.each<Era>(['2025', '2026'])('a client of %s over HTTP', (era) => {
  let client: TestClient
  beforeAll(async () => {
    client = await connectHttp(open.doors.mcpUrl, open.token, era)
  })
  afterAll(() => client.close())

  it('runs a workflow up to the person, waits, and goes on [R8.1]', async () => {
    const started = await client.call('workflow.start', { definitionId: 'review' })
    expect(started.structuredContent.result.status).toBe('started')
    const { workflowId } = started.structuredContent
    const args = { workflowId, expectedVersion: 1, transition: 'hand_in' }
    expect((await client.call('workflow.submit', args)).structuredContent.state).toBe('waiting')
    const refused = await client.call('workflow.submit', {
      workflowId,
      expectedVersion: 2,
      transition: 'publish',
    })
    expect(refused.isError).toBe(true)
    expect(refused.structuredContent.error?.code).toBe('ACTOR_MISMATCH')
    const waiting = client.call('workflow.get', { workflowId, waitMs: 20_000, sinceVersion: 2 })
    const item = await itemOf(workflowId)
    expect((await press(open.gateway, item?.id ?? '', 'publish')).kind).toBe('decided')
    expect((await waiting).structuredContent).toMatchObject({
      state: 'done',
      result: { status: 'completed' },
    })
  })

  it('gets the same JSON twice, the text compact [tools.result]', async () => {
    const result = await client.call('gateway.search', { query: 'review' })
    expect(result.content[0]?.text).toBe(JSON.stringify(result.structuredContent))
    expect(result.isError).toBeUndefined()
  })

  it('reads what is wrong with its arguments [tools.arguments]', async () => {
    const result = await client.call('workflow.get', { workflow_id: 'wf_1' })
    expect(result.isError).toBe(true)
    const { error, result: status } = result.structuredContent
    expect(status.status).toBe('rejected')
    expect(error?.code).toBe('INVALID_ARGUMENTS')
    expect(error?.details?.map((row) => row.path).sort()).toEqual(['workflowId', 'workflow_id'])
    expect(error?.message).toContain('workflow.get takes workflowId')
  })

  it('gets a protocol error for a tool that does not exist [tools.unknown]', async () => {
    await expect(client.call('gateway.delete')).rejects.toMatchObject({
      code: ProtocolErrorCode.InvalidParams,
    })
  })

  it('hears progress that rises while it waits [tools.progress]', async () => {
    const { structuredContent } = await client.call('workflow.start', { definitionId: 'review' })
    const notices: ProgressNotice[] = []
    const { workflowId } = structuredContent
    const call = client.call(
      'workflow.get',
      { workflowId, waitMs: 10_000, sinceVersion: 1 },
      { onprogress: (notice) => notices.push(notice) },
    )
    await eventually(() => notices.length > 0, 'progress')
    await client.call('workflow.submit', { workflowId, expectedVersion: 1, transition: 'hand_in' })
    expect((await call).structuredContent.state).toBe('waiting')
    const steps = notices.map((notice) => notice.progress)
    expect(steps).toEqual([...new Set(steps)].sort((one, other) => one - other))
  })

  it('withdraws what it asked for by cancelling its call [tools.cancel]', async () => {
    const { structuredContent } = await client.call('workflow.start', { definitionId: 'asked' })
    const { workflowId } = structuredContent
    const abort = new AbortController()
    const call = client.call(
      'workflow.submit',
      { workflowId, expectedVersion: 1, transition: 'ask' },
      { signal: abort.signal },
    )
    const item = await eventually(() => itemOf(workflowId), 'the item')
    abort.abort()
    await expect(call).rejects.toThrow()
    await eventually(async () => (await open.gateway.store.approval(item.id))?.status === 'withdrawn')
  })

  it('asks for a person, who lets its call through [R8.1]', async () => {
    const { structuredContent } = await client.call('workflow.start', { definitionId: 'asked' })
    const { workflowId } = structuredContent
    const call = client.call('workflow.submit', { workflowId, expectedVersion: 1, transition: 'ask' })
    const item = await eventually(() => itemOf(workflowId), 'the item')
    await press(open.gateway, item.id, 'approve')
    expect((await call).structuredContent.state).toBe('two')
  })
})

describe('a client of 2025 that disconnects', () => {
  it('leaves what it asked for with the person [tools.cancel]', async () => {
    const client = await connectHttp(open.doors.mcpUrl, open.token, '2025')
    const { workflowId } = (await client.call('workflow.start', { definitionId: 'asked' })).structuredContent
    const call = client.call('workflow.submit', { workflowId, expectedVersion: 1, transition: 'ask' })
    const item = await eventually(() => itemOf(workflowId), 'the item')
    await client.close()
    await expect(call).rejects.toThrow()
    await press(open.gateway, item.id, 'approve')
    await eventually(async () => (await open.gateway.store.run(workflowId))?.state === 'two')
  })
})

describe('a call', () => {
  it('that fails inside says INTERNAL and a reference, the log says the rest [tools.internal]', async () => {
    const logged: string[] = []
    const broken = {
      ...open.gateway,
      discovery: {
        ...open.gateway.discovery,
        home: () => {
          throw new Error('the secret inside')
        },
      },
      ids: open.gateway.ids,
    }
    const note = (detail: object) =>
      logged.push(JSON.stringify({ ...detail, err: String((detail as { err?: unknown }).err) }))
    const call = createToolCall(broken, new AbortController().signal, { info: note, warn: note, error: note })
    const result = await call(agent(), { name: 'gateway.home', arguments: {} }, { session: null })
    const { error } = result.structuredContent as { error: { code: string; message: string } }
    expect(result.isError).toBe(true)
    expect(error.code).toBe('INTERNAL')
    expect(JSON.stringify(result)).not.toContain('secret inside')
    const reference = /co_\w+/.exec(error.message)?.[0] ?? 'none'
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain(reference)
    expect(logged[0]).toContain('the secret inside')
  })

  it('that fails for a reason that has a sentence says it [tools.internal]', async () => {
    const sentence = 'Nothing of the change was saved. The disk is full.'
    const home = () => {
      throw new GatewayError('INTERNAL', sentence)
    }
    const broken = { ...open.gateway, discovery: { ...open.gateway.discovery, home }, ids: open.gateway.ids }
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    const call = createToolCall(broken, new AbortController().signal, log)
    const result = await call(agent(), { name: 'gateway.home', arguments: {} }, { session: null })
    const { error } = result.structuredContent as { error: { code: string; message: string } }
    expect(error).toMatchObject({ code: 'INTERNAL', message: expect.stringContaining(sentence) })
    expect(error.message).toMatch(/under co_\w+/)
  })
})
