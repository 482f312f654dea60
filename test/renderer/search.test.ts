import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { makeHint } from '../../src/main/search/hint.ts'
import type { CatalogItem, ProfilesView, SearchExplanation, SearchView } from '../../src/preload/contract.ts'
import { AppliedTable } from '../../src/renderer/features/search/profiles/applied-table.tsx'
import {
  composeSearch,
  FIELDS,
  fieldOf,
  groupHits,
  sayMillis,
  sayPoints,
  segmentsOf,
  shareOf,
  showsAll,
  sumOf,
  unmetTerms,
} from '../../src/renderer/features/search/trying/explain.ts'
import { chooseExamples, nearestWords } from '../../src/renderer/features/search/trying/nothing.tsx'
import { Legend } from '../../src/renderer/features/search/trying/search-facts.tsx'
import { openTestGateway } from '../support/gateway.ts'

const hit = (term: string, field: SearchExplanation['field'], points: number): SearchExplanation => ({
  term,
  field,
  strategy: 'exact',
  word: term,
  points,
})

const byPoints = (one: SearchExplanation, other: SearchExplanation) => one.points - other.points

it('examples are of what can be called, and is not deprecated [playground.examples]', () => {
  const item = (title: string, more: Partial<CatalogItem> = {}): CatalogItem => ({
    ...{ id: title, kind: 'capability', title, description: '', tags: [], aliases: [], source: 'files' },
    ...{ used: { count: 0, lastAt: null }, blocked: null },
    ...more,
  })
  const items = [
    item('Read file (deprecated)'),
    item('Old search', { description: 'DEPRECATED: use the other.' }),
    item('Gone', { blocked: { because: 'It waits.', approvalId: null } }),
    item('Read text file'),
    item('Pay', { tags: ['billing', 'money', 'more'] }),
  ]
  expect(chooseExamples(items)).toEqual(['read text file', 'billing money'])
})

