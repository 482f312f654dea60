/** How much of the file a moment's commits write: what agents wait for when many of them call at once. */
import { statSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { createSystemIds } from '../../../src/main/runtime/system.ts'
import { openSqliteStore } from '../../../src/main/store/sqlite/sqlite-store.ts'
import { test as it } from '../../support/fixtures.ts'
import { entry, evidence, run } from '../samples.ts'

const PAGE = 4096 + 24
const AGENTS = 16

describe('commits of one moment', () => {
  it('write few pages, however many runs there are already [store.few-pages]', async ({
    databaseFile: file,
  }) => {
    const ids = createSystemIds()
    let now = Date.UTC(2026, 0, 1)
    const call = () => {
      now += 3
      const id = ids.workflow()
      const timestamp = new Date(now).toISOString()
      return {
        expect: [{ kind: 'newRun' as const, id }],
        runs: [run({ id, updatedAt: timestamp })],
        evidence: [evidence({ id: ids.next('ev'), workflowId: id })],
        audit: [
          entry({ id: ids.next('au'), workflowId: id, timestamp }),
          entry({ id: ids.next('au'), workflowId: id, timestamp }),
        ],
      }
    }
    const commitAll = (count: number) =>
      Promise.all(Array.from({ length: count }, () => store.commit(call())))
    let store = await openSqliteStore({ file })
    for (let round = 0; round < 10; round += 1) await commitAll(500)
    await store.close()

    store = await openSqliteStore({ file })
    await commitAll(AGENTS)
    const before = statSync(`${file}-wal`).size
    expect(await commitAll(AGENTS)).toEqual(Array(AGENTS).fill({ ok: true }))
    const pages = (statSync(`${file}-wal`).size - before) / PAGE
    await store.close()
    expect(pages).toBeLessThan(3 * AGENTS)
  })
})

describe('the ids of a gateway', () => {
  it('are twelve and twenty-four digits, none twice, those of one moment side by side [store.few-pages]', () => {
    const ids = createSystemIds()
    const workflows = Array.from({ length: 100_000 }, ids.workflow)
    expect(new Set(workflows).size).toBe(workflows.length)
    expect(workflows.every((id) => /^wf_[0-9a-f]{12}$/.test(id))).toBe(true)
    expect(ids.next('au')).toMatch(/^au_[0-9a-f]{24}$/)
    const stems = new Set(workflows.map((id) => id.slice(0, 11)))
    expect(stems.size).toBeGreaterThan(1_500)
    expect(stems.size).toBeLessThan(1_600)
    for (const [at, id] of workflows.entries()) {
      const before = workflows[at - 1]
      if (before?.slice(0, 11) === id.slice(0, 11)) expect(id > before).toBe(true)
    }
  })
})
