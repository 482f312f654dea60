import { describe, expect } from 'vitest'
import { ask, openTestDesk } from '../desk/fixture.ts'
import { test } from '../support/fixtures.ts'
import { agent, follow, pending, press, start } from '../support/gateway.ts'
import { declareProgram, declareState, declareTransition, declareWorkflow } from '../workflow/declarations.ts'
import { getRun, onlyItem, until } from './gated.ts'
import { openSmallWorld } from './small-world.ts'

/** The first call may have happened; the second one waits for a person. */
const it = test.extend('held', async ({ service, clock, openGateway }) => {
  service.script('/first', { status: 500 })
  const call = (path: string) =>
    `kind: rest, connection: api, method: POST, path: ${path}, idempotencyKey: true`
  const yaml = `
approvals: { holdMs: 0 }
connections: { api: { kind: rest, baseUrl: "${service.base}" } }
capabilities:
  second: { title: Second, description: Another way, approval: { required: true }, executor: { ${call('/second')} } }
proxy:
  expose:
    - { name: both, title: Both, inputSchema: { type: object }, executor: { ${call('/first')} }, reliability: { fallback: { executors: [ { ${call('/second')} } ] } } }
workflows:
  work:
    initialState: ready
    states:
      ready:
        transitions:
          go: { target: done, executor: { ${call('/first')} }, reliability: { fallback: { executors: [ { ${call('/second')} } ] } } }
      done: {}
`
  const gateway = await openGateway(yaml, { clock })
  const run = await start(gateway, 'work')
  await follow(gateway, run, 'go')
  return { gateway, run, item: await onlyItem(gateway) }
})

describe('a fallback that a person must approve', () => {
  it('runs with the key of the call before it [engine.idempotency-key]', async ({ service, held }) => {
    const { gateway, item } = held
    expect((await press(gateway, item.id, 'approve')).kind).toBe('decided')
    const [first, second] = service.received
    expect([first?.path, second?.path]).toEqual(['/first', '/second'])
    expect(second?.key).toBe(first?.key)
  })

  it('says to whoever decides, and to whoever asked, that the call before it may have happened [R4.8]', async ({
    held,
  }) => {
    const { gateway, run, item } = held
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('window')
    const { because } = await ask(desk, session, 'inbox.item', { id: item.id })
    expect(because).toMatch(/has failed, but may have taken effect all the same\. What comes instead/)
    const told = /What was tried before that has failed: .*may have taken effect all the same\./
    expect((await getRun(gateway, run.workflowId)).result.message).toMatch(told)
    expect((await follow(gateway, run, 'go')).result.message).toMatch(told)
    await desk.close()
  })

  it('is what the same request again waits for, and the call before it is not made again [R1.8]', async ({
    service,
    held,
  }) => {
    const { gateway, run } = held
    const paths = () => service.received.map(({ path }) => path)
    await follow(gateway, run, 'go')
    expect([paths(), (await pending(gateway)).length]).toEqual([['/first'], 1])

    const once = () => start(gateway, 'proxy_default', { capability: 'both', arguments: {} })
    const { workflowId } = await once()
    expect((await once()).workflowId).toBe(workflowId)
    expect([paths(), (await pending(gateway)).length]).toEqual([['/first', '/first'], 2])

    const session = await start(gateway, 'proxy_default')
    const call = () =>
      gateway.runtime.submit(agent(), {
        workflowId: session.workflowId ?? '',
        expectedVersion: 1,
        transition: 'both',
        arguments: { in: 'session' },
      })
    await call()
    await call()
    expect([paths().length, (await pending(gateway)).length]).toEqual([3, 3])
  })

  it('that fails, too, is told with what was decided [R4.8]', async ({ service, held }) => {
    const { gateway, run, item } = held
    service.script('/second', { status: 400 })
    await press(gateway, item.id, 'approve')
    const { message } = (await getRun(gateway, run.workflowId)).result
    expect(message).toMatch(
      /^anna chose ‘approve’\. POST .*\/second answered 400 .*\. It may have taken effect all/,
    )
  })

  it('leaves said, when it is refused, that the call before it may have happened [R4.8]', async ({
    held,
  }) => {
    const { gateway, run, item } = held
    await press(gateway, item.id, 'refuse', { comment: 'no' })
    const { error } = await getRun(gateway, run.workflowId)
    expect(error).toMatchObject({ code: 'APPROVAL_DENIED' })
    expect(error?.message).toMatch(
      /Reason: no\. What was tried before that has failed: .*may have taken effect/,
    )
  })

  it('leaves said, when its client gives it up, that the call before it may have happened [R4.8]', async ({
    held,
  }) => {
    const { gateway } = held
    const { workflowId = '' } = await start(gateway, 'work')
    const client = new AbortController()
    const call = gateway.runtime.submit(
      agent(),
      { workflowId, expectedVersion: 1, transition: 'go', arguments: {} },
      { holdMs: 50_000, signal: client.signal },
    )
    await until(gateway, async () => (await pending(gateway)).length === 2)
    client.abort()
    await call
    expect(await pending(gateway)).toHaveLength(1)
    expect(await gateway.store.run(workflowId)).toMatchObject({ failure: { uncertain: true } })
  })

  it('is not said to have left nothing behind when nobody decides [R4.8]', async ({ clock, held }) => {
    const { gateway, run } = held
    clock.advance(300_000)
    await until(gateway, async () => (await getRun(gateway, run.workflowId)).error !== undefined)
    const { error } = await getRun(gateway, run.workflowId)
    expect(error).toMatchObject({ code: 'APPROVAL_TIMED_OUT' })
    expect(error?.message).not.toMatch(/did not run/)
    expect(error?.message).toMatch(/may have taken effect/)
  })

  it('keeps what the call before it said from nobody [R4.11]', async () => {
    const fallback = [declareProgram('second', [], { connection: 'gated' })]
    const go = declareTransition('done', { executor: declareProgram('first'), reliability: { fallback } })
    const flow = declareWorkflow({ ready: declareState({ go }), done: declareState() })
    const gate = { required: true as const, quorum: 1, notRequester: false }
    const connections = { gated: { name: 'gated', kind: 'cli' as const, command: 'second', env: {}, gate } }
    const content = [{ type: 'text', text: 'No room on the first one.' }]
    const failed = {
      ok: false,
      errorClass: 'permanent',
      message: 'It failed.',
      content,
      uncertain: false,
    } as const
    const world = openSmallWorld({ workflows: { flow }, capabilities: [], connections }, async () => failed)
    const { response } = await world.runtime.start(agent(), { definitionId: 'flow', input: {} })
    const call = {
      workflowId: response.workflowId ?? '',
      expectedVersion: 1,
      transition: 'go',
      arguments: {},
    }
    const answer = await world.runtime.submit(agent(), call)
    expect(answer.response.result).toMatchObject({ status: 'waiting_for_action' })
    expect(answer.content).toEqual(content)
  })
})
