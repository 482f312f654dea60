import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { createManualClock } from '../support/clock.ts'
import { agent, openTestGateway, start } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

const DEPLOY = `
workflows:
  deploy:
    title: Deployment
    initialState: ready
    states:
      ready:
        transitions:
          go: { title: Deploy it, target: done, actor: human, risk: high }
          stop: { title: Leave it, target: done, actor: human }
      done: { terminal: true }
`

it('a risky decision says when it runs, and is taken back at the desk [R5.6]', async () => {
  const clock = createManualClock()
  const gateway = await openTestGateway(DEPLOY, { clock })
  const desk = openTestDesk(gateway)
  onTestFinished(async () => {
    await desk.close()
    await gateway.close()
  })
  const session = await desk.openSession('window')
  const began = await start(gateway, 'deploy')
  const [item] = (await ask(desk, session, 'inbox.list', {})).items
  const id = item?.id ?? ''
  const choice = { id, outcome: 'go', arguments: {} }
  const { hash, undoMs } = await ask(desk, session, 'inbox.preview', choice)
  expect(undoMs).toBe(8000)
  expect((await ask(desk, session, 'inbox.preview', { ...choice, outcome: 'stop' })).undoMs).toBe(0)
  const decided = await ask(desk, session, 'inbox.decide', { ...choice, comment: '', hash })
  expect(decided.message).toContain('It has not run yet: you can still undo it.')
  const runsAt = new Date(clock.now() + 8000).toISOString()
  expect(decided.item).toMatchObject({ status: 'scheduled', decision: { label: 'Deploy it', runsAt } })
  expect((await ask(desk, session, 'inbox.list', {})).total).toBe(0)
  expect((await ask(desk, session, 'inbox.list', { status: 'decided' })).items).toMatchObject([{ id }])
  expect((await ask(desk, session, 'inbox.item', { id })).closedBecause).toMatch(
    /has decided it: ‘Deploy it’. It has not run yet, and can still be taken back/,
  )
  const run = await ask(desk, session, 'runs.get', { id: began.workflowId ?? '' })
  expect(run).toMatchObject({
    attention: null,
    waitingFor: 'its time: what was decided runs in a moment',
    pendingItem: id,
  })
  expect(run.moves.map(({ name, allowed, because }) => [name, allowed, because])).toEqual(
    ['go', 'stop'].map((name) => [name, false, 'A person has decided already. It has not run yet.']),
  )

  const { revision = 0 } = decided.item.decision ?? {}
  const undone = await ask(desk, session, 'inbox.undo', { items: [{ id, revision }] })
  expect(undone.results).toMatchObject([{ id, ok: true }])
  expect(await ask(desk, session, 'inbox.item', { id })).toMatchObject({
    status: 'pending',
    decision: null,
    returned: { because: 'It was taken back.' },
  })
  const again = await ask(desk, session, 'inbox.undo', {
    items: [
      { id, revision },
      { id: 'ap_none', revision },
    ],
  })
  expect(again.results).toMatchObject([
    {
      ...{ id, ok: false, already: true },
      message: 'You took it back already; it waits for a decision again.',
    },
    { id: 'ap_none', ok: false, message: expect.stringContaining('does not exist') },
  ])
  const { timeline } = await ask(desk, session, 'runs.get', { id: began.workflowId ?? '' })
  expect(timeline.map(({ text }) => text).join('\n')).toMatch(/took back ‘?Deploy it’? before it ran/)
})

it.for([
  ['back', -86_400_000],
  ['forward', 86_400_000],
] as const)(
  'a decision is the same one, and can be taken back as it was seen, when the clock was set %s [undo.clock-set]',
  async ([, by]) => {
    const clock = createManualClock()
    const gateway = await openTestGateway(DEPLOY, { clock })
    const desk = openTestDesk(gateway)
    onTestFinished(async () => {
      await desk.close()
      await gateway.close()
    })
    const session = await desk.openSession('window')
    await start(gateway, 'deploy')
    const [item] = (await ask(desk, session, 'inbox.list', {})).items
    const id = item?.id ?? ''
    const choice = { id, outcome: 'go', arguments: {} }
    const { hash } = await ask(desk, session, 'inbox.preview', choice)
    const decided = await ask(desk, session, 'inbox.decide', { ...choice, comment: '', hash })
    const { revision = 0, runsAt } = decided.item.decision ?? {}
    clock.advance(3000)
    clock.set(by)
    // Whoever asks for the time notices it.
    await start(gateway, 'deploy')
    const seen = async () => (await ask(desk, session, 'inbox.item', { id })).decision
    await expect.poll(async () => (await seen())?.runsAt).not.toBe(runsAt)
    // By this the window tells it from what somebody has decided anew.
    expect((await seen())?.revision).toBe(revision)
    const undone = await ask(desk, session, 'inbox.undo', { items: [{ id, revision }] })
    expect(undone.results).toMatchObject([{ id, ok: true }])
  },
)

const PEOPLE = '\npeople: { kim: {}, bo: {} }\n'

