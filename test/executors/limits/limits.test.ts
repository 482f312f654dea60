import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBreakers } from '../../../src/main/executors/limits/breakers.ts'
import { limitExecutors } from '../../../src/main/executors/limits/limits.ts'
import type { ExecutionOutcome, ResolvedCall } from '../../../src/main/model/call.ts'
import type { ConnectionLimits } from '../../../src/main/model/configuration.ts'
import type { ErrorClass } from '../../../src/main/model/error.ts'
import type { ExecutionContext } from '../../../src/main/runtime/executor-port.ts'
import { createManualClock } from '../../support/clock.ts'
import { runs } from '../../support/effort.ts'
import { contextWith } from '../executor-fixture.ts'

const fine: ExecutionOutcome = { ok: true, output: null, evidence: [], content: [] }
const failure = (errorClass: ErrorClass): ExecutionOutcome => ({
  ok: false,
  errorClass,
  message: 'It failed.',
  content: [],
  uncertain: false,
})

/** Calls that end when the test says so, over limits that it may change. */
function openLimited(first: ConnectionLimits | null) {
  const clock = createManualClock()
  const running: { connection: string | null; end(outcome: ExecutionOutcome): void }[] = []
  let limits = first
  const changes: string[] = []
  const breakers = createBreakers({
    limits: () => limits,
    clock,
    onChange: (connection) => changes.push(connection),
  })
  const { mcp } = limitExecutors(
    {
      mcp: {
        run: (_: ResolvedCall, { connection }: ExecutionContext) =>
          new Promise((resolve) => {
            const entry = {
              connection,
              end(outcome: ExecutionOutcome) {
                running.splice(running.indexOf(entry), 1)
                resolve(outcome)
              },
            }
            running.push(entry)
          }),
      },
    },
    { breakers, limits: () => limits },
  )
  const call = (context: Partial<ExecutionContext> = {}, connection = 'files') =>
    mcp.run({ kind: 'mcp', connection, tool: 't', arguments: {} }, contextWith({ connection, ...context }))
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  return {
    clock,
    breakers,
    changes,
    running,
    call,
    settle,
    change(next: ConnectionLimits | null) {
      limits = next
    },
    /** One call from begin to end. */
    async through(outcome: ExecutionOutcome) {
      const result = call()
      await settle()
      running.at(-1)?.end(outcome)
      return result
    },
  }
}

describe('how many calls a connection carries', () => {
  it('is as declared; the others wait their turn, first come first served [limits.concurrency]', async () => {
    const { call, running, settle } = openLimited({ concurrency: 2 })
    const order: number[] = []
    const calls = [1, 2, 3, 4].map((number) => call().then(() => order.push(number)))
    await settle()
    expect(running).toHaveLength(2)
    running[0]?.end(fine)
    await settle()
    expect(running).toHaveLength(2)
    while (running.length > 0) {
      running[0]?.end(fine)
      await settle()
    }
    await Promise.all(calls)
    expect(order).toEqual([1, 2, 3, 4])
  })

  it('is counted for each connection on its own [limits.concurrency]', async () => {
    const { call, running, settle } = openLimited({ concurrency: 1 })
    const both = [call({}, 'one'), call({}, 'other')]
    await settle()
    expect(running.map(({ connection }) => connection)).toEqual(['one', 'other'])
    for (const each of [...running]) each.end(fine)
    await Promise.all(both)
  })

  it('may change while calls wait [limits.live]', async () => {
    const { call, running, settle, change } = openLimited({ concurrency: 1 })
    const calls = [call(), call(), call()]
    await settle()
    expect(running).toHaveLength(1)
    change({ concurrency: 4 })
    calls.push(call())
    await settle()
    expect(running).toHaveLength(4)
    change(null)
    for (const each of [...running]) each.end(fine)
    await Promise.all(calls)
  })

  it('is not waited for by a call that is stopped meanwhile: nothing was done [limits.stop]', async () => {
    const { call, running, settle } = openLimited({ concurrency: 1 })
    const first = call()
    const stop = new AbortController()
    const cancelled = call({ signal: stop.signal })
    const late = new AbortController()
    const timedOut = call({ signal: late.signal })
    const last = call()
    await settle()
    stop.abort()
    late.abort(new DOMException('Too long', 'TimeoutError'))
    expect(await cancelled).toMatchObject({ ok: false, errorClass: 'permanent', uncertain: false })
    expect(await timedOut).toMatchObject({ ok: false, errorClass: 'timeout', uncertain: false })
    expect(await call({ signal: AbortSignal.abort() })).toMatchObject({ ok: false, uncertain: false })
    running[0]?.end(fine)
    await first
    await settle()
    expect(running).toHaveLength(1)
    running[0]?.end(fine)
    expect(await last).toEqual(fine)
  })

  it('is never exceeded, and nobody is forgotten [limits.concurrency]', async () => {
    const step = fc.oneof(
      fc.constant('call' as const),
      fc.constant('end' as const),
      fc.constant('stop' as const),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(step, { maxLength: 40 }),
        async (most, steps) => {
          const { call, running, settle } = openLimited({ concurrency: most })
          const open: { stop: AbortController; result: Promise<ExecutionOutcome> }[] = []
          for (const each of steps) {
            if (each === 'call') {
              const stop = new AbortController()
              open.push({ stop, result: call({ signal: stop.signal }) })
            } else if (each === 'end') running[0]?.end(fine)
            else open.at(-1)?.stop.abort()
            await settle()
            expect(running.length).toBeLessThanOrEqual(most)
          }
          while (running.length > 0) {
            running[0]?.end(fine)
            await settle()
          }
          await Promise.all(open.map(({ result }) => result))
        },
      ),
      { numRuns: runs(100) },
    )
  })
})

