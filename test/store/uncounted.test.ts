import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { afterEach, describe, expect } from 'vitest'
import { listApprovals, saveApproval } from '../../src/main/store/sqlite/approvals.ts'
import { appendAudit, listAudit } from '../../src/main/store/sqlite/audit.ts'
import { openForWriting } from '../../src/main/store/sqlite/database.ts'
import { createQueries, type Queries } from '../../src/main/store/sqlite/query.ts'
import { listRuns } from '../../src/main/store/sqlite/runs.ts'
import { test as it } from '../support/fixtures.ts'
import { approval, at, entry } from './samples.ts'

let folder: string
let database: Database.Database
let queries: Queries
let said: string[]

it.beforeEach(async ({ folder: made }) => {
  folder = made
  database = openForWriting(join(folder, 'countersign.db')).database
  const plain = createQueries(database)
  said = []
  const heard = (sql: string) => {
    said.push(sql)
    return sql
  }
  queries = {
    get: (sql, values) => plain.get(heard(sql), values),
    all: (sql, values) => plain.all(heard(sql), values),
    run: (sql, values) => plain.run(heard(sql), values),
  }
})
afterEach(async () => {
  database.close()
})

/** What SQLite does for the last statement, in its own words. */
function planOfLast(): string {
  const sql = said.at(-1) ?? ''
  const values = sql
    .split('?')
    .slice(1)
    .map(() => 'x')
  const steps = database.prepare<string[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values)
  return steps.map(({ detail }) => detail).join('; ')
}

describe('a walk over all pages of a list', () => {
  it('counts nothing when nobody asks how many there are [store.walks]', () => {
    for (let n = 0; n < 5; n += 1) saveApproval(queries, approval({ id: `ap_${n}`, requestedAt: at(n) }))
    const walk = (more: { uncounted?: true }) => {
      said = []
      const ids: string[] = []
      let cursor: string | undefined
      do {
        const page = listApprovals(
          queries,
          {},
          { limit: 2, ...more, ...(cursor === undefined ? {} : { cursor }) },
        )
        ids.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor
      } while (cursor !== undefined)
      return { ids, counted: said.filter((sql) => sql.includes('count(*)')).length }
    }
    const ids = ['ap_0', 'ap_1', 'ap_2', 'ap_3', 'ap_4']
    expect(walk({ uncounted: true })).toEqual({ ids, counted: 0 })
    expect(walk({})).toEqual({ ids, counted: 3 })
  })

  it('repeats and skips nothing of what the log has of a time, and counts all of it [store.lists]', () => {
    appendAudit(
      queries,
      [1, 2, 3, 4, 5, 6].map((n) => entry({ id: `au_${n}`, timestamp: at(n) })),
    )
    const pages: string[][] = []
    let cursor: string | undefined
    do {
      const page = listAudit(queries, { from: at(2) }, { limit: 2, ...(cursor && { cursor }) })
      expect(page.total).toBe(5)
      pages.push(page.items.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(pages).toEqual([['au_6', 'au_5'], ['au_4', 'au_3'], ['au_2']])
  })

  it('counts all that the log has of a time, however much that is [store.lists]', () => {
    const many = Array.from({ length: 5_010 }, (_, n) => entry({ id: `au_${n}`, timestamp: at(1) }))
    database.transaction(() => appendAudit(queries, many))()
    const { items, total } = listAudit(queries, { from: at(0) }, { limit: 2 })
    expect({ ids: items.map(({ id }) => id), total }).toEqual({ ids: ['au_5009', 'au_5008'], total: 5_010 })
  })

  it('begins at what was not written since, where it looks for idle sessions [store.walks]', () => {
    listRuns(
      queries,
      { definitionId: 'proxy_default', status: ['running'], updatedUntil: at(0) },
      { limit: 200, uncounted: true },
    )
    expect(said).toHaveLength(1)
    expect(planOfLast()).toMatch(/^SEARCH instances USING INDEX instances_sessions \(updated_at<\?\)$/)
  })
})

describe('a search that is given a time', () => {
  const all = Array.from({ length: 1200 }, (_, n) => entry({ id: `au_${n}`, payload: { n: `number ${n}.` } }))
  const search = (text: string, cursor?: string) =>
    listAudit(queries, { text }, { limit: 3, withinMs: 0, ...(cursor === undefined ? {} : { cursor }) })

  it('finds in all its pages together what there is, and nothing twice [store.timed-search]', () => {
    database.transaction(() => appendAudit(queries, all))()
    const found: string[] = []
    const pages: (true | undefined)[] = []
    let cursor: string | undefined
    do {
      const page = search('number 7.', cursor)
      expect(page.total).toBe(page.items.length)
      found.push(...page.items.map(({ id }) => id))
      pages.push(page.partial)
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(found).toEqual(['au_7'])
    expect(pages).toEqual([true, true, true])
    const first = search('number 11')
    expect(first.items.map(({ id }) => id)).toEqual(['au_1199', 'au_1198', 'au_1197'])
    expect(search('number 11', first.nextCursor).items.map(({ id }) => id)).toEqual([
      'au_1196',
      'au_1195',
      'au_1194',
    ])
  })

  it('is whole where one look finds everything [store.timed-search]', () => {
    database.transaction(() => appendAudit(queries, all.slice(0, 5)))()
    const page = search('number 4.')
    expect(page).toMatchObject({ total: 1, items: [{ id: 'au_4' }] })
    expect(page).not.toHaveProperty('partial')
    expect(page).not.toHaveProperty('nextCursor')
  })
})
