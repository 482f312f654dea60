import { afterEach, describe, expect, it } from 'vitest'
import type { Desk } from '../../../src/main/desk/desk.ts'
import type { Clock } from '../../../src/main/runtime/ports.ts'
import { createSystemClock } from '../../../src/main/runtime/system.ts'
import { openWithCounter } from '../../runtime/counter.ts'
import { counting, gated, IMAGE } from '../../runtime/gated.ts'
import { agent, follow, openTestGateway, start, type TestGateway } from '../../support/gateway.ts'
import { ask, openTestDesk, REVIEW } from '../fixture.ts'

let gateway: TestGateway | null = null
let desk: Desk | null = null
afterEach(async () => {
  await desk?.close()
  await gateway?.close()
})

async function openOver(opened: TestGateway) {
  gateway = opened
  const over = openTestDesk(opened)
  desk = over
  const session = await over.openSession('window')
  const waiting = async () => {
    const { items } = await ask(over, session, 'inbox.list', {})
    return await ask(over, session, 'inbox.item', { id: items.at(-1)?.id ?? '' })
  }
  const press = async (outcome: string, comment = '') => {
    const item = await waiting()
    const args = item.outcomes.find(({ name }) => name === outcome)?.arguments ?? {}
    const request = { id: item.id, outcome, arguments: args }
    const { hash } = await ask(over, session, 'inbox.preview', request)
    await ask(over, session, 'inbox.decide', { ...request, comment, hash })
    return item.id
  }
  const look = (id: string) => ask(over, session, 'inbox.item', { id })
  return { gateway: opened, waiting, press, look }
}

