import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findHunts as findHuntsInSteps,
  isSameNeed,
  needOf,
  type SearchGoal,
} from '../../../src/main/search/lab/hunts.ts'
import { finish } from '../../../src/main/search/slicer.ts'
import { runs } from '../../support/effort.ts'

const MINUTE = 60_000
const findHunts = (searches: SearchGoal[]) => finish(findHuntsInSteps(searches))
const words = fc.array(
  fc.constantFrom('send', 'mail', 'mails', 'list', 'invoice', 'the', 'please', 'Über', '邮件'),
  {
    maxLength: 6,
  },
)

function sought(at: number, query: string, more: Partial<SearchGoal> = {}): SearchGoal {
  return { at, query, need: needOf(query), followed: false, results: [], ...more }
}

describe('The same need', () => {
  it('is of the words that tell something, in whatever order, number and case [traffic.same-need]', () => {
    const same = (one: string, other: string) => isSameNeed(needOf(one), needOf(other))
    expect(same('send mail', 'Please send a mail')).toBe(true)
    expect(same('send mail', 'mails: SEND!')).toBe(true)
    expect(same('read the calendar', 'calendar events of today')).toBe(true)
    expect(same('fax a letter', 'send fax')).toBe(true)
    expect(same('get weather', 'find the weather in Berlin')).toBe(true)
    expect(same('send mail', 'send fax')).toBe(false)
    expect(same('send mail', 'delete mail')).toBe(false)
    expect(same('weather Berlin', 'weather Paris')).toBe(false)
    expect(same('send', 'deliver')).toBe(true)
    expect(same('send', 'send mail')).toBe(false)
    expect(same('I need the', 'please give me some')).toBe(false)
    expect(same('', '')).toBe(false)
    expect(same('the', 'the')).toBe(true)
  })

  it('holds both ways, of a query and itself, and does not mind order [traffic.same-need]', () => {
    fc.assert(
      fc.property(words, words, (one, other) => {
        const [left, right] = [needOf(one.join(' ')), needOf(other.join(' '))]
        expect(isSameNeed(left, right)).toBe(isSameNeed(right, left))
        expect(isSameNeed(left, left)).toBe(one.length > 0)
        expect(needOf(one.toReversed().join('  '))).toEqual(left)
      }),
      { numRuns: runs(200, 5000) },
    )
  })
})

describe('A hunt', () => {
  it('is three searches of one need with nothing started [traffic.hunts]', () => {
    const searches = [
      sought(0, 'send fax', { results: ['mail_send'] }),
      sought(MINUTE, 'weather in Berlin'),
      sought(2 * MINUTE, 'fax delivery', { results: ['mail_send', 'mail_list'] }),
      sought(3 * MINUTE, 'please fax a letter', { results: [] }),
    ]
    expect(findHunts(searches)).toEqual([
      {
        at: 3 * MINUTE,
        queries: ['send fax', 'fax delivery', 'please fax a letter'],
        seen: ['mail_send', 'mail_list'],
      },
    ])
    expect(findHunts(searches.slice(1))).toEqual([])
    const followed = searches.map((search, index) => (index === 2 ? { ...search, followed: true } : search))
    expect(findHunts(followed)).toEqual([])
  })

  it('ends where nothing was searched for half an hour [traffic.hunts]', () => {
    const at = (...minutes: number[]) => minutes.map((minute) => sought(minute * MINUTE, 'send fax'))
    expect(findHunts(at(0, 30, 60))).toHaveLength(1)
    expect(findHunts(at(0, 31, 62))).toEqual([])
    expect(findHunts(at(0, 1, 2, 60, 61, 62))).toHaveLength(2)
  })

  it('is made of searches of which nothing was started, each in one hunt at most [traffic.hunts]', () => {
    const search = fc.record({
      gap: fc.integer({ min: 0, max: 40 * MINUTE }),
      query: words.map((all) => all.join(' ')),
      followed: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(search, { maxLength: 40 }), (made) => {
        let at = 0
        const searches = made.map(({ gap, query, followed }, index) => {
          at += gap
          return sought(at, query, { followed, results: [`item_${index}`] })
        })
        const hunts = findHunts(searches)
        const open = new Set(searches.filter(({ followed }) => !followed).flatMap(({ results }) => results))
        const seen = hunts.flatMap((hunt) => hunt.seen)
        expect(new Set(seen).size).toBe(seen.length)
        expect(seen.every((id) => open.has(id))).toBe(true)
        for (const hunt of hunts) {
          expect(hunt.seen.length).toBeGreaterThanOrEqual(3)
          expect(hunt.queries).not.toContain('')
        }
        expect(hunts.map(({ at }) => at)).toEqual(hunts.map(({ at }) => at).toSorted((a, b) => a - b))
      }),
      { numRuns: runs(200, 5000) },
    )
  })
})
