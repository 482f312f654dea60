import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { afterAll, describe, expect } from 'vitest'
import { createLongReads } from '../../../src/main/store/sqlite/reader.ts'
import { openSqliteStore, type SqliteStore } from '../../../src/main/store/sqlite/sqlite-store.ts'
import { runs } from '../../support/effort.ts'
import { test as it } from '../../support/fixtures.ts'
import { at, entry, run } from '../samples.ts'

const ENTRIES = runs(20_000, 100_000)
const PIECE = 500
const WHOLE = { head: '', broken: null, removed: 0, lost: null }

let file: string
let store: SqliteStore
const warned: string[] = []
it.beforeAll(async ({ sharedFolder }) => {
  file = join(sharedFolder, 'countersign.db')
  store = await openSqliteStore({ file, warn: (message) => warned.push(message) })
  for (let first = 0; first < ENTRIES; first += PIECE) {
    const numbers = Array.from({ length: PIECE }, (_, index) => first + index)
    await store.commit({
      expect: [],
      runs: numbers
        .filter((n) => n % 10 === 0)
        .map((n) => run({ id: `wf_${n}`, updatedAt: at(n), context: { note: `run ${n}` } })),
      audit: numbers.map((n) =>
        entry({ id: `au_${n}`, timestamp: at(n), payload: { n, text: 'x'.repeat(200) } }),
      ),
    })
  }
})
afterAll(() => store.close())

/** How much of the time that `work` took this thread was busy. */
async function busyDuring(work: () => Promise<unknown>): Promise<number> {
  const before = performance.eventLoopUtilization()
  await work()
  return performance.eventLoopUtilization(before).utilization
}

describe('long reads', () => {
  it('leave this thread to others, and answer right [R3.4]', async () => {
    // The first starts the thread.
    expect((await store.audit({}, { limit: 1 })).total).toBe(ENTRIES)
    const busy = await busyDuring(async () => {
      const parts: number[] = []
      const report = await store.verifyAudit((part) => parts.push(part))
      expect(report).toMatchObject({ count: ENTRIES, broken: null, lost: null })
      // Whoever waits sees how far it is.
      expect(parts.length).toBeGreaterThan(1)
      expect([parts.toSorted((one, other) => one - other), parts.at(-1)]).toEqual([parts, 1])
      const found = await store.audit({ text: `au_${ENTRIES - 1}` }, { limit: 5 })
      expect(found.items.map(({ sequence }) => sequence)).toEqual([ENTRIES])
      expect((await store.runs({ text: 'run 10' }, { limit: 5 })).total).toBeGreaterThan(1)
    })
    expect(busy).toBeLessThan(0.5)
    expect(warned).toEqual([])
  })

  it('see what was committed before they were asked, while others commit [R3.4]', async () => {
    let commits = 0
    let verifying = true
    const verified = store.verifyAudit().finally(() => {
      verifying = false
    })
    for (; verifying; commits += 1) {
      await store.commit({ expect: [], audit: [entry({ payload: { mine: commits } })] })
      if (commits === 0) {
        const found = await store.audit({ text: '"mine":0' }, { limit: 2 })
        expect(found.total).toBe(1)
      }
    }
    expect(await verified).toMatchObject({ broken: null, lost: null })
    expect(commits).toBeGreaterThan(0)
  })

  it('do not wait for what walks all that there is [work.long] [R3.4]', async ({ folder }) => {
    let copying = true
    const copied = store.care.backUp(join(folder, 'copy.db')).finally(() => {
      copying = false
    })
    const found = await store.audit({ text: 'au_17' }, { limit: 1 })
    expect(found.items).toHaveLength(1)
    expect(copying).toBe(true)
    await copied
  })

  it('refuse what they cannot read as a short one does [R3.4]', async () => {
    const wrong = store.audit({}, { limit: 1, cursor: 'nonsense' })
    await expect(wrong).rejects.toMatchObject({ name: 'GatewayError', code: 'INVALID_ARGUMENTS' })
  })

  it('are answered on this thread, and the log says so, where another cannot be had [R3.4]', async ({
    folder,
  }) => {
    const said: string[] = []
    const here = { ...store, ...store.care, verifyAudit: async () => ({ ...WHOLE, count: 7 }) }
    const reads = createLongReads(join(folder, 'none.db'), here, (message) => said.push(message))
    expect((await reads.verifyAudit()).count).toBe(7)
    expect((await reads.audit({}, { limit: 1 })).items).toHaveLength(1)
    expect(said).toEqual([expect.stringContaining("read on the gateway's own thread")])
    await reads.close()
  })

  it('are answered or refused when the store closes in the middle, never forgotten [R3.4]', async ({
    databaseFile,
  }) => {
    const other = await openSqliteStore({ file: databaseFile, largeFrom: 0 })
    await other.commit({ expect: [], audit: [entry()] })
    const asked = Array.from({ length: 5 }, () => other.verifyAudit())
    const closed = other.close()
    const settled = await Promise.allSettled(asked)
    await closed
    for (const result of settled) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'INTERNAL' })
    }
  })
})
