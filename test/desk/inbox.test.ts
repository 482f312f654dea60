import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import type { Desk } from '../../src/main/desk/desk.ts'
import type { DeskSession } from '../../src/main/desk/session.ts'
import { test as it } from '../support/fixtures.ts'
import { agent, follow, openTestGateway, press, start, type TestGateway } from '../support/gateway.ts'
import { ask, openTestDesk, REVIEW } from './fixture.ts'

const OTHERS = `
  publish:
    title: Publishing
    initialState: ready
    states:
      ready:
        transitions:
          send:
            title: Send the letter
            description: Put it into the box at the corner.
            target: sent
            executor: { kind: human, queue: editors }
            inputSchema:
              type: object
              required: [to]
              properties: { to: { type: string } }
      sent: { terminal: true }
  deploy:
    initialState: ready
    states:
      ready:
        transitions:
          go: { target: running, actor: human, risk: high }
          stop: { target: running, actor: human }
      running:
        transitions:
          run: { target: done, actor: deterministic, executor: { kind: cli, command: deploy, args: [now] } }
      done: { terminal: true }
`

describe('the inbox', () => {
  let gateway: TestGateway
  let desk: Desk
  let session: DeskSession
  beforeEach(async () => {
    gateway = await openTestGateway(REVIEW + OTHERS)
    desk = openTestDesk(gateway)
    session = await desk.openSession('window')
  })
  afterEach(async () => {
    await desk.close()
    await gateway.close()
  })

  async function submitDraft(content: string) {
    const started = await start(gateway, 'content_review')
    return await follow(gateway, started, 'submit_draft', { content })
  }

  async function onlyItem() {
    const { items } = await ask(desk, session, 'inbox.list', {})
    expect(items).toHaveLength(1)
    return items[0]!
  }

  it('leads with the author’s sentence, and what the agent wrote is a quotation of its own [R5.9] [desk.card]', async () => {
    await submitDraft('Click here! [x](http://evil) Approve.')
    const item = await onlyItem()
    expect(item.sentence).toEqual([
      { kind: 'author', text: 'Publish ' },
      { kind: 'quote', text: 'Click here! [x](http://evil) Approve.' },
    ])
    expect(item).toMatchObject({
      kind: 'transition',
      status: 'pending',
      definitionTitle: 'Content review',
      isSingleCall: false,
      requestedBy: 'agent:local',
      risk: 'low',
      riskReason: 'The decision itself runs nothing.',
      decision: null,
    })
    expect(item.because).toMatch(/only a person may choose/)
  })

  it('shows one button an outcome, with its form and what is prefilled [desk.card]', async () => {
    await submitDraft('A text')
    const detail = await ask(desk, session, 'inbox.item', { id: (await onlyItem()).id })
    expect(detail.outcomes).toMatchObject([
      {
        name: 'approve',
        label: 'Approve the content',
        tone: 'approve',
        confirm: false,
        inputSchema: null,
        arguments: {},
      },
      {
        name: 'request_changes',
        label: 'Request changes',
        tone: 'refuse',
        inputSchema: { type: 'object' },
        arguments: { hint: 'nothing yet' },
      },
    ])
    expect(detail).toMatchObject({ asked: null, closedBecause: null, context: { content: 'A text' } })
    expect(detail.diagram.current).toBe('in_review')
    expect(detail.diagram.states.filter((state) => state.visited).map((state) => state.name)).toEqual([
      'drafting',
      'in_review',
    ])
    expect(detail.diagram.transitions.filter((way) => way.taken).map((way) => way.name)).toEqual([
      'submit_draft',
    ])
    expect(detail.history.map((entry) => entry.text)).toEqual([
      'The agent “local” started ‘Content review’.',
      'The agent “local” asked for ‘Submit for review’.',
      'The agent “local” took ‘Submit for review’: from ‘drafting’ to ‘In review’.',
      'A person was asked to decide.',
    ])
  })

  it('decides what was seen, for the person of the session, and keeps it [R1.1] [R5.2]', async () => {
    const run = await submitDraft('A text')
    const { id } = await onlyItem()
    const preview = await ask(desk, session, 'inbox.preview', { id, outcome: 'approve', arguments: {} })
    expect(preview.nextStates).toEqual(['published'])
    expect(Object.keys(preview).sort()).toEqual([
      'basis',
      'call',
      'hash',
      'nextStates',
      'outcome',
      'problems',
      'steps',
      'stopsAt',
      'undoMs',
    ])
    const decided = await ask(desk, session, 'inbox.decide', {
      id,
      outcome: 'approve',
      arguments: {},
      comment: 'Well written.',
      hash: preview.hash,
    })
    expect(decided.message).toBe('Approved. ‘Content review’ is now at ‘published’, the end.')
    expect(decided.item).toMatchObject({
      status: 'approved',
      decision: { by: 'human:anna', outcome: 'approve', comment: 'Well written.' },
    })
    expect((await gateway.store.run(run.workflowId ?? ''))?.state).toBe('published')
    expect((await ask(desk, session, 'inbox.list', {})).items).toEqual([])
    const past = await ask(desk, session, 'inbox.list', { status: 'decided' })
    expect(past.items.map((item) => item.id)).toEqual([id])
    const detail = await ask(desk, session, 'inbox.item', { id })
    expect(detail.closedBecause).toBe('anna has decided it: ‘Approve the content’.')
    const { evidence } = await ask(desk, session, 'runs.get', { id: run.workflowId ?? '' })
    expect(evidence.map(({ summary }) => summary)).toEqual([
      'anna chose ‘Approve the content’: Well written.',
    ])
    expect(detail.history).toContainEqual(
      expect.objectContaining({
        text: 'anna chose ‘Approve the content’.',
        quote: 'Well written.',
        tone: 'good',
      }),
    )
  })

  it('refuses a press on what has changed, and one that comes too late [R5.2]', async () => {
    await submitDraft('A text')
    const { id } = await onlyItem()
    const pressed = { id, outcome: 'approve', arguments: {}, comment: '' }
    expect(
      await desk.dispatch(session, 'inbox.decide', { ...pressed, hash: 'of something else' }),
    ).toMatchObject({
      ok: false,
      error: { code: 'SEEN_CHANGED' },
    })
    const { hash } = await ask(desk, session, 'inbox.preview', { id, outcome: 'approve', arguments: {} })
    await ask(desk, session, 'inbox.decide', { ...pressed, hash })
    expect(await desk.dispatch(session, 'inbox.decide', { ...pressed, hash })).toMatchObject({
      ok: false,
      error: { code: 'ALREADY_DECIDED', message: 'anna was faster and chose ‘Approve the content’.' },
    })
    expect(await desk.dispatch(session, 'inbox.item', { id: 'ap_unknown' })).toMatchObject({
      ok: false,
      error: { code: 'NOT_FOUND' },
    })
  })

  it('shows what an agent asked for where a step asks a person, and what its author wrote about it [desk.card] [card.described]', async () => {
    const started = await start(gateway, 'publish')
    void follow(gateway, started, 'send', { to: 'everybody' })
    await expect.poll(async () => (await ask(desk, session, 'desk.status', {})).pending).toBe(1)
    const item = await onlyItem()
    expect(item).toMatchObject({ kind: 'executor', queue: 'editors' })
    const detail = await ask(desk, session, 'inbox.item', { id: item.id })
    expect(detail.asked).toMatchObject({ arguments: { to: 'everybody' }, schema: { required: ['to'] } })
    expect(detail.outcomes.map(({ name, label }) => [name, label])).toEqual([
      ['approve', 'Approve: Send the letter'],
      ['refuse', 'Refuse'],
    ])
    expect(detail.outcomes[0]?.description).toBe('Put it into the box at the corner.')
    const { hash } = await ask(desk, session, 'inbox.preview', {
      id: item.id,
      outcome: 'refuse',
      arguments: {},
    })
    const { item: refused, message } = await ask(desk, session, 'inbox.decide', {
      id: item.id,
      outcome: 'refuse',
      arguments: {},
      comment: 'Not to everybody.',
      hash,
    })
    expect(refused.status).toBe('refused')
    expect(message).toBe('Refused. ‘Publishing’ is still at ‘ready’.')
  })

  it('a no is no failure of the run, and its history says it once [desk.refused-run]', async () => {
    const started = await start(gateway, 'publish')
    const answered = follow(gateway, started, 'send', { to: 'everybody' })
    await expect.poll(async () => (await ask(desk, session, 'desk.status', {})).pending).toBe(1)
    await press(gateway, (await onlyItem()).id, 'refuse')
    await answered
    const listed = async (view: 'all' | 'failed') => (await ask(desk, session, 'runs.list', { view })).items
    expect(await listed('failed')).toEqual([])
    expect(await listed('all')).toMatchObject([{ attention: 'failed', refused: true }])
    const { timeline } = await ask(desk, session, 'runs.get', { id: started.workflowId ?? '' })
    const told = timeline.filter(({ quiet, text }) => !quiet && /refuse/i.test(text))
    expect(told.map(({ text }) => text)).toEqual(['anna chose ‘Refuse’ for ‘Send the letter’.'])
  })

  it('says who asks: what the client calls itself, and whose token it has [R1.2] [desk.asker]', async () => {
    const lead = agent('local', { id: 'agent:lead', label: 'lead' })
    const started = await start(gateway, 'content_review', {}, lead)
    await follow(gateway, started, 'submit_draft', { content: 'A text' }, lead)
    expect(await onlyItem()).toMatchObject({ requestedBy: 'agent:lead', client: 'local' })
  })

  it('says how risky it is, and why [desk.risk]', async () => {
    await start(gateway, 'deploy')
    expect(await onlyItem()).toMatchObject({
      risk: 'high',
      riskReason: 'The author of the workflow says so.',
    })
    const detail = await ask(desk, session, 'inbox.item', { id: (await onlyItem()).id })
    expect(detail.outcomes.map(({ name, confirm }) => [name, confirm])).toEqual([
      ['go', true],
      ['stop', false],
    ])
  })

  it('finds items by what their cards say [desk.search-items]', async () => {
    await submitDraft('About apples')
    await submitDraft('About pears')
    const find = async (text: string) => (await ask(desk, session, 'inbox.list', { text })).items.length
    expect(await find('APPLES')).toBe(1)
    expect(await find('content review')).toBe(2)
    expect(await find('plums')).toBe(0)
  })

  it('pages through many items without gaps [desk.paging]', async () => {
    for (let n = 0; n < 7; n += 1) await submitDraft(`Text ${n}`)
    const first = await ask(desk, session, 'inbox.list', { limit: 4 })
    const second = await ask(desk, session, 'inbox.list', { limit: 4, cursor: first.nextCursor! })
    expect([first.items.length, second.items.length, second.nextCursor, first.total]).toEqual([4, 3, null, 7])
    expect(new Set([...first.items, ...second.items].map((item) => item.id)).size).toBe(7)
  })
})

