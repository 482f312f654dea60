import { describe, expect } from 'vitest'
import { test } from '../support/fixtures.ts'
import { agent, follow, start, type TestGateway } from '../support/gateway.ts'

const CALL = (path: string) => `{ kind: rest, connection: api, method: POST, path: ${path} }`

const it = test.extend(
  'open',
  ({ service, clock, openGateway }) =>
    (onTimeout: string, states: string, timeoutMs = 60_000) =>
      openGateway(
        `
connections: { api: { kind: rest, baseUrl: "${service.base}" } }
workflows:
  work:
    initialState: ready
    timeoutMs: ${timeoutMs}
    ${onTimeout}
    states:
      ready: { transitions: { go: { target: done, executor: ${CALL('/go')} } } }
      ${states}
      done: {}
`,
        { clock },
      ),
)

async function come(opened: TestGateway, workflowId: string | undefined, to: (state: string) => boolean) {
  const here = async () => to((await opened.store.run(workflowId ?? ''))?.state ?? '')
  await new Promise<void>((resolve) => {
    const look = () => void here().then((there) => there && resolve())
    opened.onChange(look)
    look()
  })
}

describe('a deadline while something runs', () => {
  it('stops it, says what may have happened, and then applies [R4.8]', async ({ service, clock, open }) => {
    service.script('/go', 'hang')
    const opened = await open(
      'onTimeout: { target: late }',
      'late: { transitions: { back: { target: ready } } }',
    )
    const began = await start(opened, 'work')
    const answered = follow(opened, began, 'go')
    await service.reached('/go', 1)
    clock.advance(60_000)
    expect((await answered).error?.code).toBe('EXECUTOR_FAILED')
    await come(opened, began.workflowId, (state) => state === 'late')
    const run = await opened.store.run(began.workflowId ?? '')
    expect(run).toMatchObject({
      state: 'late',
      version: 2,
      activity: { kind: 'resting' },
      failure: { uncertain: true },
    })
    const got = (await opened.runtime.get(agent(), { workflowId: began.workflowId ?? '' })).response
    expect(got.error?.message).toContain('may have taken effect')
    const events = await opened.store.audit({ workflowId: began.workflowId ?? '' }, { limit: 50 })
    const types = events.items.map((event) => event.eventType).reverse()
    expect(types.indexOf('executor.failed')).toBeLessThan(types.indexOf('workflow.timed_out'))
    expect(service.count('/go')).toBe(1)
  })

  it('is seen by whoever asks first, even if nobody woke for it [R4.8]', async ({ service, clock, open }) => {
    service.script('/go', 'hang')
    const opened = await open('', '')
    const began = await start(opened, 'work')
    const answered = follow(opened, began, 'go')
    await service.reached('/go', 1)
    clock.advance(60_000)
    const got = (await opened.runtime.get(agent(), { workflowId: began.workflowId ?? '' })).response
    expect(got).toMatchObject({ state: 'ready', terminal: true, result: { status: 'timed_out' } })
    await answered
  })

  it('of years ahead is no deadline of now [engine.far-deadline]', async ({ clock, open }) => {
    const opened = await open('', '', 300_000_000_000)
    const began = await start(opened, 'work')
    clock.advance(2 ** 31 + 5)
    expect(await follow(opened, began, 'go')).toMatchObject({
      state: 'done',
      result: { status: 'completed' },
    })
  })
})

describe('what a timeout runs', () => {
  const STATES =
    'late: { onEnter: { executor: { kind: rest, connection: api, method: POST, path: /entered } }, transitions: { back: { target: ready } } }'

  it('runs after its target was entered, before what entering that state runs [engine.on-timeout]', async ({
    service,
    clock,
    open,
  }) => {
    const opened = await open(`onTimeout: { target: late, executor: ${CALL('/tell')} }`, STATES)
    const began = await start(opened, 'work')
    clock.advance(60_000)
    await service.reached('/entered', 1)
    const got = await opened.runtime.get(agent(), {
      workflowId: began.workflowId ?? '',
      waitMs: 5000,
      sinceVersion: 3,
    })
    expect(got.response).toMatchObject({ state: 'late', version: 4 })
    expect(service.received.map(({ path }) => path)).toEqual(['/tell', '/entered'])
  })

  it('that ends in a last state has timed out, not completed [engine.on-timeout]', async ({
    service,
    clock,
    open,
  }) => {
    const opened = await open(`onTimeout: { target: done, executor: ${CALL('/tell')} }`, '')
    const began = await start(opened, 'work')
    clock.advance(60_000)
    await service.reached('/tell', 1)
    await come(opened, began.workflowId, (state) => state === 'done')
    const got = (await opened.runtime.get(agent(), { workflowId: began.workflowId ?? '' })).response
    expect(got.state).toBe('done')
    await expect.poll(async () => (await opened.store.run(began.workflowId ?? ''))?.status).toBe('timed_out')
  })

  it('can be tried again when it has failed [engine.on-timeout]', async ({ service, clock, open }) => {
    service.script('/tell', { status: 400 }, { status: 200 })
    const opened = await open(`onTimeout: { target: late, executor: ${CALL('/tell')} }`, STATES)
    const began = await start(opened, 'work')
    clock.advance(60_000)
    const failed = (await opened.runtime.get(agent(), { workflowId: began.workflowId ?? '' })).response
    expect(failed).toMatchObject({ state: 'late', version: 2 })
    await expect
      .poll(async () => (await opened.store.run(began.workflowId ?? ''))?.failure?.recovery)
      .toEqual({ transition: '$onTimeout', version: 2 })
    const again = await follow(opened, { ...failed, version: 2 }, '$onTimeout')
    expect(again).toMatchObject({ state: 'late', version: 4, result: { status: 'executed' } })
    expect(service.count('/entered')).toBe(1)
  })
})

it('a submit that comes when the time is up is told that it did nothing [engine.timeout]', async ({
  clock,
  openGateway,
}) => {
  const states = '{ a: { transitions: { go: { target: b } } }, b: {} }'
  const gateway = await openGateway(
    `workflows: { timed: { timeoutMs: 1000, initialState: a, states: ${states} } }`,
    { clock },
  )
  const began = await start(gateway, 'timed')
  clock.advance(2000)
  for (let time = 0; time < 2; time += 1) {
    const message = 'The time of this workflow was up before: this submit of ‘go’ did nothing.'
    const late = await follow(gateway, began, 'go')
    expect(late).toMatchObject({ state: 'a', terminal: true, result: { status: 'timed_out', message } })
  }
})
