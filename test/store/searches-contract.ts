/** What every store must do with the searches of agents. Run by the test file of each. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { KeptSearch } from '../../src/main/model/kept-search.ts'
import type { Store } from '../../src/main/runtime/ports.ts'
import { at, entry } from './samples.ts'

export function keptSearch(change: Partial<KeptSearch> = {}): KeptSearch {
  return {
    id: 'sr_1',
    at: at(0),
    client: 'local',
    label: 'Sample',
    session: 'one',
    sure: true,
    query: 'send mail',
    filters: {},
    profile: 'classic',
    total: 1,
    results: ['mail_send'],
    described: [],
    started: [],
    ...change,
  }
}

export function describeSearches(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let store: Store
    beforeEach(async () => {
      store = await open()
      return () => store.close()
    })
    const kept = async (filter = {}) =>
      (await store.searches(filter, { limit: 500 })).items.map(({ id }) => id)
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => keptSearch({ id: `sr_${index}`, at: at(index) }))

    it('keeps searches, the last first, and replaces one at its place [traffic.kept]', async () => {
      const queries = ["'; DROP TABLE searches; --", '%_\\', 'ﷺ😀e\u0301', '"\u0000"', '']
      const made = queries.map((query, index) =>
        keptSearch({ id: `sr_${index}`, query, filters: { kind: 'k' } }),
      )
      await store.keepSearches(made)
      const { items, nextCursor } = await store.searches({}, { limit: made.length })
      expect([items, nextCursor]).toEqual([made.toReversed(), undefined])
      const followed = keptSearch({ id: 'sr_1', described: ['a'], started: [{ id: 'a', run: 'wf_1' }] })
      await store.keepSearches([followed])
      expect(await kept()).toEqual(['sr_4', 'sr_3', 'sr_2', 'sr_1', 'sr_0'])
      expect((await store.searches({ followed: true }, { limit: 10 })).items).toEqual([followed])
    })

    it('pages without gaps or repeats while others come and old ones go [traffic.kept]', async () => {
      await store.keepSearches(many(25))
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await store.searches({}, { limit: 4, ...(cursor === undefined ? {} : { cursor }) })
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor
        await store.keepSearches([keptSearch({ id: `sr_new_${seen.length}` })])
        if (seen.length === 8) await store.forgetSearches({ before: at(2), most: 100 })
      } while (cursor !== undefined)
      const stayed = many(25).slice(2)
      expect(seen).toEqual(stayed.map(({ id }) => id).reverse())
    })

    it('finds those from a time on [traffic.kept]', async () => {
      await store.keepSearches(many(5))
      expect(await kept({ from: at(3) })).toEqual(['sr_4', 'sr_3'])
      expect(await kept({ from: '2026-01-01T02:00:03+02:00' })).toEqual(['sr_4', 'sr_3'])
    })

    it('forgets what is too old or too many, and all of it when asked [traffic.bounded]', async () => {
      await store.keepSearches(many(10))
      expect(await store.forgetSearches({ before: at(2), most: 100 })).toBe(2)
      expect(await store.forgetSearches({ before: at(0), most: 3 })).toBe(5)
      expect(await kept()).toEqual(['sr_9', 'sr_8', 'sr_7'])
      expect(await store.forgetSearches({ before: at(0), most: 3 })).toBe(0)
      expect(await store.forgetSearches(null)).toBe(3)
      expect(await store.forgetSearches(null)).toBe(0)
      await store.keepSearches([keptSearch({ id: 'sr_after' })])
      expect(await kept()).toEqual(['sr_after'])
    })

    it('tells of each piece that is forgotten with it, and of nothing where nothing is [traffic.bounded] [store.told]', async () => {
      await store.keepSearches(many(2003))
      const told: number[] = []
      const saying = (searches: number) =>
        entry({ id: `au_${told.push(searches)}`, eventType: 'traffic.forgotten', payload: { searches } })
      const first = await store.forgetSearches(null, saying)
      const left = await kept()
      expect([told, left.length]).toEqual([[first], 2003 - first])
      const second = await store.forgetSearches(null, saying)
      expect([await store.forgetSearches(null, saying), first + second]).toEqual([0, 2003])
      const { items } = await store.audit({ eventTypes: ['traffic.forgotten'] }, { limit: 9 })
      expect(items.map(({ payload }) => payload.searches)).toEqual([second, first])
      expect(await store.verifyAudit()).toMatchObject({ count: 2, broken: null })
      await store.keepSearches(many(1))
      const fails = () => {
        throw new Error('This entry cannot be made.')
      }
      await expect(store.forgetSearches(null, fails)).rejects.toThrow()
      expect(await kept()).toEqual(['sr_0'])
    })

    it('hands out copies [traffic.kept]', async () => {
      const made = keptSearch()
      await store.keepSearches([made])
      made.results.push('later')
      const [read] = (await store.searches({}, { limit: 1 })).items
      read?.results.push('later')
      expect((await store.searches({}, { limit: 1 })).items).toEqual([keptSearch()])
    })
  })
}
