import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SearchProfile } from '../../src/main/model/search-profile.ts'
import { SMART_SETTINGS } from '../../src/main/model/smart-settings.ts'
import type { CatalogEntry } from '../../src/main/search/catalog.ts'
import { poolForJudging } from '../../src/main/search/lab/evaluate.ts'
import { compareStandings, findSwap, nameBoth } from '../../src/main/search/lab/why.ts'
import { buildSearchIndex } from '../../src/main/search/search-index.ts'
import { finish } from '../../src/main/search/slicer.ts'
import {
  completeProfile,
  readSetting,
  withSetting,
} from '../../src/main/workflow/search-profile/search-profile.ts'
import { runs } from '../support/effort.ts'

const WORDS = ['issue', 'list', 'create', 'branch', 'comment', 'label', 'issues', 'repo', 'gmail', 'mail']
const word = fc.constantFrom(...WORDS)
const words = fc.array(word, { maxLength: 6 }).map((all) => all.join(' '))

const catalogs = fc
  .array(fc.record({ title: words, description: words, alias: word }), { minLength: 2, maxLength: 12 })
  .map((items) =>
    items.map(
      ({ title, description, alias }, index): CatalogEntry => ({
        id: `item${index}`,
        kind: 'capability',
        title,
        description,
        tags: [],
        aliases: [alias],
        text: '',
        examples: [],
        source: 'configuration',
      }),
    ),
  )

const SMART: SearchProfile = { ranking: 'smart' }
const pause = async () => {}
const { signal } = new AbortController()

function indexOf(entries: readonly CatalogEntry[]) {
  const index = finish(buildSearchIndex(entries, ['classic', 'smart']))
  const order = (profile: SearchProfile, query: string) =>
    index.rank(profile).search(query, { limit: 1000, offset: 0 }).hits
  return { index, order }
}

describe('the smallest change that swaps two results', () => {
  it('swaps them in the whole order, and nothing smaller does [tuning.why]', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs, words, fc.nat(), async (entries, query, pick) => {
        const { index, order } = indexOf(entries)
        const hits = order(SMART, query)
        const at = hits.length < 2 ? 0 : pick % (hits.length - 1)
        const [above, below] = [hits[at]?.entry.id, hits[at + 1]?.entry.id]
        if (query === '' || above === undefined || below === undefined) return
        const rank = async (profile: SearchProfile) => index.rank(profile)
        const isSwapped = (profile: SearchProfile) => {
          const ids = order(profile, query).map(({ entry }) => entry.id)
          return ids.includes(above) && ids.includes(below) && ids.indexOf(below) < ids.indexOf(above)
        }
        const swap = await findSwap({ query, above, below, profile: SMART, rank, pause, signal })
        if (swap !== null) expect(isSwapped(swap.profile)).toBe(true)
        const settings = completeProfile(SMART)
        for (const setting of SMART_SETTINGS.flatMap((group) => group.settings)) {
          if (setting.kind !== 'slider') continue
          const { key, least, most, step } = setting
          const from = Number(readSetting(settings, key))
          const size =
            swap === null ? 1.01 : Math.abs(swap.to - swap.from) / (swap.setting.most - swap.setting.least)
          for (let to = least; to <= most + step / 2; to += step) {
            const value = Number(Math.min(most, to).toFixed(6))
            if (value === from || Math.abs(value - from) / (most - least) >= size - 1e-9) continue
            expect(isSwapped({ ranking: 'smart', ...withSetting(settings, key, value) })).toBe(false)
          }
        }
      }),
      { numRuns: runs(10, 400) },
    )
  })

  it('is not looked for where no result can move, with a pause before each search [tuning.why]', async () => {
    const entry = (id: string, title: string): CatalogEntry => ({
      ...{ id, kind: 'capability', title, description: '', tags: [], aliases: [] },
      ...{ text: '', examples: [], source: 'configuration' },
    })
    const index = finish(buildSearchIndex([entry('a', 'send'), entry('b', 'send')], ['smart']))
    const tried: SearchProfile[] = []
    let pauses = 0
    const rank = async (profile: SearchProfile) => {
      tried.push(profile)
      return index.rank(profile)
    }
    const pauseBeforeEach = async () => {
      expect(pauses).toBe(tried.length)
      pauses++
    }
    expect(
      await findSwap({
        ...{ query: 'send', above: 'a', below: 'b', profile: SMART },
        ...{ rank, pause: pauseBeforeEach, signal },
      }),
    ).toBeNull()
    expect(pauses).toBe(tried.length)
    const settings = tried.map(completeProfile)
    const standard = completeProfile(SMART)
    expect(settings.every(({ sureMatch }) => sureMatch === standard.sureMatch)).toBe(true)
    expect(Math.max(...settings.map(({ leastMatch }) => leastMatch))).toBe(standard.leastMatch)
    expect(Math.min(...settings.map(({ leastMatch }) => leastMatch))).toBe(0)
  })
})

