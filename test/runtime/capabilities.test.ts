import { describe, expect, it } from 'vitest'
import { createManualClock } from '../support/clock.ts'
import { follow, openTestGateway, start } from '../support/gateway.ts'
import { countRuns, effect, openWithCounter } from './counter.ts'

describe('capabilities', () => {
  const yaml = `
proxy:
  expose:
    - name: count.up
      title: Count up
      description: Runs the counter.
      inputSchema: { type: object, required: [program, file], properties: { program: { type: string }, file: { type: string }, answer: { type: string, default: '{"n":1}' } } }
      executor: { kind: cli, command: NODE, args: ["$.arguments.program", "$.arguments.file", "$.arguments.answer"] }
    - name: echo
      title: Echo
      executor: { kind: noop }
`
  it('run at once when their arguments fit [R4.10] [R4.2]', async () => {
    const gateway = await openWithCounter(yaml)
    const { program, file } = effect(gateway.folder)
    const beside = await start(gateway, 'proxy_default', { capability: 'count.up', program, file })
    expect(beside).toMatchObject({
      definitionId: 'proxy_default',
      state: 'ready',
      version: 2,
      result: { status: 'executed' },
      context: { lastResult: { json: { n: 1 } } },
    })
    const nested = await start(gateway, 'proxy_default', {
      capability: 'count.up',
      arguments: { program, file },
    })
    expect(nested.result.status).toBe('executed')
    expect(await countRuns(gateway)).toBe(2)
    const again = await follow(gateway, nested, 'count.up', { program, file })
    expect(again).toMatchObject({ version: 3, result: { status: 'executed' } })
    await gateway.close()
  })

  it('open a session that offers them when no arguments are given [R4.10]', async () => {
    const gateway = await openWithCounter(yaml)
    const session = await start(gateway, 'proxy_default', { capability: 'count.up' })
    expect(session.result.status).toBe('started')
    expect(session.links.map((link) => link.rel)).toEqual(['count.up', 'search', 'home'])
    expect(session.links[0]?.inputSchema).toMatchObject({ required: ['program', 'file'] })
    const bare = await start(gateway, 'proxy_default', {})
    expect(bare.links.map((link) => link.method)).toEqual(['gateway.search', 'gateway.home'])
    expect(await start(gateway, 'proxy_default', { capability: 'echo', arguments: {} })).toMatchObject({
      result: { status: 'executed' },
    })
    expect(await start(gateway, 'proxy_default', { capability: 'echo' })).toMatchObject({
      result: { status: 'started' },
    })
    await gateway.close()
  })

  it('create nothing when arguments do not fit or come in both forms [R4.10]', async () => {
    const gateway = await openWithCounter(yaml)
    const wrong = await start(gateway, 'proxy_default', { capability: 'count.up', program: 3 })
    expect(wrong.error?.code).toBe('INPUT_SCHEMA_VIOLATION')
    const both = await start(gateway, 'proxy_default', {
      capability: 'count.up',
      program: 'x',
      arguments: { file: 'y' },
    })
    expect(both.error?.code).toBe('INVALID_ARGUMENTS')
    const unknown = await start(gateway, 'proxy_default', { capability: 'count.upp' })
    expect(unknown.error).toMatchObject({
      code: 'CAPABILITY_NOT_FOUND',
      details: { nearest: expect.arrayContaining(['count.up']) },
    })
    expect((await gateway.store.runs({}, { limit: 10 })).total).toBe(0)
    await gateway.close()
  })

  it('submit any capability in a session by its id', async () => {
    const gateway = await openWithCounter(yaml)
    const session = await start(gateway, 'proxy_default', {})
    expect(await follow(gateway, session, 'echo', { hello: 'world' })).toMatchObject({
      version: 2,
      context: { lastResult: { hello: 'world' } },
    })
    const missing = await follow(gateway, { ...session, version: 2 }, 'ekko')
    expect(missing.error).toMatchObject({ code: 'CAPABILITY_NOT_FOUND', details: { nearest: ['echo'] } })
    await gateway.close()
  })

  it('in sessions that close after an hour idle, and not before [R4.10]', async () => {
    const clock = createManualClock()
    const gateway = await openWithCounter(yaml, { clock })
    const session = await start(gateway, 'proxy_default', {})
    const status = async () => (await gateway.store.run(session.workflowId ?? ''))?.status
    const began = clock.now()
    await expect
      .poll(
        async () => {
          clock.advance(5 * 60_000)
          return await status()
        },
        { timeout: 20_000, interval: 5 },
      )
      .toBe('completed')
    expect(clock.now() - began).toBeGreaterThanOrEqual(60 * 60_000)
    await gateway.close()
  })
})

it('a capability that does nothing answers what is mapped to its arguments, not those of its caller [config.references]', async () => {
  const gateway = await openTestGateway(`
capabilities: { echo: { executor: { kind: noop } } }
proxy: { expose: [{ name: greet, executor: { capability: echo, map: { text: "$.arguments.name", kind: greeting } } }] }
`)
  const input = { capability: 'greet', arguments: { name: 'Anna' } }
  const { context } = await start(gateway, 'proxy_default', input)
  expect(context?.lastResult).toEqual({ text: 'Anna', kind: 'greeting' })
  await gateway.close()
})
