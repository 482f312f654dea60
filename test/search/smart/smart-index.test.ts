import fc from 'fast-check'
import { expect, it } from 'vitest'
import { finish } from '../../../src/main/search/slicer.ts'
import { buildSmartIndex } from '../../../src/main/search/smart/smart-ranking.ts'
import { completeProfile } from '../../../src/main/workflow/search-profile/search-profile.ts'
import { makeToolEntries } from '../../bench/tool-catalog.ts'
import { runs } from '../../support/effort.ts'
import { measureProcessorTime } from '../../support/processor-time.ts'
import { createRandom } from '../../support/random.ts'
import { makeEntry } from '../samples.ts'
import { findIds } from '../smart-samples.ts'

it('is built in many short steps, none of which grows with the catalog [smart.slices]', () => {
  const entries = makeToolEntries(5000, createRandom(3).next)
  const steps = buildSmartIndex(entries)
  const times: number[] = []
  for (let done = false; !done; ) {
    times.push(
      measureProcessorTime(() => {
        done = steps.next().done === true
      }),
    )
  }
  expect(times.length).toBeGreaterThan(entries.length)
  // Collecting garbage can fall into any step.
  expect(times.sort((left, right) => right - left)[10]).toBeLessThan(10)
})

it('one index serves all settings, each as an index of its own would [smart.slices]', () => {
  const entries = [makeEntry('a', { title: 'Send mail' }), makeEntry('b', { description: 'Mail by mail' })]
  const index = finish(buildSmartIndex(entries))
  const ranking = (title: number, description: number) =>
    index.rank(completeProfile({ ranking: 'smart', weights: { title, description } }))
  const [titles, descriptions] = [ranking(6, 0), ranking(0, 6)]
  expect(findIds(titles, 'mail')).toEqual(['a'])
  expect(findIds(descriptions, 'mail')).toEqual(['b'])
  expect(findIds(titles, 'mail')).toEqual(['a'])
})

it('what rankings share says nothing of the settings of another one [smart.slices]', () => {
  const entries = makeToolEntries(40, createRandom(5).next)
  const [first = makeEntry('a')] = entries
  const shared = finish(buildSmartIndex(entries))
  const list = fc.record({
    add: fc.constantFrom<string[][]>([], ['get']),
    remove: fc.constantFrom<string[][]>([], ['the'], ['create']),
  })
  const groups = fc.constantFrom<string[][][]>([], [['mail', 'list']], [['get', 'issue', 'create']])
  const profile = fc.record({
    ranking: fc.constant('smart' as const),
    wordForms: fc.boolean(),
    ignoreCommon: fc.boolean(),
    commonWords: list,
    askingWords: list,
    synonyms: fc.record({ add: groups, remove: groups }),
    typo: fc.constantFrom(0, 1),
    part: fc.constantFrom(0, 1),
  })
  const query = fc.constantFrom(first.title, first.description, `the ${first.title}s create`, first.id)
  fc.assert(
    fc.property(fc.array(fc.tuple(profile, query), { minLength: 2, maxLength: 6 }), (asked) => {
      for (const [settings, text] of asked) {
        const alone = finish(buildSmartIndex(entries))
        const [one, other] = [shared, alone].map((index) =>
          index.rank(completeProfile(settings)).search(text, { limit: 50, offset: 0 }),
        )
        expect(one).toEqual(other)
      }
    }),
    { numRuns: runs(15) },
  )
})
