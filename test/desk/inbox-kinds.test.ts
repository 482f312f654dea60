import { afterEach, describe, expect, it } from 'vitest'
import type { Desk } from '../../src/main/desk/desk.ts'
import type { AskRequest } from '../../src/main/runtime/items/item-handler.ts'
import { countRuns, openWithCounter } from '../runtime/counter.ts'
import { counting, gated, IMAGE } from '../runtime/gated.ts'
import { follow, start, type TestGateway } from '../support/gateway.ts'
import { SAMPLES } from '../support/items.ts'
import { ask, openTestDesk } from './fixture.ts'

let gateway: TestGateway | null = null
let desk: Desk | null = null
afterEach(async () => {
  await desk?.close()
  await gateway?.close()
})

async function openCard(yaml: string, person = 'anna') {
  gateway = await openWithCounter(yaml)
  desk = openTestDesk(gateway, { person })
  const session = await desk.openSession('window')
  const look = async () => {
    const { items } = await ask(desk as Desk, session, 'inbox.list', {})
    return await ask(desk as Desk, session, 'inbox.item', { id: items[0]?.id ?? '' })
  }
  const pressed = async (outcome: string, more: { arguments?: object } = {}) => {
    const item = await look()
    const args = (more.arguments ?? item.outcomes.find(({ name }) => name === outcome)?.arguments) as never
    const request = { id: item.id, outcome, arguments: args }
    const { hash } = await ask(desk as Desk, session, 'inbox.preview', request)
    return await ask(desk as Desk, session, 'inbox.decide', { ...request, comment: '', hash })
  }
  return { gateway, look, pressed, session }
}

describe('the card of a held call', () => {
  it('says what runs, who may decide, how many have and what is missing [desk.gate]', async () => {
    const opened = await openCard(
      `${gated('{ quorum: 2, queue: ops }', ', queues: { ops: { role: lead } }')}\npeople: { anna: { roles: [lead] }, ben: { roles: [lead] } }\n`,
    )
    const began = await start(opened.gateway, 'deploy', counting(opened.gateway))
    await follow(opened.gateway, began, 'ship', IMAGE)
    const before = await opened.look()
    expect(before).toMatchObject({
      kind: 'gate',
      queue: 'ops',
      because: expect.stringContaining('queue ops'),
      deciders: '2 different people with the role ‘lead’ must approve, not whoever asked.',
      votes: { needed: 2, given: [] },
      asked: { arguments: IMAGE },
      closedBecause: null,
    })
    expect(before.outcomes.map(({ name }) => name)).toEqual(['approve', 'refuse'])
    expect(before.outcomes[0]).toMatchObject({ arguments: IMAGE, inputSchema: { type: 'object' } })
    const preview = await ask(desk as Desk, opened.session, 'inbox.preview', {
      id: before.id,
      outcome: 'approve',
      arguments: IMAGE,
    })
    expect(preview.call).toContain('counter.cjs')
    expect(preview.stopsAt).toContain('one other person must approve')
    const { message } = await opened.pressed('approve')
    expect(message).toBe('Your approval is recorded. One more person is needed before anything runs.')
    const after = await opened.look()
    expect(after.votes).toMatchObject({ needed: 2, given: [{ by: 'human:anna' }] })
    expect(after.status).toBe('pending')
    expect(await countRuns(opened.gateway)).toBe(0)
    const { id } = after
    const given = await ask(desk as Desk, opened.session, 'inbox.assign', { id, to: 'ben' })
    expect(given.assignedTo).toBe('human:ben')
    await expect(ask(desk as Desk, opened.session, 'inbox.assign', { id, to: 'zoe' })).rejects.toThrow(
      'names nobody called ‘zoe’',
    )
    expect((await ask(desk as Desk, opened.session, 'inbox.assign', { id, to: null })).assignedTo).toBeNull()
  })

  it('tells somebody who may not decide, before and after the press [desk.gate]', async () => {
    const opened = await openCard(gated('{ by: { role: lead } }'), 'carl')
    const began = await start(opened.gateway, 'deploy', counting(opened.gateway))
    await follow(opened.gateway, began, 'ship', IMAGE)
    const item = await opened.look()
    const preview = await ask(desk as Desk, opened.session, 'inbox.preview', {
      id: item.id,
      outcome: 'approve',
      arguments: IMAGE,
    })
    expect(preview.problems).toEqual([
      expect.objectContaining({ message: expect.stringContaining('role ‘lead’') }),
    ])
    await expect(opened.pressed('approve')).rejects.toThrow('NOT_ALLOWED')
  })
})

describe('the card of an item about no step', () => {
  it('shows the difference, and that there is nothing to decide where that is so [desk.subject] [items.subject]', async () => {
    const opened = await openCard('workflows: {}')
    const { items } = opened.gateway.runtime
    const request: AskRequest = {
      kind: 'configuration',
      key: 'configuration review',
      subject: { path: 'countersign.yaml', changes: ['v1'], weaker: ['A gate is gone.'] },
      requestedBy: 'agent:planner',
      client: 'local',
    }
    const first = await items.ask(request)
    // Asked again it is the same item, brought up to date.
    const second = await items.ask({ ...request, subject: { ...request.subject, changes: ['v2'] } })
    expect(second).toMatchObject({ id: first?.id, revision: 2 })
    expect(await opened.look()).toMatchObject({
      kind: 'configuration',
      workflowId: '',
      sentence: [{ kind: 'author' }],
      subject: { warnings: ['A gate is gone.'], notes: ['v2'] },
      closedBecause: 'There is nothing to decide any more.',
      history: [],
      diagram: { states: [] },
    })
    const press = { id: first?.id ?? '', outcome: 'approve', arguments: {} }
    expect(await ask(desk as Desk, opened.session, 'inbox.preview', press)).toMatchObject({
      stopsAt: 'There is nothing to decide any more.',
    })
    // What has the same key and is of another kind is another question.
    const tool = await items.ask({
      ...request,
      kind: 'tool_change',
      subject: { connection: 'shop', tool: 'post' },
    })
    expect(tool?.id).not.toBe(first?.id)
    expect(await opened.gateway.store.approval(first?.id ?? '')).toMatchObject({ kind: 'configuration' })
    await items.withdraw({ ...request, kind: 'tool_change' }, 'It is gone.')
    expect((await opened.gateway.store.approval(first?.id ?? ''))?.status).toBe('pending')
    await items.withdraw(request, 'It was taken back.')
    const { items: left } = await ask(desk as Desk, opened.session, 'inbox.list', {})
    expect(left).toEqual([])
  })

  it('writes out what cannot be seen in what is said of a proposal [card.deceit]', async () => {
    const opened = await openCard('workflows: {}')
    const problems = [{ line: 1, message: '‘a\u202eb’ is read by nothing', weaker: false }]
    // Agents ask for it by a call, whose texts are read before.
    const subject = { name: 'w', path: 'workflows/w.yaml', before: null, after: '', weaker: [], problems }
    const asked = { ...SAMPLES.definition, subject }
    await opened.gateway.store.commit({ expect: [], approvals: [asked], audit: [] })
    const message = '‘a\\u202eb’ is read by nothing'
    expect(await opened.look()).toMatchObject({ subject: { definition: { problems: [{ message }] } } })
  })
})
