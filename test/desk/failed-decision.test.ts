import { expect, it, onTestFinished } from 'vitest'
import { createManualClock } from '../support/clock.ts'
import { follow, openTestGateway, start } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

const BACKUP = `
workflows:
  backup:
    title: Backup
    initialState: ready
    states:
      ready:
        title: Ready
        transitions:
          run: { title: Run the backup, target: done, actor: human, executor: { kind: cli, command: "false" } }
          skip: { title: Skip it, target: done, actor: human }
      done: { terminal: true }
`

/** What is pressed runs nothing itself; what the engine does next fails. */
const LATER = `
workflows:
  chain:
    initialState: ready
    states:
      ready: { transitions: { go: { target: working, actor: human }, stop: { target: done, actor: human } } }
      working: { transitions: { run: { title: Run it, target: done, actor: deterministic, executor: { kind: cli, command: "false" } } } }
      done: { terminal: true }
  enter:
    initialState: ready
    states:
      ready: { transitions: { go: { target: working, actor: human } } }
      working: { title: Working, onEnter: { executor: { kind: cli, command: "false" } }, transitions: { next: { target: done } } }
      done: { terminal: true }
  risky:
    initialState: ready
    states:
      ready: { transitions: { go: { target: working, actor: human, risk: high } } }
      working: { transitions: { run: { title: Run it, target: done, actor: deterministic, executor: { kind: cli, command: "false" } } } }
      done: { terminal: true }
  well:
    initialState: ready
    states:
      ready: { transitions: { go: { target: done, actor: human, executor: { kind: cli, command: "true" } } } }
      done: { terminal: true }
`

const FALLBACK =
  'executor: { kind: cli, command: "false" }, reliability: { fallback: { executors: [ { kind: cli, connection: gated, args: [] } ] } }'
const OTHER_WAY = `
approvals: { holdMs: 0 }
connections: { gated: { kind: cli, command: "true", approval: {} } }
proxy: { expose: [ { name: first, approval: {}, ${FALLBACK} } ] }
workflows:
  chosen:
    initialState: ready
    states: { ready: { transitions: { go: { title: Go on, target: done, actor: human, ${FALLBACK} } } }, done: { terminal: true } }
`

const TICKING = `
workflows:
  backup:
    initialState: ready
    states:
      ready: { transitions: { run: { target: done, actor: human, executor: { kind: cli, command: "false" } }, go_on: { target: working } } }
      working: { transitions: { tick: { target: working }, end: { target: done } } }
      done: { terminal: true }
`

async function openBackups(count: number) {
  const gateway = await openTestGateway(BACKUP)
  const desk = openTestDesk(gateway)
  onTestFinished(async () => {
    await desk.close()
    await gateway.close()
  })
  const session = await desk.openSession('window')
  for (let run = 0; run < count; run += 1) await start(gateway, 'backup')
  const list = async () => (await ask(desk, session, 'inbox.list', {})).items
  return { desk, session, list, ids: (await list()).map(({ id }) => id) }
}

it('what a person chose and then failed was decided: the press is told so, and the question is asked again [decide.then-failed]', async () => {
  const { desk, session, list, ids } = await openBackups(1)
  const choice = { id: ids[0] ?? '', outcome: 'run', arguments: {} }
  const { hash } = await ask(desk, session, 'inbox.preview', choice)
  const reply = await ask(desk, session, 'inbox.decide', { ...choice, comment: '', hash })
  expect(reply).toMatchObject({
    item: { id: ids[0], status: 'approved' },
    message:
      'You chose ‘Run the backup’. Then a step failed, and ‘Backup’ is at ‘Ready’: “false exited with code 1.”',
    failed: true,
  })
  const again = await list()
  expect(again).toHaveLength(1)
  expect(again[0]?.id).not.toBe(ids[0])
})

it('that it failed stands on its card, however much its run has done since [decide.then-failed]', async () => {
  const gateway = await openTestGateway(TICKING)
  const desk = openTestDesk(gateway)
  onTestFinished(async () => {
    await desk.close()
    await gateway.close()
  })
  const session = await desk.openSession('window')
  let now = await start(gateway, 'backup')
  const [item] = (await ask(desk, session, 'inbox.list', {})).items
  const choice = { id: item?.id ?? '', outcome: 'run', arguments: {} }
  const { hash } = await ask(desk, session, 'inbox.preview', choice)
  await ask(desk, session, 'inbox.decide', { ...choice, comment: '', hash })
  now = await follow(gateway, now, 'go_on')
  let card = await ask(desk, session, 'inbox.item', { id: choice.id })
  while (card.isPartial !== true) {
    for (let count = 0; count < 200; count += 1) now = await follow(gateway, now, 'tick')
    card = await ask(desk, session, 'inbox.item', { id: choice.id })
  }
  expect(card.failed).toMatchObject({ eventType: 'executor.failed' })
})