describe('an explanation', () => {
  it('names each part that a bar is drawn with, also what was lost for missing words [screens.search-explained]', () => {
    const legendOf = (...explanation: SearchExplanation[]) =>
      renderToStaticMarkup(
        createElement(Legend, { view: { results: [{ explanation }] } as unknown as SearchView }),
      )
        .replace(/<[^>]*>/g, ' ')
        .replace(/ +/g, ' ')
        .trim()
    expect(legendOf(hit('pay', 'title', 2))).toBe('Title')
    expect(legendOf(hit('pay', 'title', 2), hit('', null, -1))).toBe('Title Missing words')
  })

  it('adds up to the score that the gateway gives [screens.search-explained]', async () => {
    const gateway = await openTestGateway(`
workflows:
  content_review:
    title: Content review
    description: Write, review, and publish content.
    tags: [content, review]
    aliases: [proofread]
    initialState: drafting
    states:
      drafting: { transitions: { submit_draft: { target: done } } }
      done: { terminal: true }
`)
    try {
      for (const query of ['review', 'reviews publisher', 'proof draft content']) {
        const { results } = await gateway.discovery.inspect({ query, limit: 10 })
        expect(results.length).toBe(1)
        for (const { score, explanation } of results) {
          expect(sumOf(explanation)).toBe(score)
          const parts = segmentsOf(explanation)
          expect(parts.reduce((sum, part) => sum + part.points, 0)).toBeCloseTo(score, 4)
        }
      }
    } finally {
      await gateway.close()
    }
  })

  it('has a row for each of its points, also for names and titles [screens.search-explained]', async () => {
    const gateway = await openTestGateway(`
discovery: { profile: smart }
capabilities:
  notes.write:
    title: Write a note
    description: Keeps a note. A note is found again.
    executor: { kind: noop }
  notes.find:
    title: Find a note
    description: Finds what was noted.
    executor: { kind: noop }
proxy: { expose: [{ capability: notes.write }, { capability: notes.find }] }
`)
    try {
      const seen = new Set<string>()
      for (const query of ['notes.write', 'write a note', 'please write. Then find a note again']) {
        const { terms, results } = await gateway.discovery.inspect({ query, limit: 10 })
        for (const { score, explanation } of results) {
          const { words, whole } = groupHits(explanation, terms)
          const rows = [...words.flatMap(({ hits }) => hits), ...whole]
          expect(rows.toSorted(byPoints)).toEqual(explanation.toSorted(byPoints))
          expect(rows.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 4)
          expect(words.flatMap(({ hits }) => hits).filter((one) => fieldOf(one) === 'whole')).toEqual([])
          for (const { strategy } of whole) seen.add(strategy)
        }
      }
      expect([...seen].sort()).toEqual(['coverage', 'name', 'sentence', 'title'])
    } finally {
      await gateway.close()
    }
  })

  it('is divided by field, heaviest first, with the words that hit [screens.search-explained]', () => {
    const parts = segmentsOf([
      hit('b', 'text', 1),
      hit('a', 'title', 6),
      hit('b', 'title', 6),
      hit('a', 'title', 1),
    ])
    expect(parts).toEqual([
      { field: 'title', points: 13, terms: ['a', 'b'] },
      { field: 'text', points: 1, terms: ['b'] },
    ])
    expect(segmentsOf([])).toEqual([])
    expect(FIELDS[0]).toBe('title')
  })

  it('is drawn in proportion to the best [screens.search-explained]', () => {
    const results = [
      { score: 20, explanation: [] },
      { score: 5, explanation: [] },
    ] as unknown as SearchView['results']
    expect(shareOf(20, results)).toBe(100)
    expect(shareOf(5, results)).toBe(25)
    expect(shareOf(0, [])).toBe(0)
  })

  it('names the words that hit nothing [screens.search-explained]', () => {
    const results = [{ explanation: [hit('fil', 'title', 6)] }] as SearchView['results']
    expect(unmetTerms({ terms: ['chnge', 'fil', 'chnge'], results })).toEqual(['chnge'])
    const count = (value: number) => ({
      facets: { kind: [{ value: 'workflow', count: value }], source: [], tag: [] },
    })
    expect(showsAll({ results, ...count(1) })).toBe(true)
    // On a page that is not shown it may hit.
    expect(showsAll({ results, ...count(2) })).toBe(false)
  })

  it('is told in short numbers, beside the literal call [screens.search-explained]', () => {
    expect(sayPoints(6)).toBe('6')
    expect(sayPoints(1.0499999523162842)).toBe('1.05')
    expect(sayMillis(86)).toBe('0.09')
    expect(sayMillis(4565.007)).toBe('4.6')
    expect(composeSearch('say "hi"', 10)).toBe('gateway.search {"query":"say \\"hi\\"","limit":10}')
    // An agent has no filter by source, so none is shown as its.
    const filters = { kind: 'workflow', source: 'files', tags: ['a'] }
    const call = 'gateway.search {"query":"hi","kind":"workflow","tags":["a"],"limit":10}'
    expect(composeSearch('hi', 10, filters)).toBe(call)
  })
})

describe('a hint', () => {
  it('gives its near words as they stand in what the agent is told [screens.search-near]', () => {
    expect(nearestWords(makeHint('revew', ['review', 'preview']).hint)).toEqual(['review', 'preview'])
    expect(nearestWords(makeHint('xyzzy', []).hint)).toEqual([])
    expect(nearestWords(makeHint('', []).hint)).toEqual([])
  })
})

it('of what was live before the desk applied anything it says no time: it is not known [playground.profiles]', () => {
  const applied = (found: boolean) => ({
    ...{ id: String(found), at: '2026-01-01T10:00:00.000Z', by: 'human:root', found, name: 'Smart' },
    ...{ profile: { ranking: 'smart' }, figures: null },
  })
  const table = (found: boolean) => {
    const profiles = { changedElsewhere: false, history: [applied(found)], settings: [] }
    return renderToStaticMarkup(
      createElement(AppliedTable, { profiles: profiles as unknown as ProfilesView }),
    )
  }
  expect(table(false)).toContain('<time')
  expect(table(true)).not.toContain('<time')
  expect(table(true)).toContain('from the settings file')
})
