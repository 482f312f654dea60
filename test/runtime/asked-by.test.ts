import { describe, expect, it } from 'vitest'
import { createTurnedAway } from '../../src/main/runtime/submit/turned-away.ts'
import { createManualClock } from '../support/clock.ts'
import { makeFolder } from '../support/folders.ts'
import { agent, openTestGateway, pending, start } from '../support/gateway.ts'

const ASKING = `
approvals: { holdMs: 0, pending: { perClient: 3, withoutToken: 7, itemBytes: 4096 } }
workflows:
  asking:
    initialState: review
    states:
      review: { transitions: { approve: { target: done, actor: human } } }
      done: {}
  noted:
    initialState: draft
    states:
      draft: { transitions: { hand_in: { target: done, executor: { kind: human } } } }
      done: {}
proxy: { expose: [{ name: tidy, approval: { required: true }, executor: { kind: noop } }] }
`
const FULL = 'TOO_MANY_PENDING'

const named = (name: string, connection: string | null = null) =>
  agent('local', { id: `agent:${name}`, label: name, connection })

describe('who asks without a token', () => {
  it('uses up no share of another, by whatever name or connection it comes [who.share]', async () => {
    const gateway = await openTestGateway(ASKING)
    const ask = async (who: ReturnType<typeof agent>) => (await start(gateway, 'asking', {}, who)).error?.code
    for (let index = 0; index < 3; index += 1) expect(await ask(named('one', 'c1'))).toBeUndefined()
    expect(await ask(named('one', 'c1'))).toBe(FULL)
    // It comes again, or takes another name where it is.
    expect(await ask(named('one', 'c2'))).toBe(FULL)
    expect(await ask(named('another', 'c1'))).toBe(FULL)
    for (let index = 0; index < 3; index += 1) expect(await ask(named('two', 'c3'))).toBeUndefined()
    expect(await ask(named('three'))).toBeUndefined()
    // All together have an end, and it holds up nobody with a token.
    expect(await ask(named('four', 'c4'))).toBe(FULL)
    expect(await ask(agent('ci'))).toBeUndefined()
    expect(await pending(gateway)).toHaveLength(8)
    await gateway.close()
  })

  it('has used up its share after a restart, too; what it asked already counts once [who.share]', async () => {
    const folder = makeFolder('asked-by')
    const yaml = `${ASKING}store: { kind: sqlite }\n`
    const first = await openTestGateway(yaml, { folder: folder.path })
    const tidy = { capability: 'tidy', arguments: {} }
    for (let index = 0; index < 5; index += 1) await start(first, 'proxy_default', tidy, named('one', 'c1'))
    expect(await pending(first)).toHaveLength(1)
    for (let index = 0; index < 2; index += 1) await start(first, 'asking', {}, named('one', 'c1'))
    await first.close()
    const again = await openTestGateway(yaml, { folder: folder.path })
    expect((await start(again, 'asking', {}, named('one', 'c9'))).error?.code).toBe(FULL)
    expect((await start(again, 'proxy_default', tidy, named('one', 'c9'))).error).toBeUndefined()
    expect((await start(again, 'asking', {}, named('two', 'c9'))).error).toBeUndefined()
    await again.close()
    folder.remove()
  })

  it('waits for its own item again, however many others ask [R1.8]', async () => {
    const gateway = await openTestGateway(ASKING)
    const tidy = { capability: 'tidy', arguments: {} }
    const ask = (name: string) => start(gateway, 'proxy_default', tidy, named(name))
    for (const name of ['one', 'two', 'three', 'four']) await ask(name)
    const first = await ask('five')
    expect((await ask('five')).workflowId).toBe(first.workflowId)
    expect(await pending(gateway)).toHaveLength(5)
    await gateway.close()
  })

  it('is told to people when it is turned away, until they have read it or some time has gone [who.turned-away]', async () => {
    const clock = createManualClock()
    const gateway = await openTestGateway(ASKING, { clock })
    const { turnedAway } = gateway.runtime
    for (let index = 0; index < 5; index += 1) await start(gateway, 'asking', {}, named('one'))
    expect(turnedAway.all()).toMatchObject([{ who: 'agent:one', count: 2 }])
    turnedAway.dismiss()
    expect(turnedAway.all()).toEqual([])
    await start(gateway, 'asking', {}, named('one'))
    await clock.advance(10 * 60_000)
    expect(turnedAway.all()).toEqual([])
    await gateway.close()
  })
})

describe('those who were turned away', () => {
  it('are the last fifty, and each change of them is announced [who.turned-away]', () => {
    let told = 0
    const turnedAway = createTurnedAway(createManualClock(), () => {
      told += 1
    })
    for (let index = 0; index < 60; index += 1) {
      const before = told
      turnedAway.note(`agent:${index}`)
      expect(told).toBeGreaterThan(before)
    }
    const names = turnedAway.all().map(({ who }) => who)
    expect(names).toEqual(Array.from({ length: 50 }, (_, index) => `agent:${59 - index}`))
    const before = told
    turnedAway.dismiss()
    expect(told).toBeGreaterThan(before)
  })
})

describe('what may wait for a person', () => {
  it('is bounded, and an agent that asks for more is told the size, the limit and what to do [item.bounded]', async () => {
    const gateway = await openTestGateway(ASKING)
    const text = (length: number) => ({ text: 'x'.repeat(length) })
    const call = (length: number) =>
      start(gateway, 'proxy_default', { capability: 'tidy', arguments: text(length) })
    expect((await call(3700)).error).toBeUndefined()
    for (const answered of [await call(4096), await start(gateway, 'asking', text(4096))]) {
      expect(answered.error).toMatchObject({ code: 'INVALID_ARGUMENTS', details: { limit: 4096 } })
      expect(answered.error?.message).toMatch(/at most 4096 bytes; this has 41\d\d\. .*file/)
    }
    expect(await pending(gateway)).toHaveLength(1)
    await gateway.close()
  })
})
