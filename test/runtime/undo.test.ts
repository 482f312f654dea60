import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GatewayOptions } from '../../src/main/gateway.ts'
import { createManualClock, type ManualClock } from '../support/clock.ts'
import {
  agent,
  follow,
  openTestGateway,
  pending,
  person,
  press,
  start,
  type TestGateway,
} from '../support/gateway.ts'
import { contentOf } from '../support/items.ts'
import { openService, type Service } from '../support/service.ts'
import { followCancellably, getRun, onlyItem, until } from './gated.ts'

let service: Service
let clock: ManualClock
let gateway: TestGateway | null

beforeEach(async () => {
  service = await openService()
  clock = createManualClock()
  gateway = null
})
afterEach(async () => {
  await gateway?.close()
  await service.close()
})

const CALL = (path: string) => `{ kind: rest, connection: api, method: POST, path: ${path} }`

/** A person's outcome, `ship`, and a submitted call behind a gate, `send`. */
function workspace(
  more: { ship?: string; send?: string; workflow?: string; approvals?: string } = {},
): string {
  return `
approvals: { holdMs: 60000 ${more.approvals ?? ''} }
connections: { api: { kind: rest, baseUrl: "${service.base}" } }
workflows:
  work:
    initialState: ready
    ${more.workflow ?? ''}
    states:
      ready:
        transitions:
          ship: { target: done, actor: human, ${more.ship ?? 'risk: high'}, executor: ${CALL('/ship')} }
          drop: { target: done }
      done: {}
  gated:
    initialState: ready
    states:
      ready:
        transitions:
          send:
            target: done
            ${more.send ?? 'risk: high'}
            approval: { required: true, quorum: 2 }
            inputSchema: { type: object, properties: { n: { type: integer } } }
            executor: ${CALL('/send')}
          drop: { target: done }
      done: {}
`
}

async function open(yaml: string, options: Partial<GatewayOptions> = {}): Promise<TestGateway> {
  gateway = await openTestGateway(yaml, { clock, ...options })
  return gateway
}

async function begun(yaml = workspace(), definition = 'work') {
  const opened = await open(yaml)
  const began = await start(opened, definition)
  return { opened, began }
}

const statusOf = async (opened: TestGateway, id: string) => (await opened.store.approval(id))?.status

