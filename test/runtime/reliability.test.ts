import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimOf } from '../../src/main/model/run.ts'
import { createManualClock } from '../support/clock.ts'
import { agent, follow, openTestGateway, start, type TestGateway } from '../support/gateway.ts'
import { openService, type Service } from '../support/service.ts'

let service: Service
let gateway: TestGateway | null

beforeEach(async () => {
  service = await openService()
  gateway = null
})
afterEach(async () => {
  await gateway?.close()
  await service.close()
})

/** A workflow whose one transition, `go`, has this executor and this reliability. */
const workflow = (executor: string, reliability: string, more = '') => `
connections: { api: { kind: rest, baseUrl: "${service.base}" } }
workflows:
  work:
    initialState: ready
    states:
      ready: { transitions: { go: { target: done, executor: ${executor}, reliability: ${reliability}${more} } } }
      done: {}
`
const POST = '{ kind: rest, connection: api, method: POST, path: /first }'
const RETRY = (more = '') =>
  `{ retry: { maxAttempts: 3, backoff: fixed, initialDelayMs: 1, maxDelayMs: 50, jitter: false, retryOn: [transient_error, rate_limited, timeout]${more} } }`

async function run(yaml: string) {
  gateway = await openTestGateway(yaml)
  const began = await start(gateway, 'work')
  return { gateway, began, response: await follow(gateway, began, 'go') }
}

/** The 150 ms of the first attempt are over as soon as it has arrived; those of the next ones never. */
async function beginLate(yaml: string) {
  const clock = createManualClock()
  const opened = await openTestGateway(yaml, { clock })
  gateway = opened
  const began = await start(opened, 'work')
  const answered = follow(opened, began, 'go')
  await service.reached('/first', 1)
  clock.advance(150)
  return { opened, began, answered }
}

async function audit(opened: TestGateway, workflowId: string | undefined, ...eventTypes: string[]) {
  const filter = { workflowId: workflowId ?? '', eventTypes: eventTypes as never }
  const page = await opened.store.audit(filter, { limit: 50 })
  return page.items.map((event) => event.payload).reverse()
}

describe('a declared retry', () => {
  it('tries again what failed for a while, and says so in the audit [engine.retry]', async () => {
    service.script('/first', { status: 503 }, { status: 503 }, { status: 200, body: { ok: true } })
    const { gateway: opened, began, response } = await run(workflow(POST, RETRY()))
    expect(response).toMatchObject({ state: 'done', version: 2 })
    expect(service.count('/first')).toBe(3)
    expect(await audit(opened, began.workflowId, 'executor.retrying')).toMatchObject([
      { transition: 'go', attempt: 1, maxAttempts: 3, delayMs: 1, errorClass: 'transient_error' },
      { transition: 'go', attempt: 2, maxAttempts: 3, delayMs: 1 },
    ])
  })

  it('ends after the last attempt, and says how many there were [engine.retry]', async () => {
    service.script('/first', { status: 503 })
    const { response } = await run(workflow(POST, RETRY()))
    expect(response).toMatchObject({
      state: 'ready',
      error: { code: 'EXECUTOR_FAILED', errorClass: 'transient_error' },
    })
    expect(response.error?.message).toContain('tried 3 times')
    expect(service.count('/first')).toBe(3)
  })

  it('leaves alone what it was not declared for [engine.retry]', async () => {
    service.script('/first', { status: 400 })
    const { response } = await run(workflow(POST, RETRY()))
    expect(response.error?.errorClass).toBe('permanent')
    expect(service.count('/first')).toBe(1)
  })

  it('comes no earlier than the other side asked, and not at all if that is too late [engine.retry-after]', async () => {
    service.script('/first', { status: 429, headers: { 'retry-after': '1' } })
    const { response } = await run(workflow(POST, RETRY()))
    expect(response.error).toMatchObject({ errorClass: 'rate_limited' })
    expect(response.error?.message).toContain('asks for a pause of 1 s, longer than the 50 ms of maxDelayMs')
    expect(service.count('/first')).toBe(1)
  })

  it('an attempt that takes too long is stopped, and is a timeout [engine.attempt-timeout]', async () => {
    service.script('/first', 'hang', { status: 200 })
    const reliability = RETRY()
      .replace('{ retry', '{ timeoutMs: 150, retry')
      .replace('backoff: fixed, initialDelayMs: 1', 'backoff: none')
    const { opened, began, answered } = await beginLate(workflow(POST, reliability))
    expect((await answered).state).toBe('done')
    expect(await audit(opened, began.workflowId, 'executor.retrying')).toMatchObject([
      { errorClass: 'timeout', uncertain: true },
    ])
  })

  it('sends one key with all attempts and fallbacks of a submit, another with the next [engine.idempotency-key]', async () => {
    service.script('/first', { status: 503 })
    const keyed = (path: string) =>
      `{ kind: rest, connection: api, method: POST, path: ${path}, idempotencyKey: true }`
    const reliability = RETRY().replace(
      /\}$/,
      `, fallback: { strategy: first_success, executors: [${keyed('/second')}] } }`,
    )
    service.script('/second', { status: 500 })
    const { gateway: opened, began } = await run(workflow(keyed('/first'), reliability))
    await follow(opened, began, 'go')
    const keys = service.received.map((request) => request.key)
    expect(keys).toHaveLength(12)
    expect(new Set(keys.slice(0, 6)).size).toBe(1)
    expect(new Set(keys.slice(6)).size).toBe(1)
    expect(keys[0]).toContain(began.workflowId)
    expect(keys[6]).not.toBe(keys[0])
  })

  it('a client that cancels its call ends the waiting between attempts [engine.cancel-attempts]', async () => {
    service.script('/first', { status: 503 })
    const yaml = workflow(
      POST,
      RETRY().replace('initialDelayMs: 1, maxDelayMs: 50', 'initialDelayMs: 60000, maxDelayMs: 60000'),
    )
    gateway = await openTestGateway(yaml)
    const began = await start(gateway, 'work')
    const cancelling = new AbortController()
    const answered = gateway.runtime.submit(
      agent(),
      { workflowId: began.workflowId ?? '', expectedVersion: 1, transition: 'go', arguments: {} },
      { signal: cancelling.signal },
    )
    await service.reached('/first', 1)
    cancelling.abort()
    expect((await answered).response.error?.code).toBe('EXECUTOR_FAILED')
    expect(service.count('/first')).toBe(1)
  })
})

