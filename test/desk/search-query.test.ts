import { describe, expect, it } from 'vitest'
import type { SearchProfile } from '../../src/main/model/search-profile.ts'
import { openShop } from './search-fixture.ts'

const SMART: SearchProfile = { ranking: 'smart' }

describe('a draft profile', () => {
  it('ranks by the gateway’s own code, beside what is live [tuning.draft]', async () => {
    const shop = await openShop()
    const query = 'shipped label for an order'
    const live = await shop.ask('search.query', { query })
    expect(live.compared).toBeNull()
    expect(live.results.every(({ liveRank }) => liveRank === null)).toBe(true)
    const tried = await shop.ask('search.query', { query, profile: SMART })
    expect(tried.compared?.live.map(({ item }) => item.id)).toEqual(live.results.map(({ item }) => item.id))
    for (const { item, liveRank } of tried.results)
      expect(liveRank).toBe(live.results.find((result) => result.item.id === item.id)?.rank ?? null)
    const person = shop.session.principal()
    const { answer } = await shop.gateway.discovery.search(person, { query, limit: 10 }, SMART)
    expect(tried.answer).toEqual(answer)
    expect(tried.tokens).toBe(Math.ceil(JSON.stringify(answer).length / 4))
    expect(tried.ignored).toContain('for')
    for (const { score, explanation } of tried.results)
      expect(explanation.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 4)
    expect(shop.gateway.discovery.profile()).toEqual({ ranking: 'classic' })
  })

  it('shows that nothing fits well as the agent is told it [playground.weak]', async () => {
    const shop = await openShop()
    const query = 'book a train for an opera trip of the carrier'
    const tried = await shop.ask('search.query', { query, profile: SMART })
    expect(tried).toMatchObject({ weak: true, answer: { weak: true, hint: tried.hint } })
    const live = await shop.ask('search.query', { query })
    expect(live).toMatchObject({ weak: false, hint: null })
    const kept = await shop.ask('search.query', { query, profile: { ...SMART, sureMatch: 0 } })
    expect(kept).toMatchObject({ weak: false, hint: null, results: { length: tried.results.length } })
  })

  it('is refused with a sentence where it is none [tuning.draft-checked]', async () => {
    const shop = await openShop()
    for (const [profile, sentence] of [
      [{ ranking: 'best' }, /ranking/],
      [{ ranking: 'classic', weights: {} }, /classic ranking has no settings/],
      [{ ranking: 'smart', weights: { title: 99 } }, /^weights\.title: .*from 0 to 20/],
      [{ ranking: 'smart', typos: 1 }, /There is no setting/],
    ] as const) {
      for (const [name, request] of [
        ['search.query', { query: 'x' }],
        ['search.evaluate', {}],
        ['search.why', { query: 'x', above: 'a', below: 'b' }],
        ['profiles.save', { name: 'x' }],
      ] as const) {
        const error = await shop.fails(name, { ...request, profile })
        expect(error).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringMatching(sentence) })
      }
    }
  })

  it('is narrowed by kind, source and tags, and says how many there were of each [tuning.filters]', async () => {
    const shop = await openShop()
    const query = 'shop order'
    const all = await shop.ask('search.query', { query })
    const kinds = Object.fromEntries(all.facets.kind.map(({ value, count }) => [value, count]))
    const narrowed = await shop.ask('search.query', {
      query,
      kind: 'workflow',
      source: 'configuration',
      profile: SMART,
    })
    expect(narrowed.results.map(({ item }) => item.id)).toEqual(['close_shop'])
    expect(narrowed.compared?.live.map(({ item }) => item.id)).toEqual(['close_shop'])
    expect(narrowed.facets.kind).toEqual(
      expect.arrayContaining([{ value: 'workflow', count: kinds.workflow }]),
    )
    const paper = await shop.ask('search.query', { query: 'label', tags: ['paper'], source: 'nowhere' })
    expect(paper.results).toEqual([])
  })
})

