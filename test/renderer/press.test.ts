import { describe, expect, it } from 'vitest'
import { judgePress, type Press, TOO_SOON_MS } from '../../src/renderer/features/inbox/press.ts'

const settled: Press = {
  ...{ source: 'pointer', ready: true, focused: false, seen: true, complete: true, confirm: false },
} as const

describe('a press on an outcome', () => {
  it('does not count too soon, whatever it is [window.press]', () => {
    expect(TOO_SOON_MS).toBe(400)
    for (const source of ['key', 'pointer'] as const) {
      for (const focused of [true, false]) {
        expect(judgePress({ ...settled, source, focused, ready: false })).toBe('ignore')
      }
    }
  })

  it('by key only focuses an item that was not in focus [window.press]', () => {
    expect(judgePress({ ...settled, source: 'key' })).toBe('arm')
    expect(judgePress({ ...settled, source: 'key', confirm: true, complete: false })).toBe('arm')
    expect(judgePress({ ...settled, source: 'key', focused: true })).toBe('decide')
  })

  it('asks for a second gesture where one is declared [window.press]', () => {
    expect(judgePress({ ...settled, confirm: true })).toBe('confirm')
    expect(judgePress({ ...settled, source: 'key', focused: true, confirm: true })).toBe('confirm')
    expect(judgePress(settled)).toBe('decide')
  })

  it('first has what it would run read to the end, by key and by pointer, confirmed or not [sight.waits]', () => {
    for (const source of ['key', 'pointer'] as const)
      for (const confirm of [true, false])
        expect(judgePress({ ...settled, source, focused: true, confirm, seen: false })).toBe('read')
  })

  it('goes to missing values before anything is confirmed [window.press]', () => {
    expect(judgePress({ ...settled, complete: false, confirm: true })).toBe('complete')
  })
})
