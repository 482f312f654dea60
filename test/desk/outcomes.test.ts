import { afterEach, describe, expect, it } from 'vitest'
import type { Desk } from '../../src/main/desk/desk.ts'
import { outcomesOf } from '../../src/main/desk/items/items.ts'
import { findEditable } from '../../src/renderer/features/inbox/dock/writing.ts'
import { doubtItem } from '../store/samples.ts'
import { openTestGateway, start, type TestGateway } from '../support/gateway.ts'
import { contentOf } from '../support/items.ts'
import { ask, openTestDesk } from './fixture.ts'

let gateway: TestGateway | null = null
let desk: Desk | null = null
afterEach(async () => {
  await desk?.close()
  await gateway?.close()
})

async function openCard(transitions: string) {
  gateway = await openTestGateway(`
workflows:
  disk:
    title: Disk
    initialState: asking
    states:
      asking: { title: Asking, transitions: ${transitions} }
      done: {}
`)
  desk = openTestDesk(gateway)
  const session = await desk.openSession('window')
  await start(gateway, 'disk')
  const { items } = await ask(desk, session, 'inbox.list', {})
  const id = items[0]?.id ?? ''
  return { desk, session, id, detail: await ask(desk, session, 'inbox.item', { id }) }
}

describe('a card with several outcomes', () => {
  it('is led by no harmless outcome, and as risky as its riskiest [desk.leading]', async () => {
    const { detail } = await openCard(
      `{ wipe: { target: done, actor: human, title: Wipe the disk, executor: { kind: cli, command: echo, args: [wiped] } },
         reject: { target: done, actor: human, title: Keep it, risk: low, summary: Keep everything as it is } }`,
    )
    expect(detail.sentence.map((part) => part.text).join('')).not.toContain('Keep everything')
    expect(detail).toMatchObject({ risk: 'medium', riskReason: 'The decision runs a program or a tool.' })
    expect(detail.because).toContain('‘Wipe the disk’ or ‘Keep it’')
    expect(detail.outcomes).toMatchObject([
      { name: 'wipe', tone: 'approve', risk: 'medium' },
      {
        name: 'reject',
        tone: 'refuse',
        risk: 'low',
        sentence: [{ kind: 'author', text: 'Keep everything as it is' }],
      },
    ])
  })

  it('of a step that was cut off has a form for what the run keeps of its answer, and none where it keeps nothing [card.happened]', async () => {
    const { id } = await openCard(
      `{ ask: { target: done, actor: human }, save: { target: done, executor: { kind: noop }, output: { place: $.output.place } }, drop: { target: done } }`,
    )
    const approval = await gateway?.store.approval(id)
    const run = await gateway?.store.run(contentOf(approval).workflowId)
    const definition = await gateway?.store.definition(run?.definitionHash ?? '')
    if (!approval || !run || !definition) throw new Error('There is no run.')
    const formOf = (transition: string) => {
      const cutOff = doubtItem({ state: contentOf(approval).state }, { transition })
      const [happened] = outcomesOf(cutOff, {
        ...{
          definition,
          run,
          riskyMs: 0,
          queues: {},
          people: {},
          isOpen: false,
          unwritten: null,
          unsavedUndo: null,
          holder: null,
          standing: null,
          gatesBefore: () => [],
        },
        serverTitle: (connection) => connection,
      })
      // Nobody edits with it what the agent asked for.
      expect(findEditable({ asked: { arguments: {}, schema: null }, outcomes: [happened!] })).toBe(null)
      return happened?.inputSchema
    }
    expect(formOf('save')).toEqual({ type: 'object', properties: { place: { title: 'place' } } })
    expect(formOf('drop')).toBe(null)
  })

  it('asks for a second gesture for each that is risky or says so [desk.leading]', async () => {
    const { detail } = await openCard(
      `{ go: { target: done, actor: human, risk: high, confirm: false }, other: { target: done, actor: human, confirm: true }, plain: { target: done, actor: human } }`,
    )
    expect(detail.outcomes.map(({ name, confirm }) => [name, confirm])).toEqual([
      ['go', true],
      ['other', true],
      ['plain', false],
    ])
  })

  it('remembers which button was pressed, and calls a no a no [desk.pressed]', async () => {
    const { desk, session, id } = await openCard(
      `{ yes: { target: done, actor: human, title: Say yes }, no: { target: done, actor: human, title: Say no } }`,
    )
    const { hash } = await ask(desk, session, 'inbox.preview', { id, outcome: 'no', arguments: {} })
    const request = { id, outcome: 'no', arguments: {}, comment: '', hash }
    const { item } = await ask(desk, session, 'inbox.decide', request)
    expect(item).toMatchObject({ status: 'refused', decision: { label: 'Say no', tone: 'refuse' } })
  })
})

const MIB = 1024 * 1024

describe('an item that is larger than the desk takes', () => {
  it('is refused all the same: a refusal sends nothing of it back [item.refusable]', async () => {
    gateway = await openTestGateway(`
approvals: { holdMs: 0, pending: { itemBytes: ${8 * MIB} } }
proxy: { expose: [{ name: tidy, approval: { required: true }, executor: { kind: noop } }] }
`)
    desk = openTestDesk(gateway)
    const session = await desk.openSession('window')
    for (const [size, outcome] of [
      [6 * MIB, 'refuse'],
      [0.9 * MIB, 'refuse'],
      [0.9 * MIB, 'approve'],
    ] as const) {
      await start(gateway, 'proxy_default', {
        capability: 'tidy',
        arguments: { text: 'x'.repeat(size) },
      })
      const { items } = await ask(desk, session, 'inbox.list', {})
      const detail = await ask(desk, session, 'inbox.item', { id: items[0]?.id ?? '' })
      const chosen = detail.outcomes.find(({ name }) => name === outcome)
      const about = { id: detail.id, outcome, arguments: chosen?.arguments ?? {} }
      const { hash } = await ask(desk, session, 'inbox.preview', about)
      const press = { ...about, comment: 'Too large.', hash }
      expect(JSON.stringify(press).length).toBeLessThan(outcome === 'refuse' ? 1024 : 4 * MIB)
      const { item } = await ask(desk, session, 'inbox.decide', press)
      expect(item.status).toBe(outcome === 'refuse' ? 'refused' : 'approved')
    }
  })
})