describe('what the same has looked like before', () => {
  it('compares what the agent hands in again with what was refused in the same run [card.compared] [card.again]', async () => {
    const opened = await openOver(await openTestGateway(REVIEW))
    const began = await start(opened.gateway, 'content_review')
    await follow(opened.gateway, began, 'submit_draft', { content: 'first draft' })
    const first = await opened.waiting()
    expect(first.compared).toMatchObject({
      prefill: null,
      lastApproved: null,
      lastRefused: null,
      again: false,
      presented: { content: 'first draft' },
      presentedSchema: { properties: { content: { type: 'string' } } },
    })
    const refused = await opened.press('request_changes', 'Shorter, please.')
    const back = (await opened.gateway.runtime.get(agent(), { workflowId: began.workflowId ?? '' })).response
    await follow(opened.gateway, back, 'submit_draft', { content: 'second draft' })
    expect((await opened.waiting()).compared).toMatchObject({
      again: true,
      presented: { content: 'second draft' },
      lastApproved: null,
      lastRefused: {
        id: refused,
        by: 'human:anna',
        comment: 'Shorter, please.',
        label: 'Request changes',
        tone: 'refuse',
        context: { content: 'first draft' },
      },
    })
    const approved = await opened.press('approve')
    // What came later is not what it was decided over.
    expect((await opened.look(refused)).compared).toMatchObject({ lastApproved: null, lastRefused: null })
    const other = await start(opened.gateway, 'content_review')
    await follow(opened.gateway, other, 'submit_draft', { content: 'another text' })
    // Another text of another run is no version of this one.
    expect(approved).not.toBe(refused)
    expect((await opened.waiting()).compared).toMatchObject({
      ...{ again: false, lastApproved: null, lastRefused: null },
      presented: { content: 'another text' },
    })
  })

  it('compares over runs only what is about the same, by what is declared or by paths, ids and addresses [card.same-subject]', async () => {
    const inputSchema =
      '{ type: object, properties: { account: { type: string }, path: { type: string }, text: { type: string } } }'
    const step = (more: string) =>
      `{ actor: agent, target: done, approval: { required: true }, ${more} inputSchema: ${inputSchema} }`
    const yaml = `
approvals: { holdMs: 0 }
workflows:
  book:
    initialState: open
    states:
      open:
        transitions:
          declared: ${step('subject: $.arguments.account,')}
          plain: ${step('')}
      done: { terminal: true }
`
    const opened = await openOver(await openTestGateway(yaml))
    const compared = async (rel: string, args: object) => {
      await follow(opened.gateway, await start(opened.gateway, 'book'), rel, { ...args })
      const { lastApproved } = (await opened.waiting()).compared
      await opened.press('approve')
      return lastApproved?.arguments ?? null
    }
    expect(await compared('declared', { account: 'a', path: '/x', text: 'one' })).toBeNull()
    expect(await compared('declared', { account: 'b', path: '/x', text: 'two' })).toBeNull()
    expect(await compared('declared', { account: 'a', path: '/y', text: 'three' })).toMatchObject({
      text: 'one',
    })
    expect(await compared('plain', { account: 'a', path: '/x', text: 'one' })).toBeNull()
    expect(await compared('plain', { account: 'a', path: '/y', text: 'two' })).toBeNull()
    expect(await compared('plain', { account: 'b', path: '/x', text: 'three' })).toMatchObject({
      text: 'one',
    })
    expect(await compared('plain', { account: 'a', text: 'four' })).toBeNull()
    expect(await compared('plain', { account: 'a', text: 'five' })).toBeNull()
    for (const which of ['accountId', 'URLPath', 'email_address', 'ID']) {
      expect(await compared('plain', { [which]: '7', text: 'six' })).toBeNull()
      expect(await compared('plain', { [which]: '7', text: 'seven' })).toMatchObject({ text: 'six' })
    }
    // Wherever they stand: what differs in one of them is about something else.
    for (const at of [
      (path: string) => ({ id: 1, file: { path } }),
      (path: string) => ({ id: 1, files: [{ path }, { path: '/same' }] }),
      (path: string) => ({ id: 1, paths: ['/same', path] }),
    ]) {
      expect(await compared('plain', { ...at('/a'), text: 'six' })).toBeNull()
      expect(await compared('plain', { ...at('/b'), text: 'seven' })).toBeNull()
      expect(await compared('plain', { ...at('/a'), text: 'eight' })).toMatchObject({ text: 'six' })
    }
    // Words that only end like it.
    for (const other of ['valid', 'bid', 'isPaid', 'grid']) {
      expect(await compared('plain', { [other]: '7', text: 'six' })).toBeNull()
      expect(await compared('plain', { [other]: '7', text: 'seven' })).toBeNull()
    }
  })

  it('compares a held call with the last of its kind, and with what a person had run instead [card.compared]', async () => {
    const opened = await openOver(await openWithCounter(gated('{}')))
    const began = await start(opened.gateway, 'deploy', counting(opened.gateway))
    await follow(opened.gateway, began, 'ship', IMAGE)
    expect((await opened.waiting()).compared).toMatchObject({ lastApproved: null, presented: {} })
    const refused = await opened.press('refuse', 'Wrong image.')
    await follow(opened.gateway, began, 'ship', IMAGE)
    const { compared } = await opened.waiting()
    expect(compared).toMatchObject({
      again: true,
      lastRefused: { id: refused, arguments: IMAGE, comment: 'Wrong image.', tone: 'refuse' },
      repeats: null,
    })
  })

  it('knows exactly the same that was approved within a day, whoever had asked for it [card.repeated]', async () => {
    let later = 0
    const system = createSystemClock()
    const clock: Clock = {
      ...system,
      now: () => system.now() + later,
      wakeAt: (at, callback) => system.wakeAt(at - later, callback),
    }
    const opened = await openOver(await openWithCounter(gated('{}'), { clock }))
    const ask = async (args: object) => {
      const began = await start(opened.gateway, 'deploy', counting(opened.gateway))
      await follow(opened.gateway, began, 'ship', { ...args })
      return (await opened.waiting()).compared.repeats
    }
    expect(await ask(IMAGE)).toBeNull()
    const approved = await opened.press('approve')
    expect(await ask(IMAGE)).toMatchObject({ id: approved, by: ['human:anna'] })
    await opened.press('refuse')
    expect(await ask({ ...IMAGE, image: 'app:2' })).toBeNull()
    await opened.press('refuse')
    // What it was decided over is not told anew once it is decided itself.
    expect((await opened.look(approved)).compared.repeats).toBeNull()
    later = 24 * 3_600_000
    expect(await ask(IMAGE)).toBeNull()
  })

  it('calls nothing the same that is declared to be about something else [card.repeated]', async () => {
    const yaml = `
approvals: { holdMs: 0 }
workflows:
  pay:
    initialState: open
    inputSchema: { type: object, properties: { account: { type: string } } }
    states:
      open:
        transitions:
          pay:
            target: done
            approval: { required: true }
            subject: $.input.account
            inputSchema: { type: object, properties: { amount: { type: number } } }
      done: { terminal: true }
`
    const opened = await openOver(await openTestGateway(yaml))
    const ask = async (account: string) => {
      await follow(opened.gateway, await start(opened.gateway, 'pay', { account }), 'pay', { amount: 120 })
      return (await opened.waiting()).compared.repeats
    }
    expect(await ask('a')).toBeNull()
    const approved = await opened.press('approve')
    expect(await ask('b')).toBeNull()
    await opened.press('refuse')
    expect(await ask('a')).toMatchObject({ id: approved })
  })

  it('claims nothing of what was too large to be kept with the question [repeated.whole]', async () => {
    const opened = await openOver(await openTestGateway(REVIEW))
    const handIn = async (content: string) => {
      const began = await start(opened.gateway, 'content_review')
      await follow(opened.gateway, began, 'submit_draft', { content })
      return (await opened.waiting()).compared
    }
    await handIn('the very same')
    const approved = await opened.press('approve')
    expect((await handIn('the very same')).repeats).toMatchObject({ id: approved })
    await opened.press('approve')
    await handIn('a'.repeat(21_000))
    await opened.press('approve')
    expect(await handIn('b'.repeat(21_000))).toMatchObject({
      repeats: null,
      presented: { content: '(21000 characters: shown with the rest of the run)' },
    })
  })
})