describe('a declared fallback', () => {
  const FALLBACK = (...paths: string[]) =>
    `{ fallback: { strategy: first_success, executors: [${paths.map((path) => `{ kind: rest, connection: api, method: POST, path: ${path} }`).join(', ')}] } }`

  it('is taken in order, the first success counts, and the audit names each [engine.fallback]', async () => {
    service.script('/first', { status: 400 })
    service.script('/second', { status: 400 })
    const more = ', output: { path: "$.output.json.path" }'
    const {
      gateway: opened,
      began,
      response,
    } = await run(workflow(POST, FALLBACK('/second', '/third', '/fourth'), more))
    expect(response).toMatchObject({ state: 'done' })
    expect(service.received.map(({ path }) => path)).toEqual(['/first', '/second', '/third'])
    expect(await audit(opened, began.workflowId, 'fallback.selected')).toMatchObject([
      { position: 1, call: { url: `${service.base}/second` } },
      { position: 2, call: { url: `${service.base}/third` } },
    ])
  })

  it('fails with what the last one said, and remembers that an earlier one may have had an effect [engine.fallback]', async () => {
    service.script('/first', 'hang')
    service.script('/second', { status: 400 })
    const reliability = FALLBACK('/second').replace('{ fallback', '{ timeoutMs: 150, fallback')
    const { opened, began, answered } = await beginLate(workflow(POST, reliability))
    expect((await answered).error).toMatchObject({ code: 'EXECUTOR_FAILED', errorClass: 'permanent' })
    expect(await audit(opened, began.workflowId, 'executor.failed')).toMatchObject([{ uncertain: true }])
    expect((await opened.store.run(began.workflowId ?? ''))?.failure?.uncertain).toBe(true)
  })

  it.each([
    ['a fallback', FALLBACK('/second').replace('{ fallback', '{ timeoutMs: 150, fallback'), POST, true],
    ['a retry', RETRY().replace('{ retry', '{ timeoutMs: 150, retry'), POST, true],
    [
      'a retry with one key',
      RETRY().replace('{ retry', '{ timeoutMs: 150, retry'),
      POST.replace(' }', ', idempotencyKey: true }'),
      false,
    ],
  ])(
    'that is %s after an attempt that may have had an effect tells of it with its success [engine.fallback]',
    async (_, reliability, executor, told) => {
      service.script('/first', 'hang', { status: 200 })
      const clock = createManualClock()
      const opened = await openTestGateway(
        workflow(executor, reliability.replace('initialDelayMs: 1,', 'initialDelayMs: 0,')),
        { clock },
      )
      gateway = opened
      const began = await start(opened, 'work')
      const request = {
        workflowId: began.workflowId ?? '',
        expectedVersion: 1,
        transition: 'go',
        arguments: {},
      }
      const answered = opened.runtime.submit(agent(), request)
      await service.reached('/first', 1)
      clock.advance(150)
      const { response, content } = await answered
      expect(response.state).toBe('done')
      expect(content).toEqual(
        told ? [{ type: 'text', text: expect.stringContaining('may have taken effect all the same') }] : [],
      )
    },
  )

  it('names the call that is running while it runs [engine.fallback]', async () => {
    service.script('/first', { status: 400 })
    service.script('/second', 'hang')
    gateway = await openTestGateway(workflow(POST, FALLBACK('/second')))
    const began = await start(gateway, 'work')
    const answered = follow(gateway, began, 'go')
    await service.reached('/second', 1)
    const run = await gateway.store.run(began.workflowId ?? '')
    expect(run && claimOf(run)).toMatchObject({
      from: 1,
      call: { url: `${service.base}/second` },
      repeatable: false,
    })
    await gateway.close()
    expect((await answered).error?.code).toBe('EXECUTOR_FAILED')
    gateway = null
  })
})
