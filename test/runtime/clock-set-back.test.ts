import { describe, expect } from 'vitest'
import { createManualClock } from '../support/clock.ts'
import { test } from '../support/fixtures.ts'
import { agent, pending, person, press, start, type TestGateway } from '../support/gateway.ts'
import { onlyItem, until } from './gated.ts'

const DAY = 86_400_000

const it = test.extend(
  'open',
  ({ service, clock, openGateway }) =>
    (more: Parameters<typeof openGateway>[1] = {}) =>
      openGateway(
        `
store: { kind: sqlite }
connections: { api: { kind: rest, baseUrl: "${service.base}" } }
workflows:
  ship:
    initialState: ready
    states:
      ready: { transitions: { ship: { target: done, actor: human, undoMs: 8000, executor: { kind: rest, connection: api, method: POST, path: /ship } } } }
      done: {}
  wait:
    initialState: ready
    timeoutMs: 60000
    states:
      ready: { transitions: { go: { target: next, executor: { kind: rest, connection: api, method: POST, path: /go } } } }
      next: { transitions: { end: { target: done } } }
      done: {}
  ask:
    initialState: ready
    states:
      ready: { transitions: { send: { target: done, approval: { required: true, timeoutMs: 60000 }, executor: { kind: rest, connection: api, method: POST, path: /send } } } }
      done: {}
`,
        { clock, ...more },
      ),
)

const runOf = async (gateway: TestGateway, id = '') => {
  const run = await gateway.store.run(id)
  if (run === null) throw new Error(`There is no run ${id}.`)
  return run
}
const has = (gateway: TestGateway, id: string | undefined, status: string) =>
  until(gateway, async () => (await runOf(gateway, id)).status === status)
const submit = ({ workflowId = '', version = 0 }: Awaited<ReturnType<typeof start>>, transition: string) =>
  ({ workflowId, expectedVersion: version, transition, arguments: {} }) as const

describe('a decision that can be taken back', () => {
  const decide = async (gateway: TestGateway) => {
    await start(gateway, 'ship')
    const item = await onlyItem(gateway)
    await press(gateway, item.id, 'ship')
    return item.id
  }
  const statusOf = async (gateway: TestGateway, id: string) => (await gateway.store.approval(id))?.status

  it('runs after its full time although the clock was set back a day [time.undo-window]', async ({
    service,
    clock,
    open,
  }) => {
    const gateway = await open()
    const id = await decide(gateway)
    clock.advance(3000)
    clock.set(-DAY)
    clock.advance(4999)
    expect(await statusOf(gateway, id)).toBe('scheduled')
    clock.advance(1)
    await service.reached('/ship', 1)
    await until(gateway, async () => (await statusOf(gateway, id)) === 'approved')
    const { decision } = (await gateway.store.approval(id)) ?? {}
    expect(Date.parse(decision?.runsAt ?? '')).toBe(clock.now())
    expect(Date.parse(decision?.at ?? '')).toBe(clock.now() - 8000)
  })

  it('can be taken back for its full time although the clock went forward a day [time.undo-window]', async ({
    service,
    clock,
    open,
  }) => {
    const gateway = await open()
    const id = await decide(gateway)
    clock.set(DAY)
    clock.advance(1000)
    await until(gateway, async () => {
      const item = await gateway.store.approval(id)
      return Date.parse(item?.decision?.runsAt ?? '') === clock.now() + 7000
    })
    clock.advance(6999)
    expect((await gateway.runtime.undo(person(), { approvalId: id })).kind).toBe('undone')
    clock.advance(DAY)
    expect(await statusOf(gateway, id)).toBe('pending')
    expect(service.count('/ship')).toBe(0)
    const { items } = await gateway.store.audit({ eventTypes: ['clock.changed'] }, { limit: 5 })
    expect(items.map(({ payload }) => payload)).toEqual([{ milliseconds: DAY }])
  })
})

describe('a clock that tells that it was set', () => {
  it.for([
    ['back', -DAY],
    ['forward', DAY],
  ] as const)(
    '%s has what is shown right, and what is over ended, before anybody asks for the time [time.at-once]',
    async ([, by], { clock, open }) => {
      let tell = () => {}
      const onSet = (callback: () => void) => {
        tell = callback
        return { cancel() {} }
      }
      const gateway = await open({ clock: { ...clock, onSet } })
      await start(gateway, 'ship')
      const { id } = await onlyItem(gateway)
      await press(gateway, id, 'ship')
      const { workflowId } = await start(gateway, 'wait')
      clock.advance(3000)
      clock.set(by)
      tell()
      await until(gateway, async () => {
        const item = await gateway.store.approval(id)
        return Date.parse(item?.decision?.runsAt ?? '') === clock.now() + 5000
      })
      if (by > 0) clock.advance(0)
      await until(gateway, async () => {
        const { status, deadlineAt } = await runOf(gateway, workflowId)
        return by > 0 ? status === 'timed_out' : Date.parse(deadlineAt ?? '') === clock.now() + 57_000
      })
    },
  )
})

