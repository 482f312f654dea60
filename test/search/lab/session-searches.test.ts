import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KeptSearch } from '../../../src/main/model/kept-search.ts'
import { createSessionSearches, type TrafficCaller } from '../../../src/main/search/lab/session-searches.ts'
import { runs } from '../../support/effort.ts'

const MINUTE = 60_000
const caller = (session: string | null, label = 'Agent'): TrafficCaller => ({
  client: 'local',
  label,
  session,
})
const asked = (query: string, shown: string[], isNextPage = false) => ({
  query,
  shown,
  isNextPage,
  filters: {},
  profile: 'classic',
  total: shown.length,
})

function open() {
  let count = 0
  return createSessionSearches(() => `sr_${++count}`)
}

describe('What follows a search', () => {
  it('counts for the newest of the session that showed it, within half an hour [traffic.linked]', () => {
    const sessions = open()
    const one = caller('one')
    const older = sessions.searched(one, asked('mail', ['send', 'list']), 0)
    const newer = sessions.searched(one, asked('send', ['send']), MINUTE)
    expect(sessions.described(one, 'send', 2 * MINUTE)).toMatchObject({ id: newer.id, described: ['send'] })
    expect(sessions.described(one, 'send', 2 * MINUTE)).toBeNull()
    expect(sessions.started(one, { id: 'list', run: null }, 3 * MINUTE)).toMatchObject({ id: older.id })
    expect(sessions.started(one, { id: 'other', run: null }, 3 * MINUTE)).toBeNull()
    expect(sessions.started(one, { id: 'send', run: null }, 32 * MINUTE)).toBeNull()
    expect(sessions.started(caller('two'), { id: 'send', run: null }, 2 * MINUTE)).toBeNull()
  })

  it('also counts on a further page, which is no search of its own [traffic.linked]', () => {
    const sessions = open()
    const one = caller('one')
    const first = sessions.searched(one, asked('mail', ['send']), 0)
    expect(sessions.searched(one, asked('mail', ['sort'], true), 1).id).toBe(first.id)
    expect(sessions.started(one, { id: 'sort', run: null }, 2)?.id).toBe(first.id)
    expect(sessions.searched(one, asked('mail', ['send']), 3).id).not.toBe(first.id)
    expect(sessions.searched(one, asked('unknown', [], true), 4).results).toEqual([])
  })

  it('prefers the call that ran to the one that waits for a person [traffic.linked]', () => {
    const sessions = open()
    const one = caller('one')
    sessions.searched(one, asked('mail', ['send']), 0)
    expect(sessions.started(one, { id: 'send', run: 'wf_1' }, 1)?.started).toEqual([
      { id: 'send', run: 'wf_1' },
    ])
    expect(sessions.started(one, { id: 'send', run: 'wf_2' }, 2)).toBeNull()
    expect(sessions.started(one, { id: 'send', run: null }, 3)?.started).toEqual([{ id: 'send', run: null }])
  })
})

describe('A client without a connection', () => {
  it('has one session by its name until it is quiet for ten minutes [traffic.sessions]', () => {
    const sessions = open()
    const one = caller(null)
    const first = sessions.searched(one, asked('mail', ['send']), 0)
    sessions.enter(one, 9 * MINUTE)
    const second = sessions.searched(one, asked('mail', ['send']), 18 * MINUTE)
    const third = sessions.searched(one, asked('mail', ['send']), 29 * MINUTE)
    const other = sessions.searched(caller(null, 'Other'), asked('mail', ['send']), 1)
    expect(second.session).toBe(first.session)
    expect(new Set([first.session, third.session, other.session]).size).toBe(3)
    expect([first.sure, third.sure]).toEqual([false, false])
  })
})

it('Sessions never mix, and what is remembered is bounded [traffic.sessions] [traffic.linked]', () => {
  const step = fc.record({
    session: fc.constantFrom('one', 'two', 'three'),
    kind: fc.constantFrom('search', 'describe', 'start'),
    id: fc.constantFrom('a', 'b', 'c'),
    gap: fc.integer({ min: 0, max: 20 * MINUTE }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const sessions = open()
      const kept = new Map<string, KeptSearch>()
      let at = 0
      for (const { session, kind, id, gap } of steps) {
        at += gap
        const who = caller(session)
        const changed =
          kind === 'search'
            ? sessions.searched(who, asked(id, [id]), at)
            : kind === 'describe'
              ? sessions.described(who, id, at)
              : sessions.started(who, { id, run: null }, at)
        if (changed === null) continue
        expect(changed.session).toBe(session)
        expect(at - Date.parse(changed.at)).toBeLessThanOrEqual(30 * MINUTE)
        kept.set(changed.id, changed)
      }
      for (const { results, described, started } of kept.values()) {
        for (const id of [...described, ...started.map((each) => each.id)]) expect(results).toContain(id)
        expect(new Set(described).size).toBe(described.length)
        expect(new Set(started.map(({ id }) => id)).size).toBe(started.length)
      }
    }),
    { numRuns: runs(200, 5000) },
  )
})
