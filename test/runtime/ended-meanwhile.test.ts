import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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
import { openService, type Service } from '../support/service.ts'
import { getRun, until } from './gated.ts'

let service: Service
let clock: ManualClock
let gateway: TestGateway

const CALL = (path: string) => `{ kind: rest, connection: api, method: POST, path: ${path} }`
const RUNS = (actor: string, definitionId: string) =>
  `{ initialState: a, timeoutMs: ${actor === 'agent' ? 60_000 : 600_000}, states: { a: { transitions: { go: { target: b, actor: ${actor}, executor: { kind: workflow, definitionId: ${definitionId} } } } }, b: {} } }`

beforeEach(async () => {
  service = await openService()
  clock = createManualClock()
  service.script('/first', { status: 500 })
  service.script('/slow', 'hang')
  gateway = await openTestGateway(
    `
approvals: { holdMs: 0 }
connections: { api: { kind: rest, baseUrl: "${service.base}" } }
capabilities:
  second: { title: Second, description: Another way, approval: { required: true }, executor: ${CALL('/second')} }
workflows:
  held:
    initialState: ready
    timeoutMs: 60000
    states:
      ready: { transitions: { go: { target: done, executor: ${CALL('/first')}, reliability: { fallback: { executors: [ ${CALL('/second')} ] } } } } }
      done: {}
  gated:
    initialState: ready
    timeoutMs: 60000
    states:
      ready: { transitions: { go: { target: done, approval: { required: true }, executor: ${CALL('/slow')} } } }
      done: {}
  above:
    initialState: ready
    timeoutMs: 60000
    states:
      ready: { transitions: { go: { target: done, executor: { kind: workflow, definitionId: below } } } }
      done: {}
  top: ${RUNS('agent', 'middle')}
  middle: ${RUNS('deterministic', 'below')}
  patient: ${RUNS('agent', 'between')}
  between: ${RUNS('deterministic', 'asking')}
  asking:
    initialState: ready
    states:
      ready: { transitions: { decide: { target: done, actor: human } } }
      done: {}
  below:
    initialState: ready
    states:
      ready: { transitions: { call: { target: done, actor: deterministic, executor: ${CALL('/slow')} } } }
      done: {}
`,
    { clock },
  )
})
afterEach(async () => {
  await gateway.close()
  await service.close()
})

describe('a run that ends in the middle of a step', () => {
  it.each([
    ['held', 'deadline', 'timed_out'],
    ['held', 'cancellation', 'cancelled'],
    ['above', 'deadline', 'timed_out'],
    ['above', 'cancellation', 'cancelled'],
    ['top', 'deadline', 'timed_out'],
    ['top', 'cancellation', 'cancelled'],
  ])('leaves said what of it may have happened [R4.8] (%s, %s)', async (definitionId, how, status) => {
    const run = await start(gateway, definitionId)
    await follow(gateway, run, 'go')
    if (definitionId !== 'held') await service.reached('/slow', 1)
    const workflowId = run.workflowId ?? ''
    if (how === 'deadline') clock.advance(60_000)
    else await gateway.runtime.cancel(person(), { workflowId, reason: '' })
    await until(gateway, async () => (await gateway.store.run(workflowId))?.status === status)
    const { error, result } = await getRun(gateway, workflowId)
    expect(result.status).toBe(status)
    expect(error).toMatchObject({ message: expect.stringContaining('may have taken effect all the same') })
    const children = (await gateway.store.runs({ children: true }, { limit: 9 })).items
    await until(gateway, async () => {
      const found = await Promise.all(children.map(({ id }) => gateway.store.run(id)))
      return found.every((child) => child?.status === 'cancelled')
    })
  })

  it('says nothing of what may have happened where all that it ran waits for a person [R4.8]', async () => {
    const { workflowId = '' } = await follow(gateway, await start(gateway, 'patient'), 'go')
    const asking = async () => (await gateway.store.runs({ definitionId: 'asking' }, { limit: 1 })).items[0]
    await until(gateway, async () => (await asking()) !== undefined)
    await gateway.runtime.cancel(person(), { workflowId, reason: 'Not today.' })
    await until(gateway, async () => (await asking())?.status === 'cancelled')
    expect(await gateway.store.run(workflowId)).toMatchObject({ status: 'cancelled', failure: null })
  })
})

describe('a step that a person let through, and that is stopped with its run', () => {
  it.each([
    ['deadline', 'timed_out'],
    ['cancellation', 'cancelled'],
  ])(
    'has not failed: its run has ended, for whoever asked and whoever decided [R4.8] (%s)',
    async (how, status) => {
      const run = await start(gateway, 'gated')
      const { workflowId = '', version = 0 } = run
      const asked = gateway.runtime.submit(
        agent(),
        { workflowId, expectedVersion: version, transition: 'go', arguments: {} },
        { holdMs: 3_600_000 },
      )
      await until(gateway, async () => (await pending(gateway)).length === 1)
      const [item] = await pending(gateway)
      const decided = press(gateway, item?.id ?? '', 'approve')
      await service.reached('/slow', 1)
      if (how === 'deadline') clock.advance(60_000)
      else await gateway.runtime.cancel(person('ben'), { workflowId, reason: 'Too late.' })
      const [{ response: told }, came] = await Promise.all([asked, decided])
      const seen = came.kind === 'decided' ? came.answer?.response : undefined
      for (const response of [told, seen]) {
        expect(response?.result.status).toBe(status)
        expect(response?.error).toMatchObject({ message: expect.stringContaining('may have taken effect') })
        expect(response?.links.filter(({ rel }) => rel === 'submit')).toEqual([])
      }
    },
  )
})
