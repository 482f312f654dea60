import fs, { existsSync, fstatSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, describe, expect, vi } from 'vitest'
import { readKeptHead } from '../../../src/main/store/audit/audit-chain.ts'
import { openSqliteStore } from '../../../src/main/store/sqlite/sqlite-store.ts'
import { test as it } from '../../support/fixtures.ts'
import { entry, run } from '../samples.ts'

type Ended = (error: NodeJS.ErrnoException | null) => void

/** The flushes that were begun and wait for the disk, which is ours now: each ends when the test says so. */
function holdDisk(file: string) {
  const begun: Ended[] = []
  vi.spyOn(fs, 'fdatasync').mockImplementation((log: number, ended: Ended) => {
    expect(fstatSync(log).ino).toBe(statSync(`${file}-wal`).ino)
    begun.push(ended)
  })
  syncBuiltinESMExports()
  return begun
}

function failAtOnce() {
  vi.spyOn(fs, 'fdatasyncSync').mockImplementation(() => {
    throw new Error('EIO: i/o error, fdatasync')
  })
  syncBuiltinESMExports()
}

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const FAILS = 'EIO: i/o error, fdatasync), and what was written last may be lost'

describe('The way to the disk', () => {
  it('ends before several commits are confirmed; what comes meanwhile shares the next [store.durable]', async ({
    databaseFile: file,
  }) => {
    const store = await openSqliteStore({ file })
    const begun = holdDisk(file)
    const confirmed: string[] = []
    const commit = async (id: string) => {
      await store.commit({ expect: [], runs: [run({ id })], audit: [] })
      confirmed.push(id)
    }
    const first = [commit('wf_1'), commit('wf_2')]
    await vi.waitFor(() => expect(begun).toHaveLength(1))
    const next = [commit('wf_3'), commit('wf_4')]
    expect(await store.run('wf_2')).not.toBeNull()
    expect(await store.run('wf_3')).toBeNull()
    expect(confirmed).toEqual([])
    begun[0]?.(null)
    await Promise.all(first)
    expect(confirmed).toEqual(['wf_1', 'wf_2'])
    await vi.waitFor(() => expect(begun).toHaveLength(2))
    begun[1]?.(null)
    await Promise.all(next)
    await store.close()
  })

  it('is not waited for in vain by one that comes meanwhile and alone [store.durable]', async ({
    databaseFile: file,
  }) => {
    const store = await openSqliteStore({ file })
    const begun = holdDisk(file)
    const commit = (id: string) => store.commit({ expect: [], runs: [run({ id })], audit: [] })
    const first = [commit('wf_1'), commit('wf_2')]
    await vi.waitFor(() => expect(begun).toHaveLength(1))
    const next = commit('wf_3')
    begun[0]?.(null)
    await Promise.all(first)
    expect(await next).toEqual({ ok: true })
    await store.close()
  })

  it('ends before a commit that comes alone is confirmed [store.durable]', async ({ databaseFile: file }) => {
    const store = await openSqliteStore({ file })
    const { fdatasyncSync } = fs
    const flushed: boolean[] = []
    vi.spyOn(fs, 'fdatasyncSync').mockImplementation((log) => {
      fdatasyncSync(log)
      flushed.push(fstatSync(log).ino === statSync(`${file}-wal`).ino)
    })
    syncBuiltinESMExports()
    await store.commit({ expect: [], runs: [run()], audit: [] })
    expect(flushed).toEqual([true])
    await store.close()
  })

  it('is waited for at the end [store.durable]', async ({ databaseFile: file }) => {
    const store = await openSqliteStore({ file })
    const begun = holdDisk(file)
    const ends: string[] = []
    const commit = (id: string) =>
      store
        .commit({ expect: [], runs: [run({ id })], audit: [] })
        .then(({ ok }) => ends.push(ok ? 'saved' : 'not saved'))
    const commits = [commit('wf_1'), commit('wf_2')]
    await vi.waitFor(() => expect(begun).toHaveLength(1))
    const closed = store.close().then(() => ends.push('closed'))
    begun[0]?.(null)
    await Promise.all([...commits, closed])
    expect(ends).toEqual(['saved', 'saved', 'closed'])
  })

  it.for(['one', 'several'])(
    'that failed is the last one, for %s: nothing is confirmed and nothing more is written [store.failing-disk]',
    async (how, { databaseFile: file }) => {
      const obstacles: (string | null)[] = []
      const store = await openSqliteStore({ file, onObstacle: (reason) => obstacles.push(reason) })
      await store.commit({ expect: [], audit: [entry()] })
      const commit = () => store.commit({ expect: [], audit: [entry()] })
      if (how === 'one') failAtOnce()
      const begun = holdDisk(file)
      const commits = how === 'one' ? [commit()] : [commit(), commit()]
      const outcomes = Promise.allSettled(commits)
      if (how === 'several') {
        await vi.waitFor(() => expect(begun).toHaveLength(1))
        begun[0]?.(new Error('EIO: i/o error, fdatasync'))
      }
      for (const outcome of await outcomes)
        expect(outcome).toMatchObject({
          status: 'rejected',
          reason: { message: expect.stringContaining(FAILS) },
        })
      // The disk answers again; what it lost it has lost.
      vi.restoreAllMocks()
      syncBuiltinESMExports()
      await expect(commit()).rejects.toThrow(FAILS)
      expect(obstacles).toEqual([expect.stringContaining(FAILS)])
      await store.close()
      // The end of the log that is kept beside it names nothing that is not surely there.
      const kept = readKeptHead(file)
      expect(existsSync(file) && kept.every(({ sequence }) => sequence <= 1)).toBe(true)
      const again = await openSqliteStore({ file })
      expect(again.readOnly).toBeNull()
      expect(await again.verifyAudit()).toMatchObject({ broken: null, lost: null })
      expect(await again.commit({ expect: [], audit: [entry()] })).toEqual({ ok: true })
      await again.close()
    },
  )
})
