import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Retry } from '../../../src/main/model/executor.ts'
import { delayAfter } from '../../../src/main/runtime/step/run-plan.ts'
import { runs } from '../../support/effort.ts'

const RETRY: Retry = {
  maxAttempts: 5,
  backoff: 'exponential',
  initialDelayMs: 100,
  maxDelayMs: 1000,
  jitter: false,
  retryOn: ['timeout'],
}
const never = () => 0

describe('the pause between attempts', () => {
  it('doubles, stays the same, or is none, as declared [engine.backoff]', () => {
    expect([1, 2, 3, 4, 5].map((attempt) => delayAfter(RETRY, attempt, never))).toEqual([
      100, 200, 400, 800, 1000,
    ])
    expect(delayAfter({ ...RETRY, backoff: 'fixed' }, 4, never)).toBe(100)
    expect(delayAfter({ ...RETRY, backoff: 'none' }, 4, never)).toBe(0)
  })

  it('is never longer than declared, and with jitter never shorter than half of that [engine.backoff]', () => {
    const whole = fc.integer({ min: 0, max: 1e9 })
    fc.assert(
      fc.property(
        fc.constantFrom('fixed' as const, 'exponential' as const),
        whole,
        whole,
        fc.integer({ min: 1, max: 10_000 }),
        fc.double({ min: 0, max: 0.999_999, noNaN: true }),
        (backoff, initialDelayMs, maxDelayMs, attempt, chance) => {
          const retry: Retry = { ...RETRY, backoff, initialDelayMs, maxDelayMs }
          const plain = delayAfter(retry, attempt, never)
          const jittered = delayAfter({ ...retry, jitter: true }, attempt, () => chance)
          expect(plain).toBeLessThanOrEqual(maxDelayMs)
          expect(jittered).toBeLessThanOrEqual(plain)
          expect(jittered).toBeGreaterThanOrEqual(Math.floor(plain / 2))
        },
      ),
      { numRuns: runs(200, 20_000) },
    )
  })
})
