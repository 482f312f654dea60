import { describe, expect, it } from 'vitest'
import { createTurns, takeTurns } from '../../src/main/model/in-turn.ts'

describe('work in turns', () => {
  it('begins when what was given before has ended, however long that takes', async () => {
    const inTurn = takeTurns()
    const seen: string[] = []
    const first = Promise.withResolvers<void>()
    const one = inTurn(async () => {
      seen.push('one begins')
      await first.promise
      seen.push('one ends')
      return 1
    })
    const two = inTurn(async () => {
      seen.push('two begins')
      return 2
    })
    await Promise.resolve()
    first.resolve()
    expect(await Promise.all([one, two])).toEqual([1, 2])
    expect(seen).toEqual(['one begins', 'one ends', 'two begins'])
  })

  it('goes on after work that failed, and tells its caller alone', async () => {
    const inTurn = takeTurns()
    const failed = inTurn(() => Promise.reject(new Error('full')))
    const next = inTurn(async () => 'written')
    await expect(failed).rejects.toThrow('full')
    expect(await next).toBe('written')
  })

  it('takes a fault that is thrown at once for a failure like any other', async () => {
    const inTurn = takeTurns()
    await expect(
      inTurn(() => {
        throw new Error('at once')
      }),
    ).rejects.toThrow('at once')
    expect(await inTurn(async () => 'next')).toBe('next')
  })
})

describe('turns of which some are served at once', () => {
  it('are taken in their order, and each is ended once', async () => {
    const turns = createTurns(() => 2)
    const seen: string[] = []
    const take = async (name: string) => {
      const end = await turns.take()
      seen.push(name)
      return end
    }
    const [first, second] = await Promise.all([take('one'), take('two')])
    const third = take('three')
    const fourth = take('four')
    first?.()
    first?.()
    await third
    await Promise.resolve()
    expect(seen).toEqual(['one', 'two', 'three'])
    second?.()
    const ends = await Promise.all([third, fourth])
    expect(turns.isIdle()).toBe(false)
    for (const end of ends) end?.()
    expect(turns.isIdle()).toBe(true)
  })

  it('are left by whoever does not wait any more', async () => {
    const turns = createTurns(() => 1)
    const end = await turns.take()
    const stop = new AbortController()
    const waiting = turns.take(stop.signal)
    stop.abort()
    expect(await waiting).toBe(null)
    end?.()
    expect(turns.isIdle()).toBe(true)
  })
})