describe('a deadline', () => {
  it('of a run ends after its time although the clock was set back a day, and says so at once [time.deadline]', async ({
    clock,
    open,
  }) => {
    const gateway = await open()
    const { workflowId } = await start(gateway, 'wait')
    clock.advance(20_000)
    clock.set(-DAY)
    await gateway.runtime.get(agent(), { workflowId: workflowId ?? '' })
    await until(gateway, async () => {
      const { deadlineAt } = await runOf(gateway, workflowId)
      return Date.parse(deadlineAt ?? '') === clock.now() + 40_000
    })
    clock.advance(39_999)
    expect((await runOf(gateway, workflowId)).status).toBe('running')
    clock.advance(1)
    await has(gateway, workflowId, 'timed_out')
  })

  it('ends by the clock that nobody can set where nobody has asked for the time [time.deadline]', async ({
    clock,
    open,
  }) => {
    const gateway = await open()
    const { workflowId } = await start(gateway, 'wait')
    clock.set(-DAY)
    clock.advance(60_000)
    await has(gateway, workflowId, 'timed_out')
  })

  it('ends at once when the clock goes past it [time.deadline]', async ({ clock, open }) => {
    const gateway = await open()
    const { workflowId } = await start(gateway, 'wait')
    clock.set(DAY)
    clock.advance(1)
    await has(gateway, workflowId, 'timed_out')
  })

  it('of an item ends after its time although the clock was set back a day [time.deadline]', async ({
    service,
    clock,
    open,
  }) => {
    const gateway = await open()
    const began = await start(gateway, 'ask')
    const answered = gateway.runtime.submit(agent(), submit(began, 'send'))
    await until(gateway, async () => (await pending(gateway)).length === 1)
    const { id } = await onlyItem(gateway)
    clock.set(-DAY)
    clock.advance(60_000)
    await until(gateway, async () => (await gateway.store.approval(id))?.status === 'expired')
    await answered
    expect(service.count('/send')).toBe(0)
  })

  it('is not moved where it was given after the clock was set [time.deadline]', async ({ clock, open }) => {
    const gateway = await open()
    clock.set(-DAY)
    const { workflowId } = await start(gateway, 'wait')
    clock.advance(59_999)
    expect((await runOf(gateway, workflowId)).status).toBe('running')
    clock.advance(1)
    await has(gateway, workflowId, 'timed_out')
  })

  it('stays moved when a call ends that had begun before the clock was set [time.deadline]', async ({
    service,
    clock,
    open,
  }) => {
    const { promise: when, resolve: release } = Promise.withResolvers<void>()
    service.script('/go', { status: 200, when })
    const gateway = await open()
    const began = await start(gateway, 'wait')
    const answered = gateway.runtime.submit(agent(), submit(began, 'go'))
    await service.reached('/go', 1)
    clock.set(-DAY)
    await gateway.runtime.get(agent(), { workflowId: began.workflowId ?? '' })
    release()
    expect((await answered).response.state).toBe('next')
    await until(gateway, async () => {
      const { deadlineAt, state } = await runOf(gateway, began.workflowId)
      return state === 'next' && Date.parse(deadlineAt ?? '') === clock.now() + 60_000
    })
  })

  it('is moved once, and not again at the next start [time.deadline]', async ({ folder, clock, open }) => {
    const first = await open({ folder })
    const { workflowId = '' } = await start(first, 'wait')
    clock.advance(20_000)
    clock.set(-DAY)
    await first.runtime.get(agent(), { workflowId })
    const left = async (gateway: TestGateway) =>
      Date.parse((await runOf(gateway, workflowId)).deadlineAt ?? '') - clock.now()
    await until(first, async () => (await left(first)) === 40_000)
    await first.close()
    const second = await open({ folder })
    expect(await left(second)).toBe(40_000)
    clock.advance(39_999)
    expect((await runOf(second, workflowId)).status).toBe('running')
    clock.advance(1)
    await has(second, workflowId, 'timed_out')
  })

  it('ends after its time although the clock was set back while the gateway was off [time.deadline]', async ({
    folder,
    clock,
    open,
  }) => {
    const first = await open({ folder })
    const { workflowId } = await start(first, 'wait')
    await first.close()
    const late = createManualClock(clock.now() - DAY)
    const second = await open({ folder, clock: late })
    late.advance(60_000)
    await has(second, workflowId, 'timed_out')
  })
})

describe('an agent that waits', () => {
  it('is answered after the time that it asked for, when the clock is set back [engine.clock-jumps]', async ({
    clock,
    open,
  }) => {
    const gateway = await open()
    const { workflowId = '' } = await start(gateway, 'wait')
    const told: number[] = []
    const progress = (update: { progress: number }) => told.push(update.progress)
    const waiting = gateway.runtime.get(agent(), { workflowId, waitMs: 30_000 }, { progress })
    await expect.poll(() => told.length).toBe(1)
    clock.set(-3_600_000)
    clock.advance(30_000)
    expect((await waiting).response.result.status).toBe('waiting_for_action')
  })
})