describe('the reason for an order', () => {
  it('adds up to the scores of both, whatever the ranking [tuning.why]', () => {
    fc.assert(
      fc.property(
        catalogs,
        words,
        fc.constantFrom<SearchProfile>(SMART, { ranking: 'classic' }),
        (entries, query, profile) => {
          const { index, order } = indexOf(entries)
          const [first, second] = order(profile, query)
          if (first === undefined || second === undefined) return
          const standing = ({ entry, score }: typeof first) => ({
            id: entry.id,
            title: entry.title,
            score,
            points: index.rank(profile).explain(query, entry),
          })
          const { sentence, differences } = compareStandings(standing(first), standing(second))
          expect(sentence).toMatch(/^\S.*\.$/)
          expect(sentence).not.toContain('‘’')
          if (query === '') return
          const sum = (side: 'above' | 'below') => differences.reduce((total, each) => total + each[side], 0)
          expect(sum('above')).toBeCloseTo(first.score, 3)
          expect(sum('below')).toBeCloseTo(second.score, 3)
        },
      ),
      { numRuns: runs(100, 2000) },
    )
  })
})

describe('two names in one sentence', () => {
  it('are short, on one line, and told apart [tuning.why]', () => {
    const named = (id: string, title: string) => ({ id, title })
    expect(nameBoth(named('a.go', 'Go'), named('b.stop', 'Stop'))).toEqual(['Go', 'Stop'])
    expect(nameBoth(named('a.go', 'Go'), named('b.go', ' Go'))).toEqual(['a.go', 'b.go'])
    expect(nameBoth(named('a.go', ' '), named('b.go', 'Go'))).toEqual(['a.go', 'b.go'])
    const [long, lines] = nameBoth(named('a', 'x'.repeat(10_000)), named('b', 'one\n two'))
    expect([long, lines]).toEqual([`${'x'.repeat(59)}…`, 'one two'])
  })
})

describe('what is judged for a query', () => {
  it('is in an order of the query’s own, which no ranking has a part in [tuning.pool]', () => {
    const entries = fc.sample(catalogs, { seed: 4, numRuns: 1 })[0] ?? []
    const { index } = indexOf(entries)
    const rankings = [index.rank(SMART), index.rank({ ranking: 'classic' })]
    const judged = ['gone', 'item0']
    const pool = (qid: string, given = rankings) =>
      poolForJudging({ qid, query: 'issue list', rankings: given, judged })
    expect(pool('q1', [...rankings].reverse())).toEqual(pool('q1'))
    expect([...pool('q1')].sort()).toEqual([...pool('q2')].sort())
    expect(new Set(Array.from({ length: 8 }, (_, number) => pool(`q${number}`).join())).size).toBeGreaterThan(
      4,
    )
    expect(pool('q1')).toEqual(expect.arrayContaining(judged))
  })
})
