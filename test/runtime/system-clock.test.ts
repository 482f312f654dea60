import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSystemClock } from '../../src/main/runtime/system.ts'

const HOUR = 3_600_000
const BEGAN = Date.parse('2026-03-01T12:00:00Z')

describe('the clock of the system', () => {
  let rung: number
  const ring = () => {
    rung += 1
  }
  beforeEach(() => {
    rung = 0
    vi.useFakeTimers({ now: BEGAN })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('keeps an appointment that is further away than timers reach [engine.far-deadline]', () => {
    const month = 31 * 24 * HOUR
    createSystemClock().wakeAt(BEGAN + month, ring)
    vi.advanceTimersByTime(month - 1)
    expect(rung).toBe(0)
    vi.advanceTimersByTime(1)
    expect(rung).toBe(1)
    vi.advanceTimersByTime(month)
    expect(rung).toBe(1)
  })

  it('notices soon that it was set forward past an appointment [engine.clock-jumps]', () => {
    createSystemClock().wakeAt(BEGAN + HOUR, ring)
    vi.setSystemTime(BEGAN + 2 * HOUR)
    vi.advanceTimersByTime(15_000)
    expect(rung).toBe(1)
  })

  it('is never early when it was set back [engine.clock-jumps]', () => {
    createSystemClock().wakeAt(BEGAN + 10_000, ring)
    vi.setSystemTime(BEGAN - HOUR)
    vi.advanceTimersByTime(HOUR)
    expect(rung).toBe(0)
    vi.advanceTimersByTime(10_000 + 15_000)
    expect(rung).toBe(1)
  })

  it('measures a length of time whatever it is set to meanwhile [engine.clock-jumps]', () => {
    createSystemClock().after?.(10_000, ring)
    vi.setSystemTime(BEGAN - HOUR)
    vi.advanceTimersByTime(9_999)
    expect(rung).toBe(0)
    vi.advanceTimersByTime(1)
    expect(rung).toBe(1)
  })

  it('hears first what came while the process stood still, and then rings [engine.stood-still]', async () => {
    vi.useRealTimers()
    const order: string[] = []
    const clock = createSystemClock()
    const rings = ['wakeAt', 'after'].map(
      (name) =>
        new Promise<void>((resolve) => {
          const note = () => resolve(void order.push(name))
          if (name === 'wakeAt') clock.wakeAt(Date.now() + 50, note)
          else clock.after(50, note)
        }),
    )
    // Takes several turns of the loop, as a request does.
    const heard = readFile(import.meta.filename).then(() => order.push('heard'))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1200)
    await Promise.all([...rings, heard])
    expect(order[0]).toBe('heard')
    expect(order).toHaveLength(3)
  })

  it('sets no timer that is longer than timers can be: it would ring at once, again and again [engine.far-deadline]', async () => {
    vi.useRealTimers()
    const warned: string[] = []
    const note = ({ name }: Error) => void warned.push(name)
    process.on('warning', note)
    const timer = createSystemClock().after(2 ** 31 + 1000, ring)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', note)
    timer.cancel()
    expect([rung, warned]).toEqual([0, []])
  })

  it('tells within two seconds that it was set or that the computer slept, and nothing else [engine.clock-jumps]', () => {
    const watch = createSystemClock().onSet?.(ring)
    for (const by of [-HOUR, HOUR]) {
      rung = 0
      vi.advanceTimersByTime(60_000)
      expect(rung).toBe(0)
      vi.setSystemTime(Date.now() + by)
      vi.advanceTimersByTime(2000)
      expect(rung).toBe(1)
    }
    watch?.cancel()
    vi.setSystemTime(Date.now() + HOUR)
    vi.advanceTimersByTime(2000)
    expect(rung).toBe(1)
  })

  it('does not call back after it was told not to', () => {
    const clock = createSystemClock()
    const timers = [clock.wakeAt(BEGAN + HOUR, ring), clock.after(HOUR, ring)]
    vi.advanceTimersByTime(HOUR / 2)
    for (const timer of timers) timer.cancel()
    vi.advanceTimersByTime(HOUR)
    expect(rung).toBe(0)
  })
})