it('says who took it back already to whoever comes second [undo.second]', async () => {
  const gateway = await openTestGateway(`${DEPLOY}${PEOPLE}`, { clock: createManualClock() })
  const desk = openTestDesk(gateway, { person: 'kim' })
  onTestFinished(async () => {
    await desk.close()
    await gateway.close()
  })
  const [kim, bo] = [await desk.openSession('window'), await desk.openSession('window')]
  await ask(desk, bo, 'people.switch', { name: 'bo', pin: null })
  await start(gateway, 'deploy')
  const [item] = (await ask(desk, kim, 'inbox.list', {})).items
  const id = item?.id ?? ''
  const undo = async (who: typeof kim, revision: number) =>
    (await ask(desk, who, 'inbox.undo', { items: [{ id, revision }] })).results
  const decide = async (who: typeof kim) => {
    const choice = { id, outcome: 'go', arguments: {} }
    const { hash } = await ask(desk, who, 'inbox.preview', choice)
    const decided = await ask(desk, who, 'inbox.decide', { ...choice, comment: '', hash })
    return decided.item.decision?.revision ?? 0
  }
  expect(await undo(kim, 1)).toEqual([{ id, ok: false, message: 'Nobody has decided this item.' }])
  const ofKim = await decide(kim)
  await undo(bo, ofKim)
  expect(await undo(kim, ofKim)).toEqual([
    { id, ok: false, already: true, message: 'bo took it back already; it waits for a decision again.' },
  ])

  const ofBo = await decide(bo)
  const decidedAgain = 'bo has decided this item again since. That decision stays.'
  expect(await undo(kim, ofKim)).toEqual([{ id, ok: false, message: decidedAgain }])
  expect(await ask(desk, kim, 'inbox.item', { id })).toMatchObject({ status: 'scheduled' })
  expect(await undo(kim, ofBo)).toMatchObject([{ id, ok: true }])
})

it('that cannot be saved says so, and what happens if the gateway ends before, for as long as that is so; it is saved later [undo.unsaved]', async () => {
  const clock = createManualClock()
  const gateway = await openTestGateway(`${DEPLOY}${PEOPLE}\nstore: { kind: sqlite }\n`, { clock })
  const desk = openTestDesk(gateway, { person: 'kim' })
  const other = new Database(join(gateway.folder, 'data', 'countersign.db'))
  onTestFinished(async () => {
    other.close()
    await desk.close()
    await gateway.close()
  })
  const session = await desk.openSession('window')
  const { workflowId = '' } = await start(gateway, 'deploy')
  const [item] = (await ask(desk, session, 'inbox.list', {})).items
  const id = item?.id ?? ''
  const choice = { id, outcome: 'go', arguments: {} }
  const { hash } = await ask(desk, session, 'inbox.preview', choice)
  const decided = await ask(desk, session, 'inbox.decide', { ...choice, comment: '', hash })
  const { revision = 0 } = decided.item.decision ?? {}
  const shown = async () => {
    const { closedBecause, decision } = await ask(desk, session, 'inbox.item', { id })
    const run = await ask(desk, session, 'runs.get', { id: workflowId })
    const [listed] = (await ask(desk, session, 'runs.list', {})).items
    const { unwritten } = await ask(desk, session, 'desk.status', {})
    const told = await gateway.runtime.get(agent(), { workflowId })
    return {
      card: { says: closedBecause, undoUnsaved: decision?.undoUnsaved === true },
      run: { says: run.decided, attention: listed?.attention, waitingFor: listed?.waitingFor },
      // That nothing can be saved at all is said there besides.
      strip: unwritten.flatMap(({ workflowId: of, text }) =>
        of === null ? [] : [[of, text === closedBecause]],
      ),
      agent: told.response.result.message,
    }
  }
  const CAN_BE = 'kim has decided it: ‘Deploy it’. It has not run yet, and can still be taken back.'
  expect(await shown()).toMatchObject({
    card: { says: CAN_BE },
    run: { says: CAN_BE, attention: null },
    strip: [],
  })
  const bo = await desk.openSession('window')
  await ask(desk, bo, 'people.switch', { name: 'bo', pin: null })
  other.exec('BEGIN IMMEDIATE')
  const { results } = await ask(desk, bo, 'inbox.undo', { items: [{ id, revision }] })
  const unsaved = expect.stringMatching(
    /bo has taken that back, but it cannot be saved yet\. .+ is held by another program.+ does not run while/,
  )
  expect(await shown()).toEqual({
    card: { says: unsaved, undoUnsaved: true },
    run: {
      says: unsaved,
      attention: 'unwritten',
      waitingFor: expect.stringMatching(/^its database: that a decision was taken back/),
    },
    strip: [[workflowId, true]],
    agent: unsaved,
  })
  other.exec('ROLLBACK')
  expect(results).toEqual([{ id, ok: false, unsaved: true, message: expect.any(String) }])
  expect(results[0]?.message).toMatch(
    /is held by another program, which must let go of it first\. The decision does not run while Countersign runs/,
  )
  clock.advance(1000)
  await expect
    .poll(async () => (await ask(desk, session, 'inbox.item', { id })).returned)
    .toMatchObject({ by: 'human:bo', because: 'It was taken back.' })
  expect(await shown()).toMatchObject({
    card: { says: null, undoUnsaved: false },
    run: { says: null, attention: 'needs_person' },
    strip: [],
  })
})
