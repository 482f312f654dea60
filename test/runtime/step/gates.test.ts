import { describe, expect } from 'vitest'
import { createManualClock } from '../../support/clock.ts'
import { test as it } from '../../support/fixtures.ts'
import { agent, follow, pending, person, press, start } from '../../support/gateway.ts'
import { contentOf } from '../../support/items.ts'
import { countRuns, openWithCounter } from '../counter.ts'
import { counting, followCancellably, gated, getRun, IMAGE, onlyItem, until } from '../gated.ts'

describe('a gate before a submitted transition', () => {
  it('holds it, and approval runs exactly that [gate.holds] [R5.7]', async () => {
    const gateway = await openWithCounter(gated())
    const began = await start(gateway, 'deploy', counting(gateway))
    const parked = await follow(gateway, began, 'ship', IMAGE)
    expect(parked).toMatchObject({ state: 'ready', version: 1, result: { status: 'waiting_for_action' } })
    expect(parked.links[0]).toMatchObject({ rel: 'self', method: 'workflow.get' })
    expect(await countRuns(gateway)).toBe(0)
    const item = await onlyItem(gateway)
    expect(item).toMatchObject({ kind: 'gate', step: { transition: 'ship', arguments: IMAGE } })
    expect(await press(gateway, item.id, 'approve')).toMatchObject({ kind: 'decided' })
    expect(await countRuns(gateway)).toBe(1)
    expect(await getRun(gateway, began.workflowId)).toMatchObject({
      state: 'shipped',
      version: 2,
      context: IMAGE,
    })
    const evidence = await gateway.store.evidence(began.workflowId ?? '')
    const people = evidence.filter(({ kind }) => kind === 'approval' || kind === 'human_request')
    expect(people.map(({ kind, by }) => [kind, by])).toEqual([
      ['approval', 'human:anna'],
      ['human_request', 'human:anna'],
    ])
    await gateway.close()
  })

  it('answers the call that is held open with what ran [gate.holds]', async () => {
    const gateway = await openWithCounter(gated().replace('holdMs: 60', 'holdMs: 30000'))
    const began = await start(gateway, 'deploy', counting(gateway))
    const call = follow(gateway, began, 'ship', IMAGE)
    await until(gateway, async () => (await pending(gateway)).length === 1)
    await press(gateway, (await onlyItem(gateway)).id, 'approve')
    expect(await call).toMatchObject({ state: 'shipped', result: { status: 'completed' }, context: IMAGE })
    await gateway.close()
  })

  it('refused: nothing runs and the agent is told why [gate.refused]', async () => {
    const gateway = await openWithCounter(gated().replace('holdMs: 60', 'holdMs: 30000'))
    const began = await start(gateway, 'deploy', counting(gateway))
    const call = follow(gateway, began, 'ship', IMAGE)
    await until(gateway, async () => (await pending(gateway)).length === 1)
    await press(gateway, (await onlyItem(gateway)).id, 'refuse', { comment: 'Not on a Friday' })
    const denied = {
      state: 'ready',
      version: 1,
      error: { code: 'APPROVAL_DENIED', message: expect.stringContaining('Not on a Friday') },
    }
    expect(await call).toMatchObject({ ...denied, result: { status: 'rejected' } })
    expect(await getRun(gateway, began.workflowId)).toMatchObject(denied)
    expect(await countRuns(gateway)).toBe(0)
    // What was said stands until the agent's next submit, which asks again.
    await gateway.close()
  })

  it('refuses after five minutes, and never approves by itself [gate.timeout] [R5.5]', async () => {
    const clock = createManualClock()
    const gateway = await openWithCounter(gated().replace('holdMs: 60', 'holdMs: 0'), { clock })
    const began = await start(gateway, 'deploy', counting(gateway))
    expect((await follow(gateway, began, 'ship', IMAGE)).result.status).toBe('waiting_for_action')
    const item = await onlyItem(gateway)
    expect(Date.parse(item.deadlineAt ?? '') - Date.parse(item.requestedAt)).toBe(5 * 60_000)
    clock.advance(5 * 60_000)
    await until(gateway, async () => (await pending(gateway)).length === 0)
    expect(await gateway.store.approval(item.id)).toMatchObject({ status: 'expired', decision: null })
    expect(await getRun(gateway, began.workflowId)).toMatchObject({
      state: 'ready',
      version: 1,
      error: { code: 'APPROVAL_TIMED_OUT' },
    })
    expect(await press(gateway, item.id, 'approve')).toMatchObject({ kind: 'closed' })
    expect(await countRuns(gateway)).toBe(0)
    await gateway.close()
  })

  it('a decision after the deadline is none, even before anybody has noticed [gate.timeout]', async () => {
    const clock = createManualClock()
    // Its timers sleep: only the time of day goes on.
    const asleep = { ...clock, wakeAt: () => ({ cancel() {} }), after: () => ({ cancel() {} }) }
    const gateway = await openWithCounter(gated('{ timeoutMs: 1000 }'), { clock: asleep })
    const began = await start(gateway, 'deploy', counting(gateway), person('ben') as never)
    await gateway.runtime.submit(person('ben'), {
      workflowId: began.workflowId ?? '',
      expectedVersion: 1,
      transition: 'ship',
      arguments: IMAGE,
    })
    const item = await onlyItem(gateway)
    clock.advance(2000)
    expect(await press(gateway, item.id, 'approve')).toMatchObject({
      kind: 'closed',
      approval: { status: 'expired' },
    })
    expect(await countRuns(gateway)).toBe(0)
    await gateway.close()
  })

  it('an identical request is the same item, another one is its own; another transition withdraws them [R1.8] [R4.6]', async () => {
    const gateway = await openWithCounter(gated())
    const began = await start(gateway, 'deploy', counting(gateway))
    await follow(gateway, began, 'ship', IMAGE)
    await follow(gateway, began, 'ship', IMAGE)
    expect(await pending(gateway)).toHaveLength(1)
    // Whoever else comes with the same token asks for themselves: who asked may not approve.
    await follow(gateway, began, 'ship', IMAGE, agent('local', { id: 'agent:other' }))
    expect((await pending(gateway)).map(({ requestedBy }) => requestedBy)).toEqual([
      'agent:local',
      'agent:other',
    ])
    await follow(gateway, began, 'ship', { image: '"v2"' })
    expect(await pending(gateway)).toHaveLength(3)
    await follow(gateway, began, 'drop')
    expect(await pending(gateway)).toEqual([])
    expect(await countRuns(gateway)).toBe(0)
    await gateway.close()
  })

  it('one approval covers one submit: the next one asks again [R5.1]', async () => {
    const gateway = await openWithCounter(
      gated().replace('target: shipped', 'target: ready').replace('      shipped: {}\n', ''),
    )
    const began = await start(gateway, 'deploy', counting(gateway))
    await follow(gateway, began, 'ship', IMAGE)
    await press(gateway, (await onlyItem(gateway)).id, 'approve')
    const again = await follow(gateway, await getRun(gateway, began.workflowId), 'ship', IMAGE)
    expect(again.result.status).toBe('waiting_for_action')
    expect(await countRuns(gateway)).toBe(1)
    await gateway.close()
  })

  it('survives a restart: the decision counts, an overdue item is refused at once [gate.durable]', async ({
    folder,
  }) => {
    const yaml = `store: { kind: sqlite }\n${gated().replace('holdMs: 60', 'holdMs: 0')}`
    const clock = createManualClock()
    const first = await openWithCounter(yaml, { clock, folder })
    const one = await start(first, 'deploy', counting(first))
    const two = await start(first, 'deploy', counting(first))
    for (const run of [one, two]) await follow(first, run, 'ship', IMAGE)
    await first.close()
    const second = await openWithCounter(yaml, { clock, folder })
    const waiting = await pending(second)
    expect(waiting).toHaveLength(2)
    const mine = waiting.find((item) => contentOf(item).workflowId === one.workflowId)
    await press(second, mine?.id ?? '', 'approve')
    expect((await getRun(second, one.workflowId)).state).toBe('shipped')
    await second.close()
    clock.advance(5 * 60_000)
    const third = await openWithCounter(yaml, { clock, folder })
    await until(third, async () => (await pending(third)).length === 0)
    expect(await getRun(third, two.workflowId)).toMatchObject({
      state: 'ready',
      error: { code: 'APPROVAL_TIMED_OUT' },
    })
    expect(await countRuns(third)).toBe(1)
    await third.close()
  })

  it('a client that cancels its call withdraws what it asked [R4.6]', async () => {
    const gateway = await openWithCounter(gated().replace('holdMs: 60', 'holdMs: 30000'))
    const began = await start(gateway, 'deploy', counting(gateway))
    const call = followCancellably(gateway, began, 'ship', IMAGE)
    await until(gateway, async () => (await pending(gateway)).length === 1)
    await call.cancel()
    expect(await pending(gateway)).toEqual([])
    expect(await countRuns(gateway)).toBe(0)
    await gateway.close()
  })

  it('tells whom it waits for, since when, its place and what happens at the deadline [gate.words]', async () => {
    const people = 'people: { anna: { roles: [lead] } }\n'
    const gateway = await openWithCounter(gated('{ queue: ops, quorum: 2, by: { role: lead } }', '') + people)
    const began = await start(gateway, 'deploy', counting(gateway))
    await follow(gateway, began, 'ship', IMAGE)
    const item = await onlyItem(gateway)
    const lead = { roles: ['lead'] }
    await press(gateway, item.id, 'approve', { who: person('anna', lead) })
    await gateway.runtime.assign(person('anna', lead), { approvalId: item.id, to: 'human:ben' })
    const { message } = (await getRun(gateway, began.workflowId)).result
    for (const words of [
      'queue ops',
      'role lead',
      'ben has taken it on',
      '1 of 2 people',
      'first in its queue',
    ])
      expect(message).toContain(words)
    expect(message).toContain(
      `If nobody decides by ${item.deadlineAt}, it is refused; a timeout never approves.`,
    )
    await gateway.close()
  })
})
