import { describe, expect, it } from 'vitest'
import type { Gateway } from '../../src/main/gateway.ts'
import type { WorkflowResponse } from '../../src/main/model/response.ts'
import { follow, start } from '../support/gateway.ts'
import { countRuns, effect, openWithCounter } from './counter.ts'

const CHAIN = `
workflows:
  pipeline:
    initialState: one
    maxChainDepth: 5
    states:
      one: { transitions: { first: { target: two, actor: deterministic, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", '{"n":1}'] }, output: { n: "$.output.json.n" } } } }
      two: { transitions: { second: { target: three, actor: deterministic, executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", "{}", "$.input.code"] } } } }
      three: { transitions: { ship: { target: done } } }
      done: {}
`

/** What the log says of the steps of a chain, in their order. */
async function recordedSteps(gateway: Gateway, { workflowId = '' }: WorkflowResponse) {
  const { items } = await gateway.store.audit({ workflowId, eventTypes: ['chain.step'] }, { limit: 100 })
  return items.map(({ payload }) => payload).toReversed()
}

describe('chains', () => {
  it('run by themselves from start to the first decision, each step listed [engine.chain]', async () => {
    const gateway = await openWithCounter(CHAIN)
    const response = await start(gateway, 'pipeline', effect(gateway.folder))
    expect(response).toMatchObject({
      state: 'three',
      version: 3,
      result: { status: 'started' },
      context: { n: 1 },
      chain: [
        { fromState: 'one', transition: 'first', toState: 'two', version: 2 },
        { fromState: 'two', transition: 'second', toState: 'three', version: 3 },
      ],
    })
    expect(await countRuns(gateway)).toBe(2)
    expect(await recordedSteps(gateway, response)).toEqual(response.chain)
    await gateway.close()
  })

  it('list and record a step that failed and led elsewhere, too [engine.chain]', async () => {
    const gateway = await openWithCounter(`
workflows:
  detour:
    steps:
      - { name: first, executor: { kind: cli, command: NODE, args: ["-e", "process.exit(1)"] }, onFailure: continue }
      - { name: second, executor: { kind: noop } }
`)
    const response = await start(gateway, 'detour')
    expect(response.chain?.map(({ version }) => version)).toEqual([2, 3])
    expect(await recordedSteps(gateway, response)).toEqual(response.chain)
    await gateway.close()
  })

  it('keep what was done when a step fails, and offer that step for recovery only [R4.5] [R4.2]', async () => {
    const gateway = await openWithCounter(CHAIN)
    const failed = await start(gateway, 'pipeline', effect(gateway.folder, '{}', '1'))
    expect(failed).toMatchObject({
      state: 'two',
      version: 2,
      result: { status: 'failed' },
      error: { code: 'CHAIN_FAILED', attemptedTransition: 'second' },
    })
    expect(failed.links.map((link) => link.rel)).toEqual(['second', 'self'])
    const again = await follow(gateway, failed, 'second')
    expect(again.error?.code).toBe('EXECUTOR_FAILED')
    await gateway.close()
  })

  it('refuse a deterministic transition that is submitted by hand [R4.5]', async () => {
    const gateway = await openWithCounter(`
workflows:
  mixed:
    initialState: ready
    states:
      ready: { transitions: { auto: { target: done, actor: deterministic }, hand: { target: done } } }
      done: {}
`)
    const response = await follow(gateway, await start(gateway, 'mixed'), 'auto')
    expect(response.error?.code).toBe('ACTOR_MISMATCH')
    await gateway.close()
  })

  it('need exactly one candidate, and name them', async () => {
    const gateway = await openWithCounter(`
workflows:
  fork:
    initialState: ready
    states:
      ready: { transitions: { left: { target: done, actor: deterministic, guards: [{ kind: expr, expr: "$.input.left == true" }] }, right: { target: done, actor: deterministic, guards: [{ kind: expr, expr: "$.input.right == true" }] } } }
      done: {}
`)
    const both = await start(gateway, 'fork', { left: true, right: true })
    expect(both.error).toMatchObject({ code: 'CHAIN_FAILED', message: expect.stringMatching(/left.*right/) })
    const none = await start(gateway, 'fork', {})
    expect(none.error?.code).toBe('CHAIN_FAILED')
    expect(await start(gateway, 'fork', { right: true })).toMatchObject({ state: 'done', terminal: true })
    await gateway.close()
  })

  it('stop at maxChainDepth', async () => {
    const gateway = await openWithCounter(`
workflows:
  loop:
    initialState: a
    maxChainDepth: 7
    states:
      a: { transitions: { go: { target: b, actor: deterministic } } }
      b: { transitions: { back: { target: a, actor: deterministic, guards: [{ kind: expr, expr: "$.context.stop != true" }] }, never: { target: end, actor: deterministic, guards: [{ kind: expr, expr: "$.context.stop == true" }] } } }
      end: {}
`)
    const response = await start(gateway, 'loop')
    expect(response.error).toMatchObject({
      code: 'CHAIN_FAILED',
      message: expect.stringContaining('maxChainDepth'),
    })
    expect(response.chain).toHaveLength(7)
    await gateway.close()
  })
})

describe('onEnter', () => {
  const yaml = `
workflows:
  enters:
    initialState: idle
    states:
      idle: { transitions: { go: { target: prepared } } }
      prepared:
        onEnter:
          executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.file", '{"ready":true}', "$.input.code"] }
          output: { ready: "$.output.json.ready" }
        transitions: { finish: { target: done } }
      done: {}
`
  it('runs after the state was entered and counts as a version [R4.1]', async () => {
    const gateway = await openWithCounter(yaml)
    const response = await follow(gateway, await start(gateway, 'enters', effect(gateway.folder)), 'go')
    expect(response).toMatchObject({
      state: 'prepared',
      version: 3,
      context: { ready: true },
      result: { status: 'executed' },
    })
    await gateway.close()
  })

  it('that fails leaves the state entered and offers a link that retries it [R4.4]', async () => {
    const gateway = await openWithCounter(yaml)
    const failed = await follow(
      gateway,
      await start(gateway, 'enters', effect(gateway.folder, '{}', '1')),
      'go',
    )
    expect(failed).toMatchObject({
      state: 'prepared',
      version: 2,
      result: { status: 'failed' },
      error: { code: 'CHAIN_FAILED' },
    })
    const retry = failed.links.find((link) => link.rel.startsWith('$'))
    expect(retry?.args.transition).toBe('$onEnter')
    const again = await follow(gateway, failed, '$onEnter')
    expect(again).toMatchObject({ state: 'prepared', result: { status: 'failed' } })
    expect(await countRuns(gateway)).toBe(2)
    await gateway.close()
  })
})