describe('an item of which nobody can say what a decision would do', () => {
  it('is shown all the same, with the reason why it cannot be decided [desk.shown]', async ({ folder }) => {
    const yaml = `${REVIEW}\nstore: { kind: sqlite }\n`
    const before = await openTestGateway(yaml, { folder })
    await follow(before, await start(before, 'content_review'), 'submit_draft', { content: 'A text' })
    await before.close()
    const database = new Database(join(folder, 'data', 'countersign.db'))
    database.exec('DELETE FROM definitions')
    database.close()
    const gateway = await openTestGateway(yaml, { folder })
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('window')

    const { items } = await ask(desk, session, 'inbox.list', {})
    const { id } = items[0]!
    expect(items).toMatchObject([
      { status: 'pending', sentence: [{ text: 'A run of content_review waits for your decision.' }] },
    ])
    const detail = await ask(desk, session, 'inbox.item', { id })
    expect(detail).toMatchObject({ outcomes: [], context: { content: 'A text' } })
    expect(detail.closedBecause).toMatch(/definition is not in the database any more/)
    expect(detail.history.length).toBeGreaterThan(0)
    expect(
      await desk.dispatch(session, 'inbox.preview', { id, outcome: 'approve', arguments: {} }),
    ).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/definition of workflow .* is missing/) },
    })
    await desk.close()
    await gateway.close()
  })
})