describe('the breaker of a connection', () => {
  const breaker = { failures: 3, resetMs: 30_000 }

  it('refuses at once after so many failures in a row, and says since and until when [limits.breaker]', async () => {
    const { through, call, running } = openLimited({ breaker })
    for (const each of ['timeout', 'connection_error', 'transient_error'] as const) {
      expect(await through(failure(each))).toMatchObject({ message: 'It failed.' })
    }
    expect(await call()).toEqual({
      ok: false,
      errorClass: 'connection_error',
      message:
        'The server files failed 3 times in a row and is left alone since 2026-01-01T00:00:00Z; until 2026-01-01T00:00:30Z nothing is sent. This call was not made.',
      content: [],
      uncertain: false,
    })
    expect(running).toEqual([])
  })

  it('is seen by people while it is open, and its changes are told [limits.seen]', async () => {
    const { through, call, running, settle, clock, breakers, changes, change } = openLimited({ breaker })
    for (let index = 0; index < 2; index += 1) await through(failure('timeout'))
    expect([breakers.leftAlone('files'), changes]).toEqual([null, []])
    await through(failure('timeout'))
    expect(changes).toEqual(['files'])
    expect(breakers.leftAlone('files')).toEqual({
      since: '2026-01-01T00:00:00.000Z',
      sentence:
        '3 calls in a row have failed, so it is left alone since 2026-01-01T00:00:00Z: until 2026-01-01T00:00:30Z nothing is sent.',
    })
    clock.advance(30_000)
    expect(breakers.leftAlone('files')?.sentence).toContain('the next call tries it again')
    const tried = call()
    await settle()
    expect(breakers.leftAlone('files')?.sentence).toContain('one call is trying it now')
    running[0]?.end(fine)
    await tried
    expect([breakers.leftAlone('files'), changes]).toEqual([null, ['files', 'files']])
    for (let index = 0; index < 3; index += 1) await through(failure('timeout'))
    change(null)
    expect(breakers.leftAlone('files')).toBeNull()
  })

  it('is closed by a person who has seen to the connection; failures are counted anew [limits.closed-by-hand]', async () => {
    const { through, breakers, changes, running } = openLimited({ breaker })
    breakers.close('files')
    for (let index = 0; index < 3; index += 1) await through(failure('timeout'))
    breakers.close('files')
    expect([breakers.leftAlone('files'), changes]).toEqual([null, ['files', 'files']])
    for (let index = 0; index < 2; index += 1) {
      expect(await through(failure('timeout'))).toMatchObject({ message: 'It failed.' })
    }
    expect(breakers.leftAlone('files')).toBeNull()
    await through(failure('timeout'))
    expect(breakers.leftAlone('files')).not.toBeNull()
    expect(running).toEqual([])
  })

  it('is reset by any answer: a success, a refusal, a request to slow down [limits.breaker]', async () => {
    const { through } = openLimited({ breaker })
    for (const answer of [fine, failure('permanent'), failure('rate_limited')]) {
      await through(failure('timeout'))
      await through(failure('timeout'))
      await through(answer)
    }
    await through(failure('timeout'))
    expect(await through(fine)).toEqual(fine)
  })

  it('lets one call try after its time: success closes it, failure opens it anew [limits.breaker]', async () => {
    const { through, call, running, settle, clock } = openLimited({ breaker })
    for (let count = 0; count < 3; count++) await through(failure('timeout'))
    clock.advance(29_999)
    expect(await call()).toMatchObject({ errorClass: 'connection_error' })
    clock.advance(1)
    const probe = call()
    await settle()
    expect(running).toHaveLength(1)
    expect(await call()).toHaveProperty('message', expect.stringContaining('one call is trying it again now'))
    running[0]?.end(failure('timeout'))
    await probe
    expect(await call()).toHaveProperty('message', expect.stringContaining('until 2026-01-01T00:01:00Z'))
    clock.advance(30_000)
    expect(await through(fine)).toEqual(fine)
    expect(await through(failure('timeout'))).toMatchObject({ message: 'It failed.' })
    expect(await through(fine)).toEqual(fine)
  })

  it('leaves it alone for that time whatever the clock is set to [limits.breaker]', async () => {
    const { through, call, clock } = openLimited({ breaker })
    for (let count = 0; count < 3; count++) await through(failure('timeout'))
    clock.set(-3_600_000)
    clock.advance(10_000)
    expect(await call()).toHaveProperty(
      'message',
      expect.stringContaining('since 2025-12-31T23:00:00Z; until 2025-12-31T23:00:30Z nothing is sent'),
    )
    clock.advance(20_000)
    expect(await through(fine)).toEqual(fine)
  })

  it('learns nothing from a call that somebody stopped, also from the one that tries [limits.breaker]', async () => {
    const { through, call, running, settle, clock } = openLimited({ breaker })
    for (let count = 0; count < 3; count++) await through(failure('timeout'))
    clock.advance(30_000)
    const stop = new AbortController()
    const probe = call({ signal: stop.signal })
    await settle()
    stop.abort()
    running[0]?.end(failure('permanent'))
    await probe
    expect(await through(fine)).toEqual(fine)
  })

  it('is not kept open by what was still on its way when it opened [limits.breaker]', async () => {
    const { call, running, settle, clock } = openLimited({ breaker })
    const calls = [1, 2, 3, 4].map(() => call())
    await settle()
    for (const each of running.slice(0, 3)) each.end(failure('timeout'))
    await settle()
    clock.advance(20_000)
    running[0]?.end(failure('timeout'))
    await Promise.all(calls)
    clock.advance(10_000)
    const probe = call()
    await settle()
    expect(running).toHaveLength(1)
    running[0]?.end(fine)
    expect(await probe).toEqual(fine)
  })

  it('refuses those that waited for their turn when it opened [limits.breaker]', async () => {
    const { call, running, settle } = openLimited({ concurrency: 1, breaker: { failures: 1, resetMs: 1000 } })
    const first = call()
    const second = call()
    await settle()
    running[0]?.end(failure('timeout'))
    expect(await first).toMatchObject({ errorClass: 'timeout' })
    expect(await second).toMatchObject({ errorClass: 'connection_error', uncertain: false })
  })

  it('follows a configuration that changes [limits.live]', async () => {
    const { through, change } = openLimited({ breaker: { failures: 2, resetMs: 1000 } })
    await through(failure('timeout'))
    await through(failure('timeout'))
    change({})
    expect(await through(failure('timeout'))).toMatchObject({ message: 'It failed.' })
    change(null)
    expect(await through(fine)).toEqual(fine)
  })
})
