/** `gateway.search` as callers see it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/main/model/json.ts'
import { idsOf, linkOf, makeAgent, makeCapability, makeSource, openDiscovery } from './samples.ts'

const agent = makeAgent()

describe('search', () => {
  it('answers scored items with start links, best first [search.table]', async () => {
    const { answer, isError } = await openDiscovery().search(agent, { query: 'deploy' })
    expect(isError).toBe(false)
    expect(answer).toMatchObject({
      query: 'deploy',
      total: 2,
      results: [
        { score: 16, item: { id: 'deploy_pipeline', kind: 'workflow', tags: ['deploy', 'pipeline'] } },
        { score: 3, item: { id: 'release.promote', links: [{ rel: 'start', method: 'workflow.start' }] } },
      ],
      links: [],
    })
    expect(answer).not.toHaveProperty('nextCursor')
  })

  it.each([
    ['deply', 'deploy_pipeline', 'search.typos'],
    ['ship', 'release.promote', 'search.aliases'],
    ['unobtainium', 'content_review', 'search.text'],
    ['submit_draft', 'content_review', 'search.text'],
  ])('for %s finds %s first [search.typos, search.aliases, search.text]', async (query, id) => {
    expect(idsOf((await openDiscovery().search(agent, { query })).answer)[0]).toBe(id)
  })

  it('of an empty query lists everything by id with score 1 [search.list]', async () => {
    const { answer } = await openDiscovery().search(agent, { query: '' })
    expect(answer.total).toBe(4)
    expect(idsOf(answer)).toEqual([
      'content_review',
      'deploy_pipeline',
      'github.list_issues',
      'release.promote',
    ])
    expect((answer.results as JsonObject[]).every(({ score }) => score === 1)).toBe(true)
  })

  it('filters by kind and by all of the tags [search.filters]', async () => {
    const discovery = openDiscovery({ include: ['proxy', 'workflows', 'connections'] })
    const find = async (request: object) =>
      idsOf((await discovery.search(agent, { query: '', ...request })).answer)
    expect(await find({ kind: 'workflow' })).toEqual(['content_review', 'deploy_pipeline'])
    expect(await find({ kind: 'connection' })).toEqual(['github'])
    expect(await find({ tags: ['release'] })).toEqual(['release.promote'])
    expect(await find({ tags: ['release', 'production'] })).toEqual(['release.promote'])
    expect(await find({ tags: ['release', 'github'] })).toEqual([])
    expect(await find({ query: 'deploy', kind: 'capability' })).toEqual(['release.promote'])
  })
})

describe('pages', () => {
  const capabilities = Array.from({ length: 60 }, (_, number) =>
    makeCapability(`tool.${number}`, { title: number % 4 === 0 ? 'send mail' : 'send' }),
  )

  it('follow each other without a gap or a repeat, by link and by cursor [search.pages]', async () => {
    const discovery = openDiscovery({ workflows: {}, capabilities })
    const whole = idsOf((await discovery.search(agent, { query: 'send mail', limit: 50 })).answer)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 50 }), async (limit) => {
        let { answer } = await discovery.search(agent, { query: 'send mail', limit })
        const seen = idsOf(answer)
        while (answer.nextCursor !== undefined) {
          const next = linkOf(answer, 'next').args as { query: string; cursor: string }
          expect(next.cursor).toBe(answer.nextCursor)
          answer = (await discovery.search(agent, next)).answer
          expect(answer.total).toBe(60)
          seen.push(...idsOf(answer))
        }
        expect(new Set(seen).size).toBe(60)
        expect(seen.slice(0, 50)).toEqual(whole)
      }),
      { numRuns: 30 },
    )
  })

  it('have ten results unless asked otherwise, fifty at most [search.pages]', async () => {
    const discovery = openDiscovery({ workflows: {}, capabilities })
    expect((await discovery.search(agent, { query: 'send' })).answer.results).toHaveLength(10)
    expect((await discovery.search(agent, { query: 'send', limit: 0 })).answer.results).toHaveLength(10)
    expect((await discovery.search(agent, { query: 'send', limit: 50 })).answer.results).toHaveLength(50)
  })

  it('refuse a cursor of another search, another client, an older catalog, or of nobody [search.pages]', async () => {
    const discovery = openDiscovery({ workflows: {}, capabilities })
    const cursor = String((await discovery.search(agent, { query: 'send' })).answer.nextCursor)
    const expectRefusal = async (
      who: typeof agent,
      request: { query: string; cursor: string; kind?: string },
    ) => {
      const { answer, isError } = await discovery.search(who, request)
      expect(isError).toBe(true)
      expect(answer).toMatchObject({
        result: { status: 'rejected' },
        error: { code: 'INVALID_ARGUMENTS', details: [{ path: 'cursor' }] },
      })
    }
    expect((await discovery.search(agent, { query: 'send', cursor })).isError).toBe(false)
    await expectRefusal(agent, { query: 'mail', cursor })
    await expectRefusal(agent, { query: 'send', kind: 'capability', cursor })
    await expectRefusal(makeAgent(['x']), { query: 'send', cursor })
    for (const forged of ['', '0', 'r99-abc', cursor.replace(/^./, 'h'), `${cursor}0`, 'r-1', '__proto__'])
      await expectRefusal(agent, { query: 'send', cursor: forged })
    discovery.replace(makeSource({ workflows: {}, capabilities: capabilities.slice(1) }))
    await expectRefusal(agent, { query: 'send', cursor })
  })
})

const MALFORMED: [field: string, request: { query: string; [field: string]: unknown }][] = [
  ['kind', { query: '', kind: 'tool' }],
  ['limit', { query: '', limit: 51 }],
  ['limit', { query: '', limit: -1 }],
  ['limit', { query: '', limit: 2.5 }],
  ['query', { query: 'x'.repeat(2001) }],
  ['query', { query: 7 as unknown as string }],
  ['tags', { query: '', tags: 'x' }],
  ['tags', { query: '', tags: ['x', 7] }],
  ['cursor', { query: '', cursor: 7 }],
]

describe('a malformed search', () => {
  it.each(MALFORMED)('names %s [search.arguments]', async (field, request) => {
    const { answer, isError } = await openDiscovery().search(agent, request)
    expect(isError).toBe(true)
    expect(answer).toMatchObject({
      result: { status: 'rejected' },
      error: { code: 'INVALID_ARGUMENTS', details: [{ path: field }] },
    })
    expect((answer.error as JsonObject).message).toMatch(new RegExp(`^${field}: .*\\.$`))
    expect(linkOf(answer, 'search').method).toBe('gateway.search')
  })
})

describe('a search without a match', () => {
  it('names the nearest words and links to the lists [search.hint]', async () => {
    const { answer, isError } = await openDiscovery().search(agent, { query: 'dpeloy' })
    expect(isError).toBe(false)
    expect(answer).toMatchObject({ results: [], total: 0, nearestTerms: ['deploy'] })
    expect(answer.hint).toContain('deploy')
    expect(linkOf(answer, 'list_workflows').args).toEqual({ query: '', kind: 'workflow' })
  })

  it('says so when it is the filter that hides the matches [search.hint]', async () => {
    const discovery = openDiscovery()
    const hintOf = async (request: { query: string; kind?: string; tags?: string[] }) =>
      (await discovery.search(agent, request)).answer.hint
    expect(await hintOf({ query: 'deploy', tags: ['nothing'] })).toBe(
      'Nothing with the tag "nothing" matches "deploy"; without this filter 2 items match.',
    )
    expect(await hintOf({ query: 'deploy', kind: 'connection', tags: ['x', 'y', 'z', 'a', 'b', 'c'] })).toBe(
      'Nothing of the kind "connection" with the tags "x", "y", "z", "a" and 2 more matches "deploy"; without these filters 2 items match.',
    )
    expect(await hintOf({ query: '', tags: ['x', 'y'] })).toMatch(
      /^There is no item with the tags "x" and "y"; without these filters there are \d+\.$/,
    )
    const { hint } = await discovery.inspect({ query: 'deploy', limit: 5, source: 'nowhere' })
    expect(hint).toBe('Nothing from "nowhere" matches "deploy"; without this filter 2 items match.')
  })

  it('says under smart when something matched, and too little [search.hint]', async () => {
    const profile = { ranking: 'smart' as const, leastMatch: 0.9 }
    const { answer } = await openDiscovery({}, { profile }).search(agent, {
      query: 'deploy satellites into orbit around jupiter',
    })
    expect(answer).toMatchObject({ results: [], total: 0 })
    expect(answer.hint).toMatch(
      /^Nothing matches ".*" well enough: (One item has|\d+ items have) a small part of it\. /,
    )
    expect((answer.nearestTerms as string[]).length).toBeLessThanOrEqual(3)
  })

  it('says so when there is nothing at all, or nothing near [search.hint]', async () => {
    for (const ranking of ['classic', 'smart'] as const) {
      const empty = openDiscovery({ workflows: {}, capabilities: [] }, { profile: { ranking } })
      for (const request of [{ query: '' }, { query: 'deploy' }, { query: 'deploy', tags: ['release'] }]) {
        const hint = 'The catalog is empty: there is nothing to search in.'
        expect((await empty.search(agent, request)).answer).toMatchObject({ total: 0, hint })
      }
    }
    expect((await openDiscovery().search(agent, { query: 'жжж' })).answer).toMatchObject({ nearestTerms: [] })
  })
})

describe('the playground', () => {
  it('shows terms, total, time and each point of the same search [search.explained]', async () => {
    const discovery = openDiscovery()
    const inspection = await discovery.inspect({ query: 'deploy', limit: 10 })
    const { answer } = await discovery.search(agent, { query: 'deploy' })
    expect(inspection).toMatchObject({ terms: ['deploy'], total: 2, hint: null, elapsedMicros: 7 })
    expect(inspection.results.map(({ entry, score }) => [entry.id, score])).toEqual(
      (answer.results as { score: number; item: { id: string } }[]).map(({ score, item }) => [
        item.id,
        score,
      ]),
    )
    expect(inspection.results[0]?.explanation.map(({ field, points }) => [field, points])).toEqual([
      ['title', 6],
      ['id', 5],
      ['tags', 3],
      ['description', 2],
    ])
    expect((await discovery.inspect({ query: 'dpeloy', limit: 10 })).hint).toContain('deploy')
  })
})