it('where it failed and another way waits for people, that is told, of a call and of a choice [decide.then-failed]', async () => {
  const gateway = await openTestGateway(OTHER_WAY)
  const desk = openTestDesk(gateway)
  onTestFinished(async () => {
    await desk.close()
    await gateway.close()
  })
  const session = await desk.openSession('window')
  await start(gateway, 'proxy_default', { capability: 'first', arguments: {} })
  await start(gateway, 'chosen')
  const { items } = await ask(desk, session, 'inbox.list', {})
  const [call, chosen] = ['proxy_default', 'chosen'].map((id) =>
    items.find(({ definitionId }) => definitionId === id),
  )
  const decide = async (id = '', outcome = '') => {
    const choice = { id, outcome, arguments: {} }
    const { hash } = await ask(desk, session, 'inbox.preview', choice)
    return await ask(desk, session, 'inbox.decide', { ...choice, comment: '', hash })
  }
  const instead =
    'What was tried before has failed, and what comes instead runs only after people have approved it.'
  expect(await decide(call?.id, 'approve')).toMatchObject({ message: `Approved. ${instead}`, goesOn: true })
  expect(await decide(chosen?.id, 'go')).toMatchObject({ message: `You chose ‘Go on’. ${instead}` })
})

it('so is each of many [decide.then-failed]', async () => {
  const { desk, session, ids } = await openBackups(2)
  const { items } = await ask(desk, session, 'inbox.previewMany', { ids, outcome: 'run' })
  const { results, approved } = await ask(desk, session, 'inbox.decideMany', {
    outcome: 'run',
    comment: '',
    items: items.map(({ item, preview }) => ({ id: item.id, hash: preview?.hash ?? '' })),
  })
  expect(approved).toBe(2)
  expect(results.map(({ ok, failed }) => [ok, failed])).toEqual([
    [true, true],
    [true, true],
  ])
})

it('the list of what was decided, and the cards, tell which failed: the step itself, or one that the engine took next, also after the time to take it back [decide.list-failed]', async () => {
  const clock = createManualClock()
  const gateway = await openTestGateway(BACKUP + LATER.replace('workflows:\n', ''), { clock })
  const desk = openTestDesk(gateway)
  onTestFinished(async () => {
    await desk.close()
    await gateway.close()
  })
  const session = await desk.openSession('window')
  const outcomes = { backup: 'run', chain: 'go', enter: 'go', risky: 'go', well: 'go' }
  for (const [definition, outcome] of Object.entries(outcomes)) {
    await start(gateway, definition)
    const waiting = (await ask(desk, session, 'inbox.list', { definitionId: definition })).items
    const choice = { id: waiting[0]?.id ?? '', outcome, arguments: {} }
    const { hash } = await ask(desk, session, 'inbox.preview', choice)
    await ask(desk, session, 'inbox.decide', { ...choice, comment: '', hash })
  }
  const decided = async (narrowed: object = {}) =>
    (await ask(desk, session, 'inbox.list', { status: 'decided', ...narrowed })).items.map(
      ({ definitionId, hasFailed = false }) => [definitionId, hasFailed] as const,
    )
  expect(Object.fromEntries(await decided())).toEqual({
    ...{ backup: true, chain: true, enter: true, well: false },
    // It waits for its time.
    risky: false,
  })
  clock.advance(8000)
  await expect.poll(async () => Object.fromEntries(await decided()).risky).toBe(true)
  expect(await decided({ definitionId: 'chain' })).toEqual([['chain', true]])
  const texts: Record<string, string | undefined> = {}
  for (const { id, definitionId } of (await ask(desk, session, 'inbox.list', { status: 'decided' })).items)
    texts[definitionId] = (await ask(desk, session, 'inbox.item', { id })).failed?.text
  expect(texts).toEqual({
    backup: '‘Run the backup’ failed.',
    chain: '‘Run it’ failed.',
    enter: '‘What entering the state does’ failed.',
    risky: '‘Run it’ failed.',
    well: undefined,
  })
})

/** What another workflow does waits for a person. */
const WAITING = `
workflows:
  kid:
    initialState: a
    states: { a: { transitions: { end: { target: b, actor: human } } }, b: { terminal: true } }
  begins:
    initialState: ready
    states: { ready: { transitions: { go: { target: done, actor: human, executor: { kind: workflow, definitionId: kid } } } }, done: { terminal: true } }
  ends:
    initialState: ready
    states: { ready: { transitions: { go: { target: done, actor: human } } }, done: { terminal: true } }
`

const KID = 'executor: { kind: workflow, definitionId: kid }'
/** Each has another workflow do what was decided, and that one fails. */
const BY_ANOTHER = `
workflows:
  kid:
    initialState: a
    states: { a: { transitions: { try_it: { target: b, actor: deterministic, executor: { kind: cli, command: "false" } } } }, b: { terminal: true } }
  direct:
    initialState: ready
    states: { ready: { transitions: { go: { title: Go on, target: done, actor: human, ${KID} } } }, done: { terminal: true } }
  later:
    initialState: ready
    states:
      ready: { transitions: { go: { target: working, actor: human } } }
      working: { title: Working, transitions: { run: { title: Run it, target: done, actor: deterministic, ${KID} } } }
      done: { terminal: true }
  member:
    initialState: ready
    states:
      ready: { transitions: { go: { title: Go on, target: done, actor: human, executor: { kind: parallel, branches: { one: { executor: { kind: cli, command: "true" } }, two: { executor: { kind: cli, command: "false" } } } } } } }
      done: { terminal: true }
  rescued:
    initialState: ready
    states:
      ready: { transitions: { go: { target: done, actor: human, ${KID}, reliability: { fallback: { executors: [ { kind: cli, command: "true" } ] } } } } }
      done: { terminal: true }
  going_on:
    steps:
      - { name: go, approve: { title: Go on } }
      - { name: work, onFailure: continue, ${KID} }
`

