/** What every store must do with the small values of a gateway. Run by the test file of each. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/main/runtime/ports.ts'
import { entry, evidence } from './samples.ts'

export function describeSettings(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let store: Store
    beforeEach(async () => {
      store = await open()
      return () => store.close()
    })

    it('keeps settings by key [store.settings]', async () => {
      expect(await store.setting('window')).toBeNull()
      await store.saveSetting('window', { width: 1 })
      await store.saveSetting('window', { width: 2, nested: { deep: [true] } })
      expect(await store.setting('window')).toEqual({ width: 2, nested: { deep: [true] } })
    })

    it('keeps many small values of one kind, and changes several of them at once [store.settings]', async () => {
      await store.saveSettings([
        { key: 'judged/b', value: { n: 2 } },
        { key: 'judged/a', value: { n: 1 } },
        { key: 'judge', value: {} },
        { key: 'judged0', value: {} },
      ])
      await store.saveSettings([
        { key: 'judged/b', value: null },
        { key: 'judged/c', value: { n: 3 } },
        { key: 'judged/none', value: null },
      ])
      expect(await store.settings('judged/')).toEqual([
        { key: 'judged/a', value: { n: 1 } },
        { key: 'judged/c', value: { n: 3 } },
      ])
      expect(await store.settings('nothing')).toEqual([])
      expect(await store.setting('judged/b')).toBeNull()
    })

    it('holds settings with the entry that tells of them [store.atomic] [store.settings]', async () => {
      await store.saveSettings([
        { key: 'gone', value: { n: 1 } },
        { key: 'other', value: { n: 1 } },
      ])
      const settings = [
        { key: 'made', value: { n: 2 } },
        { key: 'gone', value: null },
      ]
      expect(await store.commit({ expect: [], settings, audit: [entry({ id: 'au_1' })] })).toEqual({
        ok: true,
      })
      expect(await Promise.all(['made', 'gone', 'other'].map((key) => store.setting(key)))).toEqual([
        { n: 2 },
        null,
        { n: 1 },
      ])
      expect((await store.audit({}, { limit: 10 })).items.map(({ id }) => id)).toEqual(['au_1'])
      // The same evidence twice: nothing of the batch is written.
      const again = [
        { key: 'made', value: null },
        { key: 'other', value: { n: 3 } },
      ]
      const evidences = [evidence(), evidence()]
      const refused = store.commit({ expect: [], settings: again, evidence: evidences, audit: [entry()] })
      await expect(refused).rejects.toMatchObject({ code: 'INTERNAL' })
      expect([await store.setting('made'), await store.setting('other')]).toEqual([{ n: 2 }, { n: 1 }])
      expect(await store.verifyAudit()).toMatchObject({ count: 1, broken: null })
    })
  })
}
