import { describe, expect, it, onTestFinished } from 'vitest'
import { agent, openTestGateway, pending, press, start } from '../../support/gateway.ts'
import { openService } from '../../support/service.ts'
import { ask, openTestDesk } from '../fixture.ts'
import { openInbox } from '../inbox-fixture.ts'

describe('the list of runs', () => {
  it('tells runs of one workflow apart, and finds each by what it holds, is called or asks for [runs.told-apart]', async () => {
    const { desk, session, handIn, post, idOf } = await openInbox()
    const letter = await handIn('to Berlin')
    const parcel = await post('Parcel 7')
    const list = async (text?: string) =>
      (await ask(desk, session, 'runs.list', text === undefined ? {} : { text })).items
    const aboutOf = async (id: string) =>
      (await list()).find((run) => run.id === id)?.about.map(({ kind, text }) => `${kind} ${text}`)
    expect(await aboutOf(letter)).toEqual(['author Send ', 'quote to Berlin'])
    expect(await aboutOf(parcel)).toEqual(['author Post ', 'quote Parcel 7'])
    // Its arguments are in no context yet.
    expect((await list('parcel 7')).map(({ id }) => id)).toEqual([parcel])
    expect((await list('TO BERLIN')).map(({ id }) => id)).toEqual([letter])
    expect(await list('Letters')).toHaveLength(2)
    expect(await list('nowhere')).toEqual([])

    const id = await idOf('Berlin')
    const choice = { id, outcome: 'approve', arguments: {} }
    const { hash } = await ask(desk, session, 'inbox.preview', choice)
    await ask(desk, session, 'inbox.decide', { ...choice, comment: '', hash })
    expect(await aboutOf(letter)).toEqual(['quote title: to Berlin'])
  })

  it('tells apart those whose input differs in its depth, or behind what is the same in all, and finds what JSON writes otherwise [runs.told-apart]', async () => {
    const gateway = await openTestGateway(
      'workflows: { visit: { initialState: open, states: { open: { transitions: { end: { target: over } } }, over: {} } } }',
    )
    onTestFinished(() => gateway.close())
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('browser')
    const path = 'C:\\notes\\"new".txt'
    for (const input of [
      { mode: 'full', dry: true, customer: { name: 'Rosa' } },
      { mode: 'full', dry: true, customer: { name: 'Lina' }, files: [path] },
    ])
      await start(gateway, 'visit', input)
    const list = async (text?: string) =>
      (await ask(desk, session, 'runs.list', text === undefined ? {} : { text })).items
    const told = (await list()).map(({ about }) => about.map(({ text }) => text).join(''))
    expect(told.toSorted()).toEqual([
      `mode: full customer.name: Lina files.0: ${path}`,
      'mode: full customer.name: Rosa',
    ])
    expect(await list(path)).toHaveLength(1)
    expect(await list('notes\\"old"')).toHaveLength(0)
  })

  it('finds single calls by what was asked of them, held, refused or answered, and lists none without a search [runs.single-calls]', async () => {
    const gateway = await openTestGateway(`
approvals: { holdMs: 0 }
proxy:
  expose:
    - { name: mail.send, title: Send mail, executor: { kind: noop }, approval: { required: true } }
    - { name: mail.look, executor: { kind: noop } }
`)
    onTestFinished(() => gateway.close())
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('browser')
    const call = (capability: string, to: string) =>
      start(gateway, 'proxy_default', { capability, arguments: { to } })
    await call('mail.send', 'Geneva')
    await call('mail.send', 'Berlin')
    await call('mail.look', 'Cordoba')
    const [, refused] = await pending(gateway)
    await press(gateway, refused?.id ?? '', 'refuse')
    const list = (request: object) => ask(desk, session, 'runs.list', request)
    const found = async (text: string, view: 'all' | 'waiting' | 'running' = 'all') =>
      (await list({ text, view })).items.map(({ isSingleCall, title, about }) => {
        expect([isSingleCall, title]).toEqual([true, 'Single call'])
        return about.map((part) => part.text).join('')
      })
    for (const view of ['all', 'waiting', 'running'] as const)
      expect(await found('geneva', view)).toEqual(['mail.send to: Geneva'])
    expect(await found('berlin')).toEqual(['mail.send to: Berlin'])
    expect(await found('berlin', 'waiting')).toEqual([])
    expect(await found('"cordoba"')).toEqual(['mail.look to: Cordoba'])
    expect(await found('MAIL.SEND')).toHaveLength(2)
    expect(await list({ text: 'single call' })).toMatchObject({ total: 3, isPartial: false })
    expect(await list({ text: 'nowhere' })).toMatchObject({ items: [], nextCursor: null })
    for (const request of [{}, { text: '' }]) expect((await list(request)).total).toBe(0)
  })

  it('tells no run by how far its steps have come [runs.told-apart]', async () => {
    const gateway = await openTestGateway(
      'workflows: { nightly: { steps: [{ name: look, executor: { kind: noop } }, { name: confirm, approve: { title: Publish it } }] } }',
    )
    onTestFinished(() => gateway.close())
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('browser')
    await start(gateway, 'nightly')
    expect((await ask(desk, session, 'runs.list', {})).items.map(({ about }) => about)).toEqual([[]])
  })

  it('says where a run stands, and which step it waits for, as the author calls them, else readably [runs.called]', async () => {
    const service = await openService()
    const over = Promise.withResolvers<void>()
    service.script('/slow', { status: 200, when: over.promise })
    const slow = `executor: { kind: rest, connection: scales, method: POST, path: /slow }`
    const gateway = await openTestGateway(`
connections: { scales: { kind: rest, baseUrl: "${service.base}" } }
workflows:
  parcel:
    initialState: a
    states:
      a: { title: With the clerk, transitions: { go: { title: Weigh the parcel, target: b, ${slow} } } }
      b: {}
  pallet:
    initialState: on_the_floor
    states:
      on_the_floor: { transitions: { lift_it: { target: b } } }
      b: { title: In the store, onEnter: { ${slow} }, transitions: { look: { target: c } } }
      c: {}
`)
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('browser')
    const list = async () => (await ask(desk, session, 'runs.list', {})).items
    const said = async (definitionId: string) => {
      const run = (await list()).find((each) => each.definitionId === definitionId)
      return [run?.stateTitle, run?.waitingFor]
    }
    const submits: Promise<unknown>[] = []
    for (const [definitionId, transition] of [
      ['parcel', 'go'],
      ['pallet', 'lift_it'],
    ] as const) {
      const { workflowId = '' } = await start(gateway, definitionId)
      if (definitionId === 'pallet') expect(await said('pallet')).toEqual(['On the floor', 'the agent'])
      const call = { workflowId, expectedVersion: 1, transition, arguments: {} }
      submits.push(gateway.runtime.submit(agent(), call))
    }
    onTestFinished(async () => {
      over.resolve()
      await Promise.all(submits)
      await gateway.close()
      await service.close()
    })
    await service.reached('/slow', 2)
    expect(await said('parcel')).toEqual(['With the clerk', '‘Weigh the parcel’, which is running'])
    expect(await said('pallet')).toEqual([
      'In the store',
      'the step on entering ‘In the store’, which is running',
    ])
  })
})
