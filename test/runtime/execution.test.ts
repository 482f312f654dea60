import { describe, expect, it } from 'vitest'
import { createManualClock } from '../support/clock.ts'
import { agent, follow, pending, press, start } from '../support/gateway.ts'
import { countRuns, effect, openWithCounter, WORKER } from './counter.ts'

describe('running effects', () => {
  it('maps what a program answered into the context and records evidence', async () => {
    const gateway = await openWithCounter(WORKER)
    const began = await start(gateway, 'work', effect(gateway.folder, '{"passed":true}'))
    const response = await follow(gateway, began, 'run')
    expect(response).toMatchObject({
      state: 'done',
      version: 2,
      terminal: true,
      result: { status: 'completed' },
      context: { answer: { passed: true }, exitCode: 0 },
      evidence: [{ kind: 'cli_output' }],
    })
    expect(await countRuns(gateway)).toBe(1)
    await gateway.close()
  })

  it('leaves state and version as they were when the executor fails [engine.failure]', async () => {
    const gateway = await openWithCounter(WORKER)
    const began = await start(gateway, 'work', effect(gateway.folder, 'no', '3'))
    const response = await follow(gateway, began, 'run')
    expect(response).toMatchObject({
      state: 'ready',
      version: 1,
      result: { status: 'failed' },
      error: { code: 'EXECUTOR_FAILED', attemptedTransition: 'run', errorClass: 'permanent' },
    })
    expect(response.links.map((link) => link.rel)).toEqual(['run', 'self'])
    const got = (await gateway.runtime.get(agent(), { workflowId: began.workflowId ?? '' })).response
    expect(got).toMatchObject({
      result: { status: 'waiting_for_action' },
      error: { code: 'EXECUTOR_FAILED' },
    })
    await gateway.close()
  })

  it('reaches the executor once, whatever the number of concurrent submits [engine.once]', async () => {
    const gateway = await openWithCounter(WORKER)
    const began = await start(gateway, 'work', effect(gateway.folder))
    const answers = await Promise.all(Array.from({ length: 100 }, () => follow(gateway, began, 'run')))
    expect(await countRuns(gateway)).toBe(1)
    expect(answers.filter((answer) => answer.error === undefined)).toHaveLength(1)
    const codes = new Set(answers.map((answer) => answer.error?.code))
    codes.delete(undefined)
    expect([...codes].every((code) => code === 'WORKFLOW_BUSY' || code === 'STALE_WORKFLOW_VERSION')).toBe(
      true,
    )
    await gateway.close()
  })

  it('rejects by guards with the values that they saw', async () => {
    const gateway = await openWithCounter(`
workflows:
  guarded:
    initialState: ready
    initialContext: { coverage: 70 }
    states:
      ready:
        transitions:
          ship:
            target: done
            guards:
              - { kind: expr, expr: "$.context.coverage >= 80" }
              - { kind: role, role: releaser }
      done: {}
`)
    const began = await start(gateway, 'guarded')
    const response = await follow(gateway, began, 'ship')
    expect(response.error?.code).toBe('GUARD_REJECTED')
    expect(response.error?.details).toMatchObject([
      { saw: { '$.context.coverage': 70 } },
      { guard: expect.stringContaining('releaser') },
    ])
    const events = await gateway.store.audit({ eventTypes: ['guard.evaluated'] }, { limit: 10 })
    expect(events.total).toBe(2)
    await gateway.close()
  })

  it('hides links whose guards fail when linkFilter says so [engine.link-filter] [engine.prefill]', async () => {
    const gateway = await openWithCounter(`
workflows:
  filtered:
    initialState: ready
    linkFilter: byGuards
    initialContext: { count: 1 }
    states:
      ready:
        transitions:
          more: { target: ready, output: { count: { add: ["$.context.count", 1] } }, prefill: { from: "$.context.count", who: "$.input.who" } }
          enough: { target: done, guards: [{ kind: expr, expr: "$.context.count >= 2" }] }
      done: {}
`)
    const began = await start(gateway, 'filtered', { who: 'me' })
    expect(began.links.map((link) => link.rel)).toEqual(['more'])
    expect(began.links[0]?.args.arguments).toEqual({ from: 1, who: 'me' })
    const again = await follow(gateway, began, 'more')
    expect(again).toMatchObject({ state: 'ready', version: 2, context: { count: 2 } })
    expect(again.links.map((link) => link.rel)).toEqual(['more', 'enough'])
    await gateway.close()
  })

  it('takes the first branch that passes, after the outputs are mapped [engine.branches]', async () => {
    const gateway = await openWithCounter(`
workflows:
  tests:
    initialState: idle
    states:
      idle:
        transitions:
          run:
            target: red
            executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", "{}", "$.input.code"], treatNonZeroAsFailure: false }
            output: { passed: "$.output.success" }
            branches:
              - { when: { kind: expr, expr: "$.context.passed == true" }, target: green }
      green: {}
      red: {}
`)
    const good = await follow(gateway, await start(gateway, 'tests', effect(gateway.folder)), 'run')
    const bad = await follow(gateway, await start(gateway, 'tests', effect(gateway.folder, '{}', '1')), 'run')
    expect([good.state, bad.state]).toEqual(['green', 'red'])
    await gateway.close()
  })
})

describe('deadlines', () => {
  const yaml = `
workflows:
  approval:
    timeoutMs: 60000
    onTimeout: { target: timed_out }
    initialState: pending
    states:
      pending: { transitions: { agree: { target: agreed, actor: human }, note: { target: pending } } }
      agreed: {}
      timed_out: { terminal: true }
`
  it('are applied on the next get and submit; what was asked expires [engine.timeout]', async () => {
    const clock = createManualClock()
    const gateway = await openWithCounter(yaml, { clock })
    const began = await start(gateway, 'approval')
    const [item] = await pending(gateway)
    clock.advance(61_000)
    const submitted = await follow(gateway, began, 'note')
    expect(submitted).toMatchObject({
      state: 'timed_out',
      version: 2,
      terminal: true,
      result: { status: 'timed_out' },
    })
    expect(await gateway.store.approval(item?.id ?? '')).toMatchObject({ status: 'expired' })
    expect(await press(gateway, item?.id ?? '', 'agree')).toMatchObject({ kind: 'closed' })
    await gateway.close()
  })
  it('wake by themselves, so that a waiting agent learns at once [engine.timeout]', async () => {
    const clock = createManualClock()
    const gateway = await openWithCounter(yaml, { clock })
    const began = await start(gateway, 'approval')
    const closed = new Promise<void>((resolve) =>
      gateway.onChange((change) => change.topic === 'run' && resolve()),
    )
    clock.advance(60_000)
    await closed
    expect((await gateway.store.run(began.workflowId ?? ''))?.status).toBe('timed_out')
    await gateway.close()
  })
})
