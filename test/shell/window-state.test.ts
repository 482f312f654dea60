import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWindowState, SMALLEST, writeWindowState } from '../../src/main/shell/window-state.ts'

const SCREEN = { x: 0, y: 0, width: 1920, height: 1080 }

describe('the place of the window', () => {
  it('is the one that was stored [shell.window-state]', () => {
    const stored = writeWindowState({ x: 40, y: 50, width: 1000, height: 700 }, true)
    expect(readWindowState(stored, [SCREEN])).toEqual({
      place: { x: 40, y: 50 },
      width: 1000,
      height: 700,
      maximized: true,
    })
  })

  it('is left to the system at the first start, and when its screen is gone', () => {
    expect(readWindowState(null, [SCREEN]).place).toBeNull()
    const beside = writeWindowState({ x: 2500, y: 50, width: 1000, height: 700 }, false)
    expect(readWindowState(beside, [SCREEN]).place).toBeNull()
  })

  it('is left to the system where the window would leave the screen once it has become smaller', () => {
    const wide = writeWindowState({ x: -2000, y: 50, width: 5000, height: 700 }, false)
    expect(readWindowState(wide, [SCREEN]).place).toBeNull()
  })

  it('is always one where a person can take hold of it, whatever was stored', () => {
    const number = fc.oneof(fc.integer({ min: -5000, max: 5000 }), fc.constant(null), fc.constant(Number.NaN))
    fc.assert(
      fc.property(number, number, number, number, (x, y, width, height) => {
        const state = readWindowState({ x, y, width, height }, [SCREEN])
        expect(state.width).toBeGreaterThanOrEqual(SMALLEST.width)
        expect(state.width).toBeLessThanOrEqual(SCREEN.width)
        expect(state.height).toBeLessThanOrEqual(SCREEN.height)
        if (state.place) {
          expect(state.place.y).toBeGreaterThanOrEqual(0)
          expect(state.place.y).toBeLessThan(SCREEN.height)
          expect(state.place.x).toBeLessThan(SCREEN.width)
          expect(state.place.x + state.width).toBeGreaterThan(0)
        }
      }),
    )
  })
})
