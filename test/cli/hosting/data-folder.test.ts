import { describe, expect, it, vi } from 'vitest'
import { openDataFolder } from '../../../src/main/cli/hosting/data-folder.ts'
import { ConfigurationDiffers, FolderHeld } from '../../../src/main/model/failure-to-open.ts'

const HELD = new FolderHeld('/data', { pid: 4711, startedAt: '2026-01-01T00:00:00.000Z' })

const nobodyAccepts = async () => expect.unreachable('nobody has to accept anything')

/** A folder that somebody holds for so many attempts. */
function heldFor(attempts: number) {
  let left = attempts
  return async () => {
    left -= 1
    if (left >= 0) throw HELD
    return 'opened'
  }
}

describe('the data folder of the app', () => {
  it('is opened without a question if it is free', async () => {
    const asked: string[] = []
    const opened = await openDataFolder({
      open: heldFor(0),
      askForHandover: async () => ({ ok: false, reason: 'unasked' }),
      offerToAccept: nobodyAccepts,
      offerToTryAgain: async (reason) => asked.push(reason) > 0,
    })
    expect(opened).toBe('opened')
    expect(asked).toEqual([])
  })

  it('comes from a gateway that hands over, as soon as that has ended', async () => {
    const opened = await openDataFolder({
      open: heldFor(3),
      askForHandover: async () => ({ ok: true }),
      offerToAccept: nobodyAccepts,
      offerToTryAgain: async () => expect.unreachable('nobody has to be asked'),
    })
    expect(opened).toBe('opened')
  })

  it('is asked for again where a pipe was faster and started another gateway', async () => {
    let asked = 0
    const opened = await openDataFolder({
      open: async () => {
        if (asked < 2) throw HELD
        return 'opened'
      },
      askForHandover: async () => {
        asked += 1
        return { ok: true }
      },
      offerToAccept: nobodyAccepts,
      offerToTryAgain: async () => expect.unreachable('nobody has to be asked'),
    })
    expect(opened).toBe('opened')
    expect(asked).toBe(2)
  })

  it('is the person’s to free: they are told whose process holds it, and can try again [shell.held-folder]', async () => {
    const told: string[] = []
    const opened = await openDataFolder({
      open: heldFor(2),
      askForHandover: async () => ({ ok: false, reason: 'Process 4711 holds it.' }),
      offerToAccept: nobodyAccepts,
      offerToTryAgain: async (reason) => told.push(reason) > 0,
    })
    expect(opened).toBe('opened')
    expect(told).toEqual(['Process 4711 holds it.', 'Process 4711 holds it.'])
  })

  it('names the process from the lock where nobody answers, and gives up when the person does', async () => {
    vi.useFakeTimers()
    const told: string[] = []
    const opened = openDataFolder({
      open: heldFor(1000),
      askForHandover: async () => ({ ok: false, reason: null }),
      offerToAccept: nobodyAccepts,
      offerToTryAgain: async (reason) => told.push(reason) < 0,
    })
    await vi.advanceTimersByTimeAsync(30_000)
    vi.useRealTimers()
    expect(await opened).toBeNull()
    expect(told).toEqual([expect.stringContaining('4711')])
  })

  it('is not asked about when opening fails for another reason', async () => {
    const broken = openDataFolder({
      open: async () => Promise.reject(new Error('disk full')),
      askForHandover: async () => ({ ok: true }),
      offerToAccept: nobodyAccepts,
      offerToTryAgain: async () => true,
    })
    await expect(broken).rejects.toThrow('disk full')
  })

  it('that has had another configuration opens with this one only if the person says so [live.path]', async () => {
    const differs = new ConfigurationDiffers('/data', '/before.yaml', '/now.yaml')
    for (const accepts of [true, false]) {
      const told: string[] = []
      const opened = await openDataFolder({
        open: async (acceptsPath) => {
          if (!acceptsPath) throw differs
          return 'opened'
        },
        askForHandover: async () => expect.unreachable('nobody holds it'),
        offerToTryAgain: async () => expect.unreachable('nobody holds it'),
        offerToAccept: async (reason) => {
          told.push(reason)
          return accepts
        },
      })
      expect(opened).toBe(accepts ? 'opened' : null)
      expect(told).toEqual([expect.stringMatching(/before\.yaml.*now\.yaml/)])
    }
  })
})