describe('why a result stands above another', () => {
  const query = 'shipped order'
  const judge = async (shop: Awaited<ReturnType<typeof openShop>>) => {
    await shop.ask('judged.save', { qid: null, query, grades: { ship_order: 2, print_label: 3 } })
    await shop.ask('judged.save', { qid: null, query: 'money', grades: { refund: 3 } })
  }

  it('is one sentence with the points of both; a swap is proven, with what it does to judged queries [tuning.why]', async () => {
    const shop = await openShop()
    await judge(shop)
    const page = await shop.ask('search.query', { query, profile: SMART })
    const [above, below] = page.results.map(({ item }) => item.id)
    if (above === undefined || below === undefined) throw new Error('Two are found.')
    const why = await shop.ask('search.why', { query, above, below, profile: SMART })
    expect(why.sentence).toMatch(/^‘.*’ has [\d.]+ points, ‘.*’ [\d.]+: .*\.$/)
    const [first, second] = page.results
    const sum = (side: 'above' | 'below') => why.differences.reduce((total, each) => total + each[side], 0)
    expect(sum('above')).toBeCloseTo(first?.score ?? 0, 4)
    expect(sum('below')).toBeCloseTo(second?.score ?? 0, 4)
    if (why.swap === null) throw new Error('One slider swaps them.')
    const swapped = await shop.ask('search.query', { query, profile: why.swap.profile })
    const order = swapped.results.map(({ item }) => item.id).filter((id) => id === above || id === below)
    expect(order[0]).toBe(below)
    expect(why.swap.sentence).toContain(`from ${why.swap.from} to ${why.swap.to} puts`)
    expect(why.swap.judged).toBe(2)
    const [was, is] = [
      await shop.ask('search.evaluate', { profile: SMART }),
      await shop.ask('search.evaluate', { profile: why.swap.profile }),
    ].map(({ rows }) => new Map(rows.map((row) => [row.query, row.after.ndcg10])))
    const moved = [...(was ?? [])].map(([judged, before]) => ({
      query: judged,
      before,
      after: is?.get(judged) ?? 0,
    }))
    expect(why.swap.hurts).toEqual(moved.filter(({ before, after }) => after < before))
    expect(why.swap.helps).toEqual(moved.filter(({ before, after }) => after > before))
    expect(moved).toHaveLength(2)
    expect(
      await shop.fails('search.why', { query, above: below, below: above, profile: SMART }),
    ).toMatchObject({
      code: 'REJECTED',
      message: expect.stringContaining('by now'),
    })
    expect(await shop.fails('search.why', { query, above, below: 'refund', profile: SMART })).toMatchObject({
      message: expect.stringContaining('is not found'),
    })
  })

  it('says of the classic ranking that it has no sliders [tuning.why]', async () => {
    const shop = await openShop()
    const page = await shop.ask('search.query', { query })
    const [above = '', below = ''] = page.results.map(({ item }) => item.id)
    const why = await shop.ask('search.why', { query, above, below })
    expect(why.swap).toBeNull()
    expect(why.sentence).toContain('has no sliders')
    expect(why.differences.reduce((total, each) => total + each.above, 0)).toBeCloseTo(
      page.results[0]?.score ?? 0,
      4,
    )
  })
})

describe('an evaluation', () => {
  it('measures every judged query under both profiles, and counts what nothing can answer nowhere [tuning.evaluate]', async () => {
    const shop = await openShop()
    await shop.ask('judged.save', {
      qid: null,
      query: 'parcel carrier please',
      grades: { ship_order: 3, print_label: 1 },
    })
    await shop.ask('judged.save', { qid: null, query: 'reimburse', grades: { refund: 3, gone: 3 } })
    const none = await shop.ask('judged.save', { qid: null, query: 'fly', grades: { plane: 3 } })
    const wrong = await shop.ask('judged.save', { qid: null, query: 'swim', grades: { refund: 0 } })
    const view = await shop.ask('search.evaluate', { profile: SMART })
    expect(view).toMatchObject({ before: 'Classic', after: 'Smart' })
    expect(view.rows.map((row) => row.query).sort()).toEqual(['parcel carrier please', 'reimburse'])
    expect(view.unanswerable.map(({ qid }) => qid).sort()).toEqual([none.qid, wrong.qid].sort())
    const money = view.rows.find((row) => row.query === 'reimburse')
    expect(money).toMatchObject({ after: { ndcg10: 1, mrr: 1, recall1: 1 }, firstAfter: 1, change: 'same' })
    const mean = view.rows.reduce((total, row) => total + row.after.ndcg10, 0) / 2
    expect(view.total?.after.ndcg10).toBeCloseTo(mean, 12)
  })
})