it('what another workflow did for a decision, and failed in it, is told with the decision, unless the run that began it goes on [decide.failed-beneath]', async () => {
  const gateway = await openTestGateway(BY_ANOTHER)
  const desk = openTestDesk(gateway)
  onTestFinished(async () => {
    await desk.close()
    await gateway.close()
  })
  const session = await desk.openSession('window')
  const decisions = new Map<string, { id: string; goesOn: boolean; message: string }>()
  const definitions = ['direct', 'later', 'member', 'rescued', 'going_on']
  for (const definitionId of definitions) {
    await start(gateway, definitionId)
    const [item] = (await ask(desk, session, 'inbox.list', { definitionId })).items
    const { outcomes } = await ask(desk, session, 'inbox.item', { id: item?.id ?? '' })
    const choice = { id: item?.id ?? '', outcome: outcomes[0]?.name ?? '', arguments: {} }
    const { hash } = await ask(desk, session, 'inbox.preview', choice)
    const reply = await ask(desk, session, 'inbox.decide', { ...choice, comment: '', hash })
    decisions.set(definitionId, { id: choice.id, goesOn: reply.goesOn, message: reply.message })
  }
  const goOn = definitions.filter((definitionId) => decisions.get(definitionId)?.goesOn === true)
  expect(goOn).toEqual(['direct', 'later', 'rescued', 'going_on'])
  expect(decisions.get('later')?.message).not.toMatch(/other people/)
  // All of them have ended or rest.
  const resting = async () => {
    const { items } = await gateway.store.runs({}, { limit: 100 })
    return items.every(({ activity }) => activity.kind === 'resting')
  }
  await expect.poll(resting, { timeout: 15_000 }).toBe(true)
  const { items } = await ask(desk, session, 'inbox.list', { status: 'decided' })
  expect(
    Object.fromEntries(items.map(({ definitionId, hasFailed = false }) => [definitionId, hasFailed])),
  ).toEqual({
    ...{ direct: true, later: true, member: true },
    ...{ rescued: false, going_on: false },
  })
  const texts = await Promise.all(
    definitions.map(async (definitionId) => {
      const { failed } = await ask(desk, session, 'inbox.item', { id: decisions.get(definitionId)?.id ?? '' })
      return failed?.text ?? null
    }),
  )
  const uncertain = '‘Go on’ failed; it may have taken effect all the same.'
  expect(texts).toEqual(['‘Go on’ failed.', '‘Run it’ failed.', uncertain, null, null])
})

it('what was decided together says of each whether it goes on, and so does its card until that is over [decide.many-failed]', async () => {
  const gateway = await openTestGateway(WAITING)
  const desk = openTestDesk(gateway)
  onTestFinished(async () => {
    await desk.close()
    await gateway.close()
  })
  const session = await desk.openSession('window')
  for (const definitionId of ['begins', 'begins', 'ends']) await start(gateway, definitionId)
  const decideAll = async (definitionId: string) => {
    const { items } = await ask(desk, session, 'inbox.list', { definitionId })
    const ids = items.map(({ id }) => id)
    const shown = await ask(desk, session, 'inbox.previewMany', { ids, outcome: 'go' })
    const { results } = await ask(desk, session, 'inbox.decideMany', {
      ...{ outcome: 'go', comment: '' },
      items: shown.items.map(({ item, preview }) => ({ id: item.id, hash: preview?.hash ?? '' })),
    })
    return results
  }
  const isOpen = async (id = '') => (await ask(desk, session, 'inbox.item', { id })).goesOn ?? false
  const [ended] = await decideAll('ends')
  expect(ended).toMatchObject({ ok: true, goesOn: false })
  expect(await isOpen(ended?.id)).toBe(false)
  const begun = await decideAll('begins')
  expect(begun.map(({ ok, goesOn }) => [ok, goesOn])).toEqual([
    [true, true],
    [true, true],
  ])
  for (const { id } of begun) expect(await isOpen(id)).toBe(true)
  for (const { id } of (await ask(desk, session, 'inbox.list', { definitionId: 'kid' })).items) {
    const choice = { id, outcome: 'end', arguments: {} }
    const { hash } = await ask(desk, session, 'inbox.preview', choice)
    await ask(desk, session, 'inbox.decide', { ...choice, comment: '', hash })
  }
  for (const { id } of begun) await expect.poll(() => isOpen(id), { timeout: 15_000 }).toBe(false)
})
