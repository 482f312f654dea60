import { describe, expect, it } from 'vitest'
import { agent, press as decide, pending, person } from '../../support/gateway.ts'
import { ask } from '../fixture.ts'
import { openTrying, tool, workflow } from './trying-fixture.ts'

describe('a tool', () => {
  it('runs as the person at the desk, and the log has them as the actor [trying.person] [trying.answer] [R1.1]', async () => {
    const { gateway, desk, session, press } = await openTrying()
    const trial = await press(tool('every.echo', { message: 'Grüezi' }))
    expect(trial).toMatchObject({
      state: 'done',
      output: { text: 'Echo: Grüezi' },
      code: null,
      item: null,
      canCancel: false,
    })
    const [exchange] = trial.exchanges
    const asAgent = await gateway.runtime.start(agent(), {
      definitionId: 'proxy_default',
      input: { capability: 'every.echo', arguments: { message: 'Grüezi' } },
    })
    const sent = JSON.parse(exchange?.text ?? '')
    expect(Object.keys(sent.structuredContent)).toEqual(Object.keys(asAgent.response))
    expect(sent.content[0].text).toBe(JSON.stringify(sent.structuredContent))
    expect(exchange).toMatchObject({ tool: 'workflow.start', isError: false, isCut: false })
    expect(exchange?.tokens).toBeGreaterThan(50)
    const log = await ask(desk, session, 'activity.list', { workflowId: trial.run?.id ?? '' })
    const actors = log.items.filter(({ eventType }) => eventType !== 'workflow.transitioned')
    expect(new Set(actors.map(({ actor }) => actor))).toEqual(new Set(['human:anna']))
    const traffic = await ask(desk, session, 'traffic.report', { days: 7 })
    expect(JSON.stringify(traffic)).not.toContain('every.echo')
  })

  it('shows before what it would run, its risk, who is asked, and from whom it is hidden [trying.shown]', async () => {
    const { desk, session } = await openTrying(['every', 'careful'])
    const look = (call: Parameters<typeof tool>) =>
      ask(desk, session, 'trials.preview', { call: tool(...call) })
    expect(await look(['every.echo', { message: 'a' }])).toMatchObject({
      call: 'every: echo {"message":"a"}',
      writes: false,
      risk: 'low',
      asks: null,
      hiddenFrom: ['claude'],
      problems: [],
    })
    expect(await look(['careful.echo', { message: 'a' }])).toMatchObject({
      asks: 'A person must approve it before it runs, not whoever asked.',
    })
    expect(await look(['every.gzip-file-as-resource', { data: 'data:,a' }])).toMatchObject({
      writes: true,
      risk: 'medium',
    })
    expect((await look(['every.echo', {}])).problems).toMatchObject([{ path: 'message' }])
    const letter = workflow('letter', { to: 'Ada' })
    expect(await ask(desk, session, 'trials.preview', { call: letter })).toMatchObject({ hiddenFrom: [] })
  })

  it('does not run where it is not any more what was shown [trying.shown]', async () => {
    const { gateway, desk, session } = await openTrying()
    const seen = { call: tool('every.echo', { message: 'a' }) }
    const { hash } = await ask(desk, session, 'trials.preview', seen)
    const call = tool('every.echo', { message: 'b' })
    const reply = await desk.dispatch(session, 'trials.begin', { call, hash })
    expect(reply).toMatchObject({ ok: false, error: { code: 'SEEN_CHANGED' } })
    expect(await gateway.store.usage()).toEqual({})
  })

  it('runs once for what was seen, also when it is pressed in two windows at a time [trying.once]', async () => {
    const { gateway, desk, session } = await openTrying()
    const call = tool('every.echo', { message: 'once' })
    const { hash } = await ask(desk, session, 'trials.preview', { call })
    const replies = await Promise.all([
      desk.dispatch(session, 'trials.begin', { call, hash }),
      desk.dispatch(session, 'trials.begin', { call, hash }),
    ])
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    expect(replies.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'SEEN_CHANGED' } })
    const late = await desk.dispatch(session, 'trials.begin', { call, hash })
    expect(late).toMatchObject({ ok: false, error: { message: expect.stringContaining('was run since') } })
    expect(await ask(desk, session, 'trials.list', {})).toHaveLength(1)
    const again = await ask(desk, session, 'trials.preview', { call })
    await ask(desk, session, 'trials.begin', { call, hash: again.hash })
    expect(await ask(desk, session, 'trials.list', {})).toHaveLength(2)
    expect(Object.values(await gateway.store.usage())).toMatchObject([{ count: 2 }])
  })

  it('that waits at a gate asks in the inbox, where whoever asked does not count [trying.gates] [R5.1]', async () => {
    const { gateway, desk, session, press } = await openTrying(['careful'])
    const trial = await press(tool('careful.echo', { message: 'please' }))
    expect(trial).toMatchObject({ state: 'waiting', canCancel: true, output: null })
    const [item] = await pending(gateway)
    expect(item).toMatchObject({ id: trial.item, requestedBy: 'human:anna', kind: 'gate' })
    const own = await decide(gateway, item?.id ?? '', 'approve', { who: session.principal() })
    expect(own).toMatchObject({ kind: 'not_allowed' })
    expect(await ask(desk, session, 'trials.get', { id: trial.id })).toMatchObject({ state: 'waiting' })
    expect(await decide(gateway, item?.id ?? '', 'approve', { who: person('ben') })).toMatchObject({
      kind: 'decided',
    })
    const after = await ask(desk, session, 'trials.get', { id: trial.id })
    expect(after).toMatchObject({
      state: 'done',
      output: { text: 'Echo: please' },
      item: null,
      canCancel: false,
    })
    expect(after.exchanges.map((exchange) => exchange.tool)).toEqual(['workflow.start', 'workflow.get'])
  })

  it('that a person has refused says so, in their words [trying.gates] [trying.answer]', async () => {
    const { gateway, desk, session, press } = await openTrying(['careful'])
    const trial = await press(tool('careful.echo', { message: 'please' }))
    await decide(gateway, trial.item ?? '', 'refuse', { who: person('ben'), comment: 'Not today.' })
    const after = await ask(desk, session, 'trials.get', { id: trial.id })
    expect(after).toMatchObject({ state: 'refused', item: null, canCancel: false })
    expect(after.message).toContain('Not today.')
  })

  it('that waits is withdrawn where the person stops it [trying.long]', async () => {
    const { gateway, desk, session, press } = await openTrying(['careful'])
    const trial = await press(tool('careful.echo', { message: 'never mind' }))
    const stopped = await ask(desk, session, 'trials.cancel', { id: trial.id })
    expect(stopped).toMatchObject({ state: 'cancelled', item: null, canCancel: false })
    expect(await pending(gateway)).toEqual([])
  })

  it('that fails says why, for people and for the model [trying.answer]', async () => {
    const { press } = await openTrying()
    const trial = await press(tool('every.get-resource-reference', { resourceType: 'Text', resourceId: -1 }))
    expect(trial).toMatchObject({
      state: 'failed',
      code: 'EXECUTOR_FAILED',
      exchanges: [{ isError: true }],
    })
    expect(trial.message).toContain('resourceId: -1')
  })

  it('that lasts shows how far it is, and stops; others neither see nor stop it [trying.long]', async () => {
    const { gateway, desk, session, press } = await openTrying()
    const pushed: string[] = []
    desk.onPush((push) => void (push.topic === 'trial' && pushed.push(push.id)))
    const trial = await press(tool('every.trigger-long-running-operation', { duration: 60, steps: 600 }))
    expect(trial).toMatchObject({ state: 'running', canCancel: true })
    const look = () => ask(desk, session, 'trials.get', { id: trial.id })
    await expect.poll(async () => (await look()).progress?.total).toBe(600)
    expect(pushed).toContain(trial.id)
    const other = await desk.openSession('window')
    await ask(desk, other, 'people.switch', { name: 'ben', pin: null })
    for (const name of ['trials.get', 'trials.cancel'])
      expect(await desk.dispatch(other, name, { id: trial.id })).toMatchObject({
        error: { code: 'NOT_FOUND' },
      })
    expect(await ask(desk, other, 'trials.list', {})).toEqual([])
    expect(await ask(desk, session, 'trials.list', {})).toMatchObject([{ id: trial.id, state: 'running' }])
    const stopped = await ask(desk, session, 'trials.cancel', { id: trial.id })
    expect(stopped).toMatchObject({ state: 'cancelled', canCancel: false })
    expect(gateway.runtime.executing()).toBe(0)
  })
})

