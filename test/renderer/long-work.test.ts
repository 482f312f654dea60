import { describe, expect, it } from 'vitest'
import { createLongWork } from '../../src/main/desk/long-work.ts'
import { createSystemClock } from '../../src/main/runtime/system.ts'
import type { Bridge } from '../../src/preload/contract.ts'
import { workToEnd } from '../../src/renderer/long-work.ts'

const open = () =>
  createLongWork({
    clock: createSystemClock(),
    publish: () => undefined,
    report: (fault) => {
      throw fault
    },
  })

/** The way of a window to whoever does the work; `looks` counts how often it asked how far it is. */
function wayTo(work: () => Promise<{ file: string }>) {
  const way = { longWork: open(), isDown: false, looks: 0 }
  const bridge: Pick<Bridge, 'call'> = {
    async call(name) {
      if (name !== 'data.work') return { ok: true, value: await way.longWork.begin('backup', '', work) }
      way.looks += 1
      if (way.isDown) throw new Error('Failed to fetch')
      return { ok: true, value: way.longWork.list() }
    },
  }
  return { way, bridge: bridge as Bridge }
}

describe('a window with long work [work.long]', () => {
  it('stays with it to its end, also where nobody answers for a while', async () => {
    const end = Promise.withResolvers<{ file: string }>()
    const { way, bridge } = wayTo(() => end.promise)
    const made = workToEnd(bridge, 'backup', {})
    way.isDown = true
    await expect.poll(() => way.looks).toBeGreaterThan(0)
    way.isDown = false
    end.resolve({ file: '/data/backups/a.db' })
    expect(await made).toEqual({ file: '/data/backups/a.db' })
  })

  it('says why it failed', async () => {
    const end = Promise.withResolvers<{ file: string }>()
    const { way, bridge } = wayTo(() => end.promise)
    const made = workToEnd(bridge, 'backup', {})
    made.catch(() => undefined)
    await expect.poll(() => way.looks).toBeGreaterThan(0)
    end.reject(
      new (await import('../../src/main/model/error.ts')).GatewayError('INTERNAL', 'The disk is full.'),
    )
    await expect(made).rejects.toMatchObject({ name: 'DeskError', message: 'The disk is full.' })
  })

  it('says that nobody knows how it ended where a new gateway answers', async () => {
    const { way, bridge } = wayTo(() => new Promise(() => undefined))
    const made = workToEnd(bridge, 'backup', {})
    made.catch(() => undefined)
    await expect.poll(() => way.looks).toBeGreaterThan(0)
    way.longWork = open()
    await expect(made).rejects.toMatchObject({
      message: expect.stringContaining('started again before this had ended'),
    })
  })
})
