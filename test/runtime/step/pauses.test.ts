import { expect, it, onTestFinished } from 'vitest'
import { ask, openTestDesk } from '../../desk/fixture.ts'
import { createManualClock } from '../../support/clock.ts'
import { agent, openTestGateway, start, type TestGateway } from '../../support/gateway.ts'
import { openService } from '../../support/service.ts'

const WAIT = { timeout: 20_000 }
const RETRY =
  'retry: { maxAttempts: 4, backoff: fixed, initialDelayMs: 20000, maxDelayMs: 60000, jitter: false, retryOn: [transient_error, connection_error] }'
const post = (path: string) => `{ kind: rest, connection: api, method: POST, path: ${path} }`

/** Workflows with a transition `go` that is this executor; `limits`: of the connection. */
async function openPausing(limits: string, executor: string, reliability = '') {
  const clock = createManualClock(Date.parse('2026-01-01T00:00:00.000Z'))
  const service = await openService()
  const stopping = new AbortController()
  const gateway = await openTestGateway(
    `
connections: { api: { kind: rest, baseUrl: "${service.base}"${limits} } }
workflows:
  work:
    initialState: ready
    states:
      ready: { transitions: { go: { target: done, executor: ${executor}${reliability} } } }
      done: {}
`,
    { clock, environment: { ...process.env, SERVICE_KEY: 'hush-hush-hush' } },
  )
  onTestFinished(async () => {
    stopping.abort()
    await gateway.close()
    await service.close()
  })
  return {
    clock,
    service,
    gateway,
    /** Not awaited: it goes on until the test ends, unless it comes to its end. */
    async go() {
      const { workflowId = '' } = await start(gateway, 'work')
      const call = { workflowId, expectedVersion: 1, transition: 'go', arguments: {} }
      const ended = gateway.runtime.submit(agent(), call, { signal: stopping.signal })
      return { workflowId, ended }
    },
  }
}

async function told(gateway: TestGateway, workflowId: string) {
  const { response } = await gateway.runtime.get(agent(), { workflowId })
  const { answer } = await gateway.runtime.explain(agent(), { workflowId })
  return { message: response.result.message ?? '', waitingFor: answer.waitingFor }
}

/** What Runs say that it waits for. */
async function listed(gateway: TestGateway) {
  const desk = openTestDesk(gateway)
  onTestFinished(() => desk.close())
  const session = await desk.openSession('window')
  return (await ask(desk, session, 'runs.list', {})).items[0]?.waitingFor
}

it('between two attempts it is said when the next begins, and why the last failed, without secrets [engine.pauses]', async () => {
  const world = await openPausing(
    `, headers: { authorization: "Bearer \${SERVICE_KEY}" }`,
    post('/first'),
    `, reliability: { ${RETRY} }`,
  )
  const { gateway, clock, service } = world
  service.script('/first', { status: 503, body: { why: 'no hush-hush-hush today' } }, { status: 200 })
  const { workflowId, ended } = await world.go()
  const begins =
    /^‘go’ is not running at this moment: it has failed, and is tried again by itself in about 20 seconds \(attempt 2 of 4\)\. The last error: “.*503.*”$/s
  await expect.poll(async () => (await told(gateway, workflowId)).message, WAIT).toMatch(begins)
  const before = await told(gateway, workflowId)
  expect(before.waitingFor).toBe(before.message)
  expect(before.message).toMatch(/no \S+ today/)
  expect(before.message).not.toContain('hush-hush-hush')
  expect(await listed(gateway)).toBe('attempt 2 of 4 of ‘Go’, which has failed and is tried again by itself')
  clock.advance(15_000)
  expect((await told(gateway, workflowId)).message).toContain('in about 5 seconds')
  clock.advance(5000)
  expect((await ended).response).toMatchObject({ state: 'done' })
  expect(await told(gateway, workflowId)).toEqual({
    message: '',
    waitingFor: expect.not.stringContaining('go'),
  })
})

it('a call that a broken connection refused says so while it waits to try again [engine.pauses]', async () => {
  const limits = ', breaker: { failures: 1, resetMs: 90000 }'
  const world = await openPausing(limits, post('/first'), `, reliability: { ${RETRY} }`)
  world.service.script('/first', { status: 503 })
  const { workflowId } = await world.go()
  const message = async () => (await told(world.gateway, workflowId)).message
  await expect.poll(message, WAIT).toContain('attempt 2 of 4')
  world.clock.advance(20_000)
  await expect.poll(message, WAIT).toContain('attempt 3 of 4')
  expect(await message()).toMatch(
    /“The server api failed 1 times in a row and is left alone since .*not made\.”$/,
  )
  expect(world.service.count('/first')).toBe(1)
})

it('a call that waits for a free place at its connection says so, and for how long [engine.pauses]', async () => {
  const world = await openPausing(', concurrency: 1', post('/first'))
  const { gateway, clock, service } = world
  service.script('/first', 'hang')
  const first = await world.go()
  await service.reached('/first', 1)
  const second = await world.go()
  const message = async () => (await told(gateway, second.workflowId)).message
  await expect.poll(message, WAIT).toContain('waits for a free place')
  clock.advance(12_000)
  expect(await message()).toBe(
    '‘go’ waits for a free place at the server ‘api’, which carries as many calls at once as its limit allows (for about 12 seconds so far). What waits there has not been sent.',
  )
  expect((await told(gateway, first.workflowId)).message).toBe('‘go’ is running.')
  await gateway.runtime.cancel(agent(), { workflowId: first.workflowId, reason: 'enough' })
  await service.reached('/first', 2)
  expect(await message()).toBe('‘go’ is running.')
})

it('a group is running while one of its branches waits, which is named [engine.pauses]', async () => {
  const executor = `{ kind: parallel, branches: { left: { executor: ${post('/first')}, reliability: { ${RETRY} } }, right: { executor: ${post('/second')} } } }`
  const world = await openPausing('', executor)
  world.service.script('/first', { status: 503 })
  world.service.script('/second', 'hang')
  const { workflowId } = await world.go()
  await expect
    .poll(async () => (await told(world.gateway, workflowId)).message, WAIT)
    .toMatch(/^‘go’ is running\. Its branch ‘left’ is not running at this moment: .*attempt 2 of 4/)
})

it('whoever waits for the run hears of a pause while it lasts, and not afterwards [engine.pauses]', async () => {
  const world = await openPausing('', post('/first'), `, reliability: { ${RETRY} }`)
  const { gateway, clock, service } = world
  service.script('/first', { status: 503 }, 'hang')
  const { workflowId } = await world.go()
  await expect.poll(async () => (await told(gateway, workflowId)).message, WAIT).toContain('attempt 2 of 4')
  const heard: string[] = []
  const watching = new AbortController()
  const watched = gateway.runtime.get(
    agent(),
    { workflowId, waitMs: 55_000 },
    { signal: watching.signal, progress: ({ message = '' }) => heard.push(message) },
  )
  await expect.poll(() => heard.at(-1), WAIT).toContain('in about 20 seconds')
  clock.advance(5000)
  expect(heard.at(-1)).toContain('in about 15 seconds')
  clock.advance(15_000)
  await service.reached('/first', 2)
  clock.advance(5000)
  expect(heard.at(-1)).toBe('‘go’ is running.')
  watching.abort()
  await watched
})