describe('a workflow', () => {
  const run = (args: object) => tool('orchestrator.run_workflow', { workflow_name: 'greet', ...args })

  it('is rehearsed without an effect, then run, with each step [trying.rehearse]', async () => {
    const { gateway, press } = await openTrying()
    const rehearsed = await press(run({ parameters: { name: 'Ada' }, dry_run: true }))
    expect(rehearsed).toMatchObject({
      state: 'done',
      output: {
        dry_run: true,
        step_results: [{ step_name: 'first', status: 'planned' }, { status: 'planned' }],
      },
    })
    expect((await gateway.store.runs({ workflowsOnly: true }, { limit: 10 })).items).toEqual([])
    const done = await press(run({ parameters: { name: 'Ada' }, timeout: 60, parallel_limit: 2 }))
    await expect
      .poll(async () => (done.state === 'running' ? 'running' : done.output))
      .toMatchObject({ status: 'success', steps_completed: 2, steps_total: 2 })
  })

  it('that fails, or stops at a decision, is not called done; one that runs is stopped with its run [trying.rehearse] [trying.long]', async () => {
    const { gateway, desk, session, press } = await openTrying()
    const wrong = await press(run({ parameters: {}, dry_run: true }))
    expect(wrong).toMatchObject({ state: 'failed', output: { status: 'failed' } })
    const letter = { workflow_name: 'letter', parameters: { to: 'Ada' } }
    const resting = await press(tool('orchestrator.run_workflow', letter))
    expect(resting).toMatchObject({ state: 'waiting', canCancel: false, output: { status: 'partial' } })

    const trial = await press(tool('orchestrator.run_workflow', { workflow_name: 'slow' }))
    expect(trial).toMatchObject({ state: 'running', canCancel: true })
    const slow = async () => (await gateway.store.runs({ definitionId: 'slow' }, { limit: 5 })).items
    await expect.poll(slow).toMatchObject([{ status: 'running' }])
    const stopped = await ask(desk, session, 'trials.cancel', { id: trial.id })
    expect(stopped).toMatchObject({ state: 'cancelled' })
    expect(await slow()).toMatchObject([{ status: 'cancelled', startedBy: 'human:anna' }])
  })

  it('is started by a person whom no tag limits, and belongs to them [trying.person]', async () => {
    const { gateway, desk, session, press } = await openTrying([])
    const trial = await press(workflow('letter', { to: 'Ada' }))
    expect(trial).toMatchObject({
      state: 'done',
      run: { listed: true },
      message: 'The run is in state ‘writing’.',
    })
    expect(await gateway.store.run(trial.run?.id ?? '')).toMatchObject({
      owner: 'human:anna',
      startedBy: 'human:anna',
    })
    const reply = await desk.dispatch(session, 'trials.preview', { call: workflow('nothing', {}) })
    expect(reply).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect((await press(workflow('letter', {}))).state).toBe('refused')
  })
})
