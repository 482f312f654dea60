import { describe, expect, it } from 'vitest'
import { createLongWork, type LongWork } from '../../src/main/desk/long-work.ts'
import { GatewayError } from '../../src/main/model/error.ts'
import { createSystemClock } from '../../src/main/runtime/system.ts'
import type { Push } from '../../src/preload/contract.ts'

const VERDICT = { count: 3, removed: 0, broken: null, lost: null }

function open(): { longWork: LongWork; pushes: Push[]; reported: unknown[] } {
  const pushes: Push[] = []
  const reported: unknown[] = []
  const longWork = createLongWork({
    clock: createSystemClock(),
    publish: (push) => pushes.push(push),
    report: (fault) => `ref-${reported.push(fault)}`,
  })
  return { longWork, pushes, reported }
}

describe('long work at the desk [work.long]', () => {
  it('that ends at once is answered with its end', async () => {
    const { longWork } = open()
    expect(await longWork.begin('verify', '', async () => VERDICT)).toMatchObject({
      kind: 'verify',
      state: 'done',
      result: VERDICT,
    })
  })

  it('answers while it runs, tells how far it is, and keeps its end for whoever asks later', async () => {
    const { longWork, pushes } = open()
    const end = Promise.withResolvers<typeof VERDICT>()
    const begun = await longWork.begin('verify', '', async (told) => {
      told(0.25)
      return await end.promise
    })
    expect(begun).toMatchObject({ state: 'running', part: 0.25 })
    const told = pushes.length
    end.resolve(VERDICT)
    await expect.poll(() => longWork.list()).toMatchObject([{ id: begun.id, state: 'done', result: VERDICT }])
    expect(pushes.slice(told)).toEqual([{ topic: 'work' }])
  })

  it('is begun once however many press, and refused while another of its kind runs', async () => {
    const { longWork } = open()
    const end = Promise.withResolvers<{ removed: number }>()
    let times = 0
    const prune = (before: string) =>
      longWork.begin('prune', before, () => {
        times += 1
        return end.promise
      })
    const [one, other] = await Promise.all([prune('2026-01-01'), prune('2026-01-01')])
    expect(other.id).toBe(one.id)
    await expect(prune('2026-06-01')).rejects.toMatchObject({ data: { code: 'REJECTED' } })
    end.resolve({ removed: 4 })
    await expect.poll(() => longWork.list()).toMatchObject([{ state: 'done', result: { removed: 4 } }])
    expect(times).toBe(1)
    expect((await prune('2026-06-01')).id).not.toBe(one.id)
  })

  it('that fails at once throws, and later says why in a sentence; a bug says where its log entry is', async () => {
    const { longWork, reported } = open()
    const full = new GatewayError('INTERNAL', 'No backup was made: the disk is full.')
    const failing = longWork.begin('backup', '', async () => {
      throw full
    })
    await expect(failing).rejects.toBe(full)
    const late = Promise.withResolvers<{ file: string }>()
    const begun = await longWork.begin('backup', '', () => late.promise)
    expect(begun.state).toBe('running')
    late.reject(new TypeError('x is not a function'))
    await expect
      .poll(() => longWork.list()[0])
      .toMatchObject({ id: begun.id, state: 'failed', message: expect.stringContaining('ref-1') })
    expect(JSON.stringify(longWork.list())).not.toContain('not a function')
    expect(reported).toHaveLength(1)
  })
})
