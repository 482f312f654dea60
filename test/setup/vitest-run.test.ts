import { afterEach, describe, expect, it, vi } from 'vitest'
import { runs } from '../support/effort.ts'
import { environmentOf, limitOf, readSkipped } from './vitest-run.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

function runsWith(options: { long: boolean }): number {
  vi.stubEnv('COUNTERSIGN_LONG', environmentOf(options).COUNTERSIGN_LONG)
  return runs(100)
}

describe('the runner of tests', () => {
  it('ends the tests after 35 minutes at the latest, and the long ones later [R8.5]', () => {
    expect(limitOf({ long: false })).toBeLessThanOrEqual(35 * 60_000)
    expect(limitOf({ long: true })).toBeGreaterThan(limitOf({ long: false }))
  })

  it('makes property tests try more cases in the long run [R8.5]', () => {
    expect(runsWith({ long: false })).toBe(100)
    expect(runsWith({ long: true })).toBeGreaterThanOrEqual(1000)
  })

  it.each([
    ['a › b (skipped: There is no display.) › c', 'a › b › c', 'There is no display.'],
    [
      'a (skipped: No browser (Chromium 120 (or newer)) is here.) › c',
      'a › c',
      'No browser (Chromium 120 (or newer)) is here.',
    ],
    ['a (skipped: cut (off', 'a', 'cut (off'],
    ['a (b)', 'a (b)', 'no reason was given'],
  ])('reads the whole reason out of %s', (title, rest, why) => {
    expect(readSkipped(title)).toEqual({ title: rest, why })
  })
})
