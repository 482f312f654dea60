/** The log page by page where it is long: what is meant lies together, is rare, or was written with a clock set back. */
import { describe, expect } from 'vitest'
import type { AuditEventType } from '../../../src/main/model/audit-event.ts'
import type { AuditFilter } from '../../../src/main/runtime/ports.ts'
import { openSqliteStore } from '../../../src/main/store/sqlite/sqlite-store.ts'
import { test as it } from '../../support/fixtures.ts'
import { entry } from '../samples.ts'

/** More than twice as many as are looked at beside each other. */
const ENTRIES = 12_000
const LIMIT = 1500

const second = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString()

/** Frequent everywhere, only in the first quarter, and once in a thousand. */
function kindOf(number: number): AuditEventType {
  if (number % 1000 === 7) return 'audit.pruned'
  if (number < ENTRIES / 4) return 'search.performed'
  return number % 3 === 0 ? 'workflow.started' : 'workflow.transitioned'
}

/** In the third quarter the clock was an hour back. */
function timeOf(number: number): string {
  const isBack = number >= ENTRIES / 2 && number < (ENTRIES * 3) / 4
  return second(number - (isBack ? 3600 : 0))
}

const FILTERS: Record<string, AuditFilter> = {
  'a frequent kind': { eventTypes: ['workflow.started'] },
  'a kind of long ago': { eventTypes: ['search.performed'] },
  'a rare kind': { eventTypes: ['audit.pruned'] },
  'two kinds': { eventTypes: ['audit.pruned', 'workflow.transitioned'] },
  'a kind that never was': { eventTypes: ['config.reloaded'] },
  'times of which the clock saw some twice': { from: second(5000), to: second(7000) },
  'times before': { to: second(4200) },
  'a kind since': { eventTypes: ['workflow.started'], from: second(4000) },
}

describe('a long log', () => {
  it('shows each entry that is meant once, the newest first, and counts them all [store.lists]', async ({
    databaseFile: file,
  }) => {
    const store = await openSqliteStore({ file })
    const entries = Array.from({ length: ENTRIES }, (_, number) =>
      entry({ id: `au_${number}`, timestamp: timeOf(number), eventType: kindOf(number) }),
    )
    await store.commit({ expect: [], audit: entries })
    for (const [name, filter] of Object.entries(FILTERS)) {
      const { eventTypes, from = '', to = '9' } = filter
      const meant = entries
        .filter(
          ({ eventType, timestamp }) =>
            (eventTypes?.includes(eventType) ?? true) && timestamp >= from && timestamp <= to,
        )
        .map(({ id }) => id)
        .toReversed()
      const shown: string[] = []
      let cursor: string | undefined
      do {
        const page = await store.audit(filter, { limit: LIMIT, ...(cursor === undefined ? {} : { cursor }) })
        expect(page.total, name).toBe(meant.length)
        shown.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor
      } while (cursor !== undefined)
      expect(shown, name).toEqual(meant)
      const third = await store.audit(filter, { limit: 10, start: 20 })
      expect(
        third.items.map(({ id }) => id),
        name,
      ).toEqual(meant.slice(20, 30))
    }
    await store.close()
  })
})