/** Resolves when the item has come to this status, and nothing executes any more. */
async function come(opened: TestGateway, id: string, status: string) {
  const end = Date.now() + 15_000
  while (Date.now() < end) {
    // What was due before anybody waited for it.
    clock.advance(0)
    if ((await statusOf(opened, id)) === status && opened.runtime.executing() === 0) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error(`${id} is ${await statusOf(opened, id)}, not ${status}: ${opened.logged.join()}`)
}

describe('the time to take back a decision', () => {
  it('lets a risky outcome run eight seconds after the press, durable at the press [R5.6]', async () => {
    const { opened, began } = await begun()
    const { id } = await onlyItem(opened)
    const at = clock.now()
    const runsAt = new Date(at + 8000).toISOString()
    expect(await press(opened, id, 'ship')).toMatchObject({ kind: 'scheduled' })
    expect(await opened.store.approval(id)).toMatchObject({
      status: 'scheduled',
      decision: { by: 'human:anna', outcome: 'ship', runsAt },
    })
    expect(await pending(opened)).toEqual([])
    const run = await getRun(opened, began.workflowId)
    expect(run.result.message).toContain(`anna has decided that ‘ship’ runs; it runs at ${runsAt}`)
    clock.advance(7999)
    expect(await statusOf(opened, id)).toBe('scheduled')
    expect(service.count('/ship')).toBe(0)
    clock.advance(1)
    await come(opened, id, 'approved')
    expect((await getRun(opened, began.workflowId)).state).toBe('done')
    expect(service.count('/ship')).toBe(1)
    const item = await opened.store.approval(id)
    expect(item?.decision).toMatchObject({ by: 'human:anna', at: new Date(at).toISOString(), runsAt })
    expect(item?.decision?.who).toBeUndefined()
    const { items } = await opened.store.audit({ workflowId: began.workflowId ?? '' }, { limit: 50 })
    expect(items.filter(({ eventType }) => eventType === 'human.approval.decided')).toHaveLength(1)
    const [evidence] = await opened.store.evidence(began.workflowId ?? '')
    expect(evidence).toMatchObject({ kind: 'human_decision', by: 'human:anna' })
  })

  it('runs one decision at its time, and not the one beside it that has a second left [R5.6]', async () => {
    const { opened } = await begun()
    const first = (await onlyItem(opened)).id
    await press(opened, first, 'ship')
    clock.advance(1000)
    await start(opened, 'work')
    const second = (await onlyItem(opened)).id
    await press(opened, second, 'ship')
    clock.advance(7000)
    await come(opened, first, 'approved')
    clock.advance(999)
    await come(opened, second, 'scheduled')
    expect(service.count('/ship')).toBe(1)
    clock.advance(1)
    await come(opened, second, 'approved')
    expect(service.count('/ship')).toBe(2)
  })

  it('four decisions about one step run at once, each once; a long one holds up no other [undo.together]', async () => {
    const other = `
  other:
    initialState: ready
    states:
      ready: { transitions: { ship: { target: done, actor: human, risk: high, executor: ${CALL('/other')} } } }
      done: {}
`
    const opened = await open(`${workspace()}${other.slice(1)}`)
    let answer = () => {}
    const when = new Promise<void>((resolve) => {
      answer = resolve
    })
    service.script('/ship', { status: 200, when })
    for (let run = 0; run < 10; run += 1) await start(opened, 'work')
    const beside = await start(opened, 'other')
    const ids = (await pending(opened)).map(({ id }) => id)
    for (const id of ids) await press(opened, id, 'ship')
    clock.advance(8000)
    await service.reached('/ship', 4)
    await service.reached('/other', 1)
    await until(opened, async () => (await getRun(opened, beside.workflowId)).state === 'done')
    expect(service.count('/ship')).toBe(4)

    clock.advance(9999)
    expect(service.count('/ship')).toBe(4)
    clock.advance(1)
    await service.reached('/ship', 8)
    const { items, total } = await opened.store.approvals({ status: ['scheduled'] }, { limit: 20 })
    expect(total).toBe(2)
    // What waits for its turn says that it may run now, and can still be taken back.
    const [waits] = items
    const { result } = await getRun(opened, waits && 'workflowId' in waits ? waits.workflowId : '')
    expect(result.message).toContain('it runs at any moment unless it is taken back before')
    expect(await opened.runtime.undo(person('ben'), { approvalId: waits?.id ?? '' })).toMatchObject({
      kind: 'undone',
    })
    answer()
    for (const id of ids) if (id !== waits?.id) await come(opened, id, 'approved')
    expect(await onlyItem(opened)).toMatchObject({ id: waits?.id, status: 'pending' })
    expect(service.count('/ship')).toBe(9)
  })

  it('nothing runs for a decision that is taken back, and the item can be decided again [R5.6]', async () => {
    const { opened, began } = await begun()
    const { id } = await onlyItem(opened)
    await press(opened, id, 'ship')
    clock.advance(5000)
    expect(await opened.runtime.undo(person('ben'), { approvalId: id })).toMatchObject({ kind: 'undone' })
    expect(await onlyItem(opened)).toMatchObject({
      id,
      status: 'pending',
      decision: null,
      returned: { by: 'human:ben' },
    })
    clock.advance(60_000)
    expect(service.count('/ship')).toBe(0)
    expect((await getRun(opened, began.workflowId)).state).toBe('ready')
    expect(await opened.store.evidence(began.workflowId ?? '')).toEqual([])
    const { items } = await opened.store.audit({ workflowId: began.workflowId ?? '' }, { limit: 50 })
    expect(items.find(({ eventType }) => eventType === 'human.approval.undone')).toMatchObject({
      actor: 'human:ben',
      payload: { approvalId: id, outcome: 'ship', decidedBy: 'human:anna' },
    })
    await press(opened, id, 'ship')
    expect((await opened.store.approval(id))?.returned).toBeUndefined()
    clock.advance(8000)
    await come(opened, id, 'approved')
    expect(service.count('/ship')).toBe(1)
    expect(await opened.runtime.undo(person(), { approvalId: id })).toMatchObject({ kind: 'closed' })
    expect(await opened.runtime.undo(person(), { approvalId: 'ap_none' })).toEqual({ kind: 'not_found' })
  })

  it('is as long as declared, and none with 0 or without risk [R5.6]', async () => {
    for (const [ship, approvals, expected] of [
      ['undoMs: 2000', '', 2000],
      ['risk: high, undoMs: 0', '', 0],
      ['risk: medium', '', 0],
      ['risk: high', ', undoMs: 3000', 3000],
      ['risk: high', ', undoMs: 0', 0],
    ] as const) {
      const { opened } = await begun(workspace({ ship, approvals }))
      const { id } = await onlyItem(opened)
      const result = await press(opened, id, 'ship')
      if (expected === 0) expect(result).toMatchObject({ kind: 'decided' })
      else {
        const runsAt = new Date(clock.now() + expected).toISOString()
        expect(result).toMatchObject({ kind: 'scheduled', approval: { decision: { runsAt } } })
      }
      await opened.close()
    }
    gateway = null
  })

  it('nobody else decides meanwhile, and no deadline counts [R5.6] [R4.8]', async () => {
    const { opened, began } = await begun(workspace({ workflow: 'timeoutMs: 10000' }))
    const { id } = await onlyItem(opened)
    clock.advance(5000)
    await press(opened, id, 'ship')
    expect(await press(opened, id, 'ship', { who: person('ben') })).toMatchObject({
      kind: 'closed',
      approval: { decision: { by: 'human:anna' } },
    })
    expect(await opened.runtime.assign(person('ben'), { approvalId: id, to: null })).toMatchObject({
      kind: 'closed',
    })
    clock.advance(7000)
    // Past the deadline, which has stood still for seven seconds.
    expect((await getRun(opened, began.workflowId)).result.status).toBe('waiting_for_action')
    expect(await opened.runtime.undo(person(), { approvalId: id })).toMatchObject({ kind: 'undone' })
    expect((await opened.store.run(began.workflowId ?? ''))?.deadlineAt).toBe(
      new Date(clock.now() + 5000).toISOString(),
    )
    await press(opened, id, 'ship')
    clock.advance(8000)
    await come(opened, id, 'approved')
    expect((await getRun(opened, began.workflowId)).state).toBe('done')
  })

  it('begins with the vote that completes a quorum; the agent is told, and hears how it went [R5.6] [R5.4]', async () => {
    const { opened, began } = await begun(undefined, 'gated')
    const answered = follow(opened, began, 'send', { n: 1 })
    await until(opened, async () => (await pending(opened)).length === 1)
    const { id } = await onlyItem(opened)
    expect(await press(opened, id, 'approve')).toMatchObject({ kind: 'voted' })
    clock.advance(20_000)
    expect(await press(opened, id, 'approve', { who: person('ben') })).toMatchObject({ kind: 'scheduled' })
    // The same request again is the same item, which is held until the call may wait no longer.
    const again = follow(opened, began, 'send', { n: 1 })
    const early = await opened.runtime.submit(
      agent(),
      { workflowId: began.workflowId ?? '', expectedVersion: 1, transition: 'send', arguments: { n: 1 } },
      { holdMs: 0 },
    )
    expect(early.response.result.message).toContain('ben has decided that ‘send’ runs')
    expect(early.response.result.status).toBe('waiting_for_action')
    expect(await opened.runtime.undo(person('ben'), { approvalId: id })).toMatchObject({ kind: 'undone' })
    // Whoever took it back does not approve it any more; the other one still does.
    expect(contentOf(await onlyItem(opened)).held?.votes.map(({ by }) => by)).toEqual(['human:anna'])
    await press(opened, id, 'approve', { who: person('cleo') })
    clock.advance(8000)
    await come(opened, id, 'approved')
    expect(await answered).toMatchObject({ result: { status: 'completed' }, state: 'done' })
    expect(await again).toMatchObject({ result: { status: 'completed' }, state: 'done' })
    expect(service.count('/send')).toBe(1)
    const evidence = await opened.store.evidence(began.workflowId ?? '')
    expect(evidence.filter(({ kind }) => kind === 'approval').map(({ by }) => by)).toEqual([
      'human:anna',
      'human:cleo',
    ])
  })

  it('a refusal takes effect at once [R5.6]', async () => {
    const { opened, began } = await begun(undefined, 'gated')
    void follow(opened, began, 'send')
    await until(opened, async () => (await pending(opened)).length === 1)
    expect(await press(opened, (await onlyItem(opened)).id, 'refuse')).toMatchObject({ kind: 'decided' })
    expect((await getRun(opened, began.workflowId)).error?.code).toBe('APPROVAL_DENIED')
  })

  it('a run that goes on without it withdraws it, and nothing runs [R5.6] [R4.6]', async () => {
    const { opened, began } = await begun()
    const { id } = await onlyItem(opened)
    await press(opened, id, 'ship')
    await follow(opened, began, 'drop')
    expect(await opened.store.approval(id)).toMatchObject({
      status: 'withdrawn',
      decision: { outcome: 'ship' },
    })
    clock.advance(8000)
    expect(await opened.runtime.undo(person(), { approvalId: id })).toMatchObject({ kind: 'closed' })
    expect(service.count('/ship')).toBe(0)
  })

  it('a run that goes on without it has the time back that stood still [R4.8] [R4.6]', async () => {
    const yaml = workspace({ workflow: 'timeoutMs: 10000' })
      .replaceAll('drop: { target: done }', 'drop: { target: later }')
      .replaceAll('done: {}', 'later: { transitions: { end: { target: done } } }\n      done: {}')
    const { opened, began } = await begun(yaml)
    const deadlineOf = async (id: string | undefined) =>
      Date.parse((await opened.store.run(id ?? ''))?.deadlineAt ?? '') - clock.now()
    clock.advance(5000)
    await press(opened, (await onlyItem(opened)).id, 'ship')
    clock.advance(4000)
    await follow(opened, began, 'drop')
    expect(await deadlineOf(began.workflowId)).toBe(5000)
  })

  it('a call that is cancelled gives its run the time back that stood still [R4.8] [R4.6]', async () => {
    const yaml = workspace().replace('gated:', 'gated:\n    timeoutMs: 10000')
    const { opened, began } = await begun(yaml, 'gated')
    const call = followCancellably(opened, began, 'send', { n: 1 })
    await until(opened, async () => (await pending(opened)).length === 1)
    const { id } = await onlyItem(opened)
    await press(opened, id, 'approve')
    await press(opened, id, 'approve', { who: person('ben') })
    clock.advance(4000)
    await call.cancel()
    expect(await statusOf(opened, id)).toBe('withdrawn')
    const deadline = (await opened.store.run(began.workflowId ?? ''))?.deadlineAt
    expect(Date.parse(deadline ?? '') - clock.now()).toBe(10_000)
    clock.advance(8000)
    await come(opened, id, 'withdrawn')
    expect(service.count('/send')).toBe(0)
  })
})
