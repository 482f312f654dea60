import { describe, expect, it } from 'vitest'
import { agent, follow, pending, person, press, start } from '../../support/gateway.ts'
import { contentOf } from '../../support/items.ts'
import { countRuns, effect, WORKER } from '../counter.ts'
import { crash, reopen } from '../crashed.ts'
import { until } from '../gated.ts'

/** A gateway that was killed while a step ran, started again, with the question about it. */
async function openInterrupted() {
  let id = ''
  const crashed = await crash(WORKER, 'claim.committed', async (gateway) => {
    const began = await start(gateway, 'work', effect(gateway.folder))
    id = began.workflowId ?? ''
    await follow(gateway, began, 'run')
  })
  const gateway = await reopen(crashed, WORKER)
  const [item] = await pending(gateway)
  return { gateway, id, item }
}

describe('after a crash', () => {
  it('an effect that may have happened is not run again; a person says that it did not [R4.7]', async () => {
    let began: Awaited<ReturnType<typeof start>> | undefined
    const crashed = await crash(WORKER, 'executor.returned', async (gateway) => {
      began = await start(gateway, 'work', effect(gateway.folder))
      await follow(gateway, began, 'run')
    })
    expect(await countRuns(crashed)).toBe(1)
    const gateway = await reopen(crashed, WORKER)
    const id = began?.workflowId ?? ''
    expect(await gateway.store.run(id)).toMatchObject({
      activity: { kind: 'interrupted' },
      state: 'ready',
      version: 1,
    })
    expect(
      (await follow(gateway, began ?? { result: { status: 'started' }, links: [] }, 'run')).error?.code,
    ).toBe('WORKFLOW_INTERRUPTED')
    const [item] = await pending(gateway)
    expect(item).toMatchObject({ kind: 'interrupted', step: { transition: 'run' } })
    expect(await press(gateway, item?.id ?? '', 'did_not_happen')).toMatchObject({ kind: 'decided' })
    expect(await gateway.store.run(id)).toMatchObject({ activity: { kind: 'resting' }, version: 1 })
    await gateway.close()
  })

  it.each([
    ['did_not_happen', 'ready', /^It goes back to ‘ready’/],
    ['happened', 'done', /^It goes on as if it had answered with nothing;/],
    ['cancel', 'ready', /^The workflow ends here/],
  ])(
    'a person reads before ‘%s’ what comes of it, and that comes of it [R4.7]',
    async (outcome, state, said) => {
      const { gateway, id, item } = await openInterrupted()
      const request = { approvalId: item?.id ?? '', outcome, arguments: {} }
      const preview = await gateway.runtime.previewDecision(person(), request)
      expect(preview?.stopsAt).toMatch(said)
      expect(preview?.nextStates).toEqual(outcome === 'cancel' ? [] : [state])
      await press(gateway, item?.id ?? '', outcome)
      expect((await gateway.store.run(id))?.state).toBe(state)
      await gateway.close()
    },
  )

  it('a person is told of no other answer what it would do, and none counts [R4.7]', async () => {
    const { gateway, id, item } = await openInterrupted()
    const request = { approvalId: item?.id ?? '', outcome: 'constructor', arguments: {} }
    expect(await gateway.runtime.previewDecision(person(), request)).toMatchObject({
      ...{ nextStates: [], stopsAt: '' },
      problems: [{ message: 'This item has no outcome ‘constructor’.' }],
    })
    expect(await press(gateway, request.approvalId, request.outcome)).toMatchObject({ kind: 'rejected' })
    expect(await gateway.store.run(id)).toMatchObject({ activity: { kind: 'interrupted' } })
    await gateway.close()
  })

  it('a person says no outputs of it that it has not got [R4.7]', async () => {
    const { gateway, id, item } = await openInterrupted()
    expect(await press(gateway, item?.id ?? '', 'happened', { arguments: { made: 1 } })).toMatchObject({
      kind: 'rejected',
      message: '‘run’ has no output ‘made’. It has: answer, exitCode.',
    })
    expect(await gateway.store.run(id)).toMatchObject({ activity: { kind: 'interrupted' } })
    await gateway.close()
  })

  it('a person ends it with their words, and both are on record [R4.7] [R4.9]', async () => {
    const { gateway, id, item } = await openInterrupted()
    await press(gateway, item?.id ?? '', 'cancel', { comment: 'Nobody needs it.' })
    expect(await gateway.store.run(id)).toMatchObject({
      ...{ status: 'cancelled', version: 2, activity: { kind: 'resting' }, endReason: 'Nobody needs it.' },
      failure: { code: 'EXECUTOR_FAILED', uncertain: true },
    })
    expect(await gateway.store.approval(item?.id ?? '')).toMatchObject({ status: 'approved' })
    const events = (await gateway.store.audit({ workflowId: id }, { limit: 2 })).items
    expect(events.map(({ eventType }) => eventType)).toEqual(['workflow.cancelled', 'human.approval.decided'])
    expect(events[0]).toMatchObject({ actor: 'human:anna', payload: { reason: 'Nobody needs it.' } })
    await gateway.close()
  })

  it('a person may say that it happened, and the run goes on [R4.7]', async () => {
    const { gateway, id, item } = await openInterrupted()
    await press(gateway, item?.id ?? '', 'happened')
    expect(await gateway.store.run(id)).toMatchObject({
      state: 'done',
      status: 'completed',
      version: 2,
      activity: { kind: 'resting' },
    })
    await gateway.close()
  })

  it('a step that is declared idempotent is run again by itself [R4.7]', async () => {
    const yaml = WORKER.replace('{ kind: cli,', '{ kind: cli, idempotent: true,')
    let id = ''
    const crashed = await crash(yaml, 'claim.committed', async (gateway) => {
      const began = await start(gateway, 'work', effect(gateway.folder))
      id = began.workflowId ?? ''
      await follow(gateway, began, 'run')
    })
    const gateway = await reopen(crashed, yaml)
    const got = await gateway.runtime.get(agent(), { workflowId: id, waitMs: 20_000, sinceVersion: 1 })
    expect(got.response).toMatchObject({ state: 'done', result: { status: 'completed' } })
    expect(await countRuns(crashed)).toBe(1)
    await gateway.close()
  })

  it('a step is not run again through a connection that is another one by then; a person is asked [R4.7]', async () => {
    const yaml = (where: string) =>
      `connections: { there: { kind: cli, command: NODE, env: { WHERE: ${where} } } }${WORKER.replace(
        '{ kind: cli, command: NODE,',
        '{ kind: cli, connection: there, idempotent: true,',
      )}`
    const crashed = await crash(yaml('here'), 'claim.committed', async (gateway) => {
      await follow(gateway, await start(gateway, 'work', effect(gateway.folder)), 'run')
    })
    const gateway = await reopen(crashed, yaml('elsewhere'))
    await until(gateway, async () => (await pending(gateway)).length > 0)
    expect(await pending(gateway)).toMatchObject([{ kind: 'interrupted', step: { transition: 'run' } }])
    expect(await countRuns(crashed)).toBe(0)
    await gateway.close()
  })

  it('a chain goes on where it was [R4.4]', async () => {
    const yaml = `
workflows:
  quiet:
    initialState: a
    states:
      a: { transitions: { one: { target: b, actor: deterministic } } }
      b: { transitions: { two: { target: c, actor: deterministic } } }
      c: { transitions: { stop: { target: d } } }
      d: {}
`
    const crashed = await crash(yaml, 'created.committed', (gateway) => start(gateway, 'quiet'))
    const [left] = await crashed.store.unfinished()
    expect(left).toMatchObject({ state: 'a', version: 1, activity: { kind: 'due', todo: 'chain' } })
    const id = left?.id ?? ''
    const gateway = await reopen(crashed, yaml)
    const got = await gateway.runtime.get(agent(), { workflowId: id, waitMs: 20_000, sinceVersion: 1 })
    expect(got.response).toMatchObject({ state: 'c', version: 3 })
    await gateway.close()
  })

  it('what waits for a person waits still', async () => {
    const yaml = `
workflows:
  ask: { initialState: waiting, states: { waiting: { transitions: { go: { target: done, actor: human } } }, done: {} } }
`
    const crashed = await crash(yaml, 'created.committed', (gateway) => start(gateway, 'ask'))
    const gateway = await reopen(crashed, yaml)
    const [item] = await pending(gateway)
    expect(item).toMatchObject({ definitionId: 'ask', status: 'pending' })
    await press(gateway, item?.id ?? '', 'go', { who: person('ben') })
    expect(await gateway.store.run(contentOf(item).workflowId)).toMatchObject({ state: 'done' })
    expect(await gateway.store.verifyAudit()).toMatchObject({ broken: null })
    await gateway.close()
  })
})
