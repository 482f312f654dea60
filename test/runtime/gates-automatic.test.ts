import { describe, expect } from 'vitest'
import type { JsonObject } from '../../src/main/model/json.ts'
import { createManualClock } from '../support/clock.ts'
import { test as it } from '../support/fixtures.ts'
import { follow, pending, person, press, start } from '../support/gateway.ts'
import { countRuns, openWithCounter } from './counter.ts'
import { counting, followCancellably, getRun, onlyItem, until } from './gated.ts'

const COUNT = '{ kind: cli, connection: node, args: ["$.input.program", "$.input.file"] }'
const NODE_GATE = `
connections:
  node: { kind: cli, command: NODE, approval: { required: true } }
`

/** An agent's step, then one that runs by itself behind the connection's gate, then one more. */
const CHAIN = `${NODE_GATE}
approvals: { holdMs: 60 }
workflows:
  flow:
    initialState: draft
    states:
      draft: { transitions: { hand_in: { target: build } } }
      build: { transitions: { run_build: { target: pack, actor: deterministic, executor: ${COUNT} } } }
      pack: { transitions: { finish: { target: done, actor: deterministic } } }
      done: {}
`

describe('a gate on the way', () => {
  it('stops the chain there; approved, it goes on to its end [R5.1]', async () => {
    const gateway = await openWithCounter(CHAIN)
    const began = await start(gateway, 'flow', counting(gateway))
    const moved = await follow(gateway, began, 'hand_in')
    expect(moved).toMatchObject({ state: 'build', version: 2, result: { status: 'waiting_for_action' } })
    expect(await countRuns(gateway)).toBe(0)
    const item = await onlyItem(gateway)
    expect(item).toMatchObject({ kind: 'gate', step: { kind: 'chain', transition: 'run_build' } })
    expect(await press(gateway, item.id, 'approve')).toMatchObject({ kind: 'decided' })
    expect(await countRuns(gateway)).toBe(1)
    expect(await getRun(gateway, began.workflowId)).toMatchObject({ state: 'done', terminal: true })
    await gateway.close()
  })

  it('holds the agent’s call and answers with the whole chain [gate.holds]', async () => {
    const gateway = await openWithCounter(CHAIN.replace('holdMs: 60', 'holdMs: 30000'))
    const began = await start(gateway, 'flow', counting(gateway))
    const call = follow(gateway, began, 'hand_in')
    await until(gateway, async () => (await pending(gateway)).length === 1)
    await press(gateway, (await onlyItem(gateway)).id, 'approve')
    expect(await call).toMatchObject({
      state: 'done',
      chain: [{ transition: 'run_build' }, { transition: 'finish' }],
      evidence: expect.arrayContaining([expect.objectContaining({ kind: 'approval' })]),
    })
    await gateway.close()
  })

  it('refused: the chain has failed, and submitting its link asks again [gate.refused] [R4.5]', async () => {
    const gateway = await openWithCounter(CHAIN)
    const began = await start(gateway, 'flow', counting(gateway))
    await follow(gateway, began, 'hand_in')
    await press(gateway, (await onlyItem(gateway)).id, 'refuse', { comment: 'Too early' })
    const got = await getRun(gateway, began.workflowId)
    expect(got).toMatchObject({
      state: 'build',
      error: { code: 'APPROVAL_DENIED', message: expect.stringContaining('Too early') },
    })
    expect(got.links.map(({ rel }) => rel)).toContain('run_build')
    expect((await gateway.store.run(got.workflowId ?? ''))?.failure).not.toHaveProperty('uncertain')
    const again = await follow(gateway, got, 'run_build')
    expect(again.result.status).toBe('waiting_for_action')
    await press(gateway, (await onlyItem(gateway)).id, 'approve')
    expect((await getRun(gateway, began.workflowId)).state).toBe('done')
    expect(await countRuns(gateway)).toBe(1)
    await gateway.close()
  })

  it('timed out: the same, and nothing ran [gate.timeout]', async () => {
    const clock = createManualClock()
    const gateway = await openWithCounter(CHAIN.replace('holdMs: 60', 'holdMs: 0'), { clock })
    const began = await start(gateway, 'flow', counting(gateway))
    await follow(gateway, began, 'hand_in')
    clock.advance(5 * 60_000)
    await until(gateway, async () => (await pending(gateway)).length === 0)
    expect(await getRun(gateway, began.workflowId)).toMatchObject({
      state: 'build',
      error: { code: 'APPROVAL_TIMED_OUT' },
      links: [{ rel: 'run_build' }],
    })
    expect(await countRuns(gateway)).toBe(0)
    await gateway.close()
  })

  it('survives a restart: it is neither asked twice nor run [gate.durable]', async ({ folder }) => {
    const yaml = `store: { kind: sqlite }\n${CHAIN}`
    const first = await openWithCounter(yaml, { folder })
    const began = await start(first, 'flow', counting(first))
    await follow(first, began, 'hand_in')
    const before = await onlyItem(first)
    await first.close()
    const second = await openWithCounter(yaml, { folder })
    expect((await onlyItem(second)).id).toBe(before.id)
    expect(await countRuns(second)).toBe(0)
    await press(second, before.id, 'approve')
    expect(await countRuns(second)).toBe(1)
    expect((await getRun(second, began.workflowId)).state).toBe('done')
    await second.close()
  })

  it('stands before what a timeout runs; nobody asked in vain: refused, it says so and can be asked again [R5.1]', async () => {
    const yaml = `${NODE_GATE}
approvals: { holdMs: 0 }
workflows:
  flow:
    initialState: draft
    timeoutMs: 60000
    onTimeout: { target: late, allowUnapproved: true, executor: ${COUNT} }
    states:
      draft: { transitions: { hand_in: { target: done } } }
      late: { transitions: { end: { target: done } } }
      done: {}
`
    const clock = createManualClock()
    const gateway = await openWithCounter(yaml, { clock })
    const began = await start(gateway, 'flow', counting(gateway))
    clock.advance(60_000)
    await until(gateway, async () => (await pending(gateway)).length === 1)
    const item = await onlyItem(gateway)
    expect(item).toMatchObject({ kind: 'gate', step: { kind: 'onTimeout', transition: '$onTimeout' } })
    expect(await countRuns(gateway)).toBe(0)
    await press(gateway, item.id, 'refuse', { comment: 'Not now' })
    const refused = await getRun(gateway, began.workflowId)
    expect(refused).toMatchObject({ state: 'late', error: { code: 'APPROVAL_DENIED' } })
    await follow(gateway, refused, '$onTimeout')
    await press(gateway, (await onlyItem(gateway)).id, 'approve')
    expect(await countRuns(gateway)).toBe(1)
    expect(await getRun(gateway, began.workflowId)).toMatchObject({ state: 'late' })
    expect(await pending(gateway)).toEqual([])
    await gateway.close()
  })

  it('stands before onEnter too; going on, or a cancellation, withdraws it [R5.1] [R4.6]', async () => {
    const yaml = `${NODE_GATE}
approvals: { holdMs: 0 }
workflows:
  flow:
    initialState: draft
    states:
      draft: { transitions: { hand_in: { target: build } } }
      build:
        onEnter: { executor: ${COUNT} }
        transitions: { end: { target: done } }
      done: {}
`
    const gateway = await openWithCounter(yaml)
    const began = await start(gateway, 'flow', counting(gateway))
    const moved = await follow(gateway, began, 'hand_in')
    expect(moved).toMatchObject({ state: 'build', version: 2 })
    const { id, ...asked } = await onlyItem(gateway)
    expect(asked).toMatchObject({ step: { kind: 'onEnter', transition: '$onEnter' } })
    const preview = (given: JsonObject) =>
      gateway.runtime.previewDecision(person(), { approvalId: id, outcome: 'approve', arguments: given })
    const stopsAt = 'It goes on with whatever then runs by itself.'
    expect(await preview({})).toMatchObject({ stopsAt, nextStates: ['build'], problems: [] })
    const message = 'A step that runs by itself has no arguments.'
    expect(await preview({ a: 1 })).toMatchObject({ call: null, problems: [{ message }] })
    await press(gateway, (await onlyItem(gateway)).id, 'approve')
    expect(await countRuns(gateway)).toBe(1)
    expect(await getRun(gateway, began.workflowId)).toMatchObject({ state: 'build', version: 3 })
    const skipped = await start(gateway, 'flow', counting(gateway))
    expect((await follow(gateway, await follow(gateway, skipped, 'hand_in'), 'end')).state).toBe('done')
    expect(await pending(gateway)).toEqual([])
    const other = await start(gateway, 'flow', counting(gateway))
    await follow(gateway, other, 'hand_in')
    await gateway.runtime.cancel(person(), { workflowId: other.workflowId ?? '', reason: 'no' })
    expect(await pending(gateway)).toEqual([])
    expect(await countRuns(gateway)).toBe(1)
    await gateway.close()
  })

  it('a client that cancels its call withdraws the gate that its chain came to [R4.6]', async () => {
    const gateway = await openWithCounter(CHAIN.replace('holdMs: 60', 'holdMs: 30000'))
    const began = await start(gateway, 'flow', counting(gateway))
    const call = followCancellably(gateway, began, 'hand_in')
    await until(gateway, async () => (await pending(gateway)).length === 1)
    const { id } = await onlyItem(gateway)
    await call.cancel()
    expect(await gateway.store.approval(id)).toMatchObject({ status: 'withdrawn', decision: null })
    const stopped = await getRun(gateway, began.workflowId)
    expect(stopped).toMatchObject({ state: 'build', error: { code: 'CHAIN_FAILED' } })
    expect(stopped.error?.message).toContain('cancelled its call')
    // What stopped there is begun again by hand, and asks again.
    const again = follow(gateway, stopped, 'run_build')
    await until(gateway, async () => (await pending(gateway)).length === 1)
    await press(gateway, (await onlyItem(gateway)).id, 'approve')
    expect(await again).toMatchObject({ state: 'done' })
    expect(await countRuns(gateway)).toBe(1)
    await gateway.close()
  })

  it('a fallback behind a gate of its own asks when its turn comes [R5.1]', async () => {
    const yaml = `${NODE_GATE}
approvals: { holdMs: 0 }
workflows:
  flow:
    initialState: draft
    states:
      draft:
        transitions:
          build:
            target: done
            executor: { kind: cli, command: NODE, args: ["$.input.program", "$.input.other", "{}", "1"] }
            reliability: { fallback: { executors: [${COUNT}] } }
      done: {}
`
    const gateway = await openWithCounter(yaml)
    const other = `${gateway.folder}/first`
    const began = await start(gateway, 'flow', { ...counting(gateway), other })
    const parked = await follow(gateway, began, 'build')
    expect(parked).toMatchObject({ state: 'draft', version: 1, result: { status: 'waiting_for_action' } })
    expect(await countRuns(gateway, 'first')).toBe(1)
    expect(await countRuns(gateway)).toBe(0)
    const item = await onlyItem(gateway)
    expect(item).toMatchObject({ kind: 'gate', held: { from: 1 } })
    expect(await press(gateway, item.id, 'approve')).toMatchObject({ kind: 'decided' })
    expect(await countRuns(gateway, 'first')).toBe(1)
    expect(await countRuns(gateway)).toBe(1)
    expect((await getRun(gateway, began.workflowId)).state).toBe('done')
    await gateway.close()
  })

  it('a person’s press satisfies a gate at which that person suffices; else an item follows [R5.7]', async () => {
    const yaml = (gate: string) => `
connections:
  node: { kind: cli, command: NODE, approval: ${gate} }
approvals: { holdMs: 0 }
people: { ben: { roles: [lead] } }
workflows:
  flow:
    initialState: review
    states:
      review:
        transitions:
          approve: { target: done, actor: human, executor: ${COUNT} }
          reject: { target: draft, actor: human }
      draft: { transitions: { again: { target: review } } }
      done: {}
`
    const foretold = async (gateway: Awaited<ReturnType<typeof openWithCounter>>) => {
      const request = { approvalId: (await onlyItem(gateway)).id, outcome: 'approve', arguments: {} }
      const preview = await gateway.runtime.previewDecision(person('anna'), request)
      return { asks: preview?.asksFirst ?? false, stopsAt: preview?.stopsAt }
    }
    const one = await openWithCounter(yaml('{ required: true }'))
    const began = await start(one, 'flow', counting(one))
    expect(await foretold(one)).toEqual({ asks: false, stopsAt: 'Stops at ‘done’, the end.' })
    expect(await press(one, (await onlyItem(one)).id, 'approve')).toMatchObject({ kind: 'decided' })
    expect(await countRuns(one)).toBe(1)
    expect((await getRun(one, began.workflowId)).state).toBe('done')
    await one.close()
    const two = await openWithCounter(yaml('{ by: { role: lead } }'))
    const run = await start(two, 'flow', counting(two))
    const others =
      'Nothing runs yet: one other person must approve this as well. After that: stops at ‘done’, the end.'
    expect(await foretold(two)).toEqual({ asks: true, stopsAt: others })
    const pressed = await press(two, (await onlyItem(two)).id, 'approve')
    expect(pressed).toMatchObject({ kind: 'decided', answer: { response: { state: 'review' } } })
    expect(await countRuns(two)).toBe(0)
    const item = await onlyItem(two)
    expect(item).toMatchObject({ kind: 'gate', requestedBy: 'human:anna' })
    // Refused, the question that led there is open again.
    await press(two, item.id, 'refuse', { who: person('ben', { roles: ['lead'] }) })
    expect(await onlyItem(two)).toMatchObject({ kind: 'transition' })
    expect((await getRun(two, run.workflowId)).error?.code).toBe('APPROVAL_DENIED')
    await two.close()
  })
})
