import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { silentBecause } from '../../../src/main/desk/people/silence.ts'
import { nextMorning } from '../../../src/main/shell/next-morning.ts'
import type { PreferencesView } from '../../../src/preload/contract.ts'

const LOUD: Pick<PreferencesView, 'notifications' | 'quietHours' | 'pausedUntil'> = {
  notifications: true,
  quietHours: null,
  pausedUntil: null,
}
const at = (time: string): Date => new Date(`2026-03-10T${time}:00`)

describe('silence [told.silence]', () => {
  it('is what is switched off, paused, or within quiet hours', () => {
    expect(silentBecause(LOUD, at('12:00'))).toBeNull()
    expect(silentBecause({ ...LOUD, notifications: false }, at('12:00'))).toBe('off')
    const paused = { ...LOUD, pausedUntil: at('13:00').toISOString() }
    expect(silentBecause(paused, at('12:59'))).toBe('paused')
    expect(silentBecause(paused, at('13:00'))).toBeNull()
    const quietHours = { from: '12:00', to: '14:00' }
    expect(silentBecause({ ...LOUD, quietHours }, at('11:59'))).toBeNull()
    expect(silentBecause({ ...LOUD, quietHours }, at('12:00'))).toBe('quiet')
    expect(silentBecause({ ...LOUD, quietHours }, at('14:00'))).toBeNull()
  })

  it('reaches over midnight', () => {
    const quietHours = { from: '22:00', to: '07:00' }
    for (const [time, expected] of [
      ['21:59', null],
      ['22:00', 'quiet'],
      ['00:00', 'quiet'],
      ['06:59', 'quiet'],
      ['07:00', null],
    ] as const) {
      expect(silentBecause({ ...LOUD, quietHours }, at(time)), time).toBe(expected)
    }
  })

  it('is in exactly one of the hours from A to B and from B to A', () => {
    const say = (minute: number): string =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    const minute = fc.integer({ min: 0, max: 1439 })
    fc.assert(
      fc.property(minute, minute, minute, (from, to, now) => {
        fc.pre(from !== to)
        const within = (start: number, end: number): boolean => {
          const quietHours = { from: say(start), to: say(end) }
          return silentBecause({ ...LOUD, quietHours }, at(say(now))) === 'quiet'
        }
        expect(within(from, to)).toBe(!within(to, from))
      }),
    )
  })

  it('until the morning is never until in a moment', () => {
    expect(nextMorning(at('07:30'))).toEqual(at('09:00'))
    expect(nextMorning(at('08:30')).getDate()).toBe(11)
    expect(nextMorning(at('23:00')).getDate()).toBe(11)
  })
})
