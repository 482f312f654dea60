/** What agents started teaches the ranking, as far as the live profile lets it. */
import { afterEach, describe, expect, it } from 'vitest'
import type { SearchProfile } from '../../../src/main/model/search-profile.ts'
import { ask, openTestDesk } from '../../desk/fixture.ts'
import { eventually } from '../../mcp/support.ts'
import { keptSearch } from '../../store/searches-contract.ts'
import { pending, press } from '../../support/gateway.ts'
import { MAIL, type MailWorld, openMail } from '../mail-agents.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const profile = (usage: number) => `discovery: { profile: { ranking: smart, usage: ${usage} } }`

async function open(yaml: string): Promise<MailWorld> {
  const world = await openMail(`${MAIL}\n${yaml}`)
  ends.push(world.close)
  return world
}

async function order(world: MailWorld, query: string): Promise<string[]> {
  const agent = await world.connect('2025', 'looks')
  const { results } = (await agent.search(query)).structuredContent
  return (results as { item: { id: string } }[]).map(({ item }) => item.id)
}

/** Searches that found everything about mail, and started this afterwards. */
async function teach(world: MailWorld, query: string, id: string): Promise<void> {
  const agent = await world.connect()
  await agent.search(query)
  await agent.run(id, { folder: 'in' })
  await world.gateway.traffic.written()
  await world.gateway.traffic.learning.settled()
}

describe('Learning from use', () => {
  it('moves up what was started after a similar search, where the profile says so [learning.off]', async () => {
    const [off, on] = [await open(profile(0)), await open(profile(0.2))]
    const before = await order(off, 'mail')
    expect(await order(on, 'mail')).toEqual(before)
    const lifted = before.findLast((id) => ['mail_list', 'mail_send', 'mail_sort'].includes(id)) ?? ''
    for (const world of [off, on]) await teach(world, 'mail', lifted)
    expect(await order(off, 'mail')).toEqual(before)
    const after = await order(on, 'mail')
    expect(after.indexOf(lifted)).toBeLessThan(before.indexOf(lifted))
    await on.gateway.traffic.forget('human:kim')
    await on.gateway.traffic.learning.settled()
    expect(await order(on, 'mail')).toEqual(before)
  })

  it('learns nothing from what a person has not let through [learning.honest]', async () => {
    const world = await open(profile(0.2))
    const before = await order(world, 'mail')
    await teach(world, 'mail', 'mail_burn')
    expect(await order(world, 'mail')).toEqual(before)
    expect((await world.gateway.traffic.learning.look()).pairs).toBe(0)
    const [item] = await pending(world.gateway)
    await press(world.gateway, item!.id, 'refuse')
    expect((await world.gateway.traffic.learning.look()).pairs).toBe(0)
    await teach(world, 'burning mail', 'mail_burn')
    const [other] = await pending(world.gateway)
    await press(world.gateway, other!.id, 'approve')
    expect((await world.gateway.traffic.learning.look()).pairs).toBe(1)
  })
})

const NUMBERS = Array.from({ length: 40 }, (_, index) => index)
/** Forty tools that nothing but use tells apart, and a word for each that only agents say. */
const TWINS = `
proxy:
  expose:
${NUMBERS.map((n) => `    - { name: twin_${n}, title: Handle order, executor: { kind: noop } }`).join('\n')}
`

async function report(yaml: string, started: (n: number, round: number) => number) {
  const world = await openMail(`approvals: { holdMs: 0 }\npeople: { anna: {} }\n${TWINS}\n${yaml}`)
  ends.push(world.close)
  const searches = NUMBERS.flatMap((n) =>
    [0, 1, 2, 3, 4, 5].map((round) =>
      keptSearch({
        id: `sr_${n}_${round}`,
        at: new Date().toISOString(),
        query: `order ${'abcdef'[round]}${round} kind${n}`,
        started: [{ id: `twin_${started(n, round)}`, run: null }],
      }),
    ),
  )
  await world.gateway.store.keepSearches(searches)
  const desk = openTestDesk(world.gateway)
  ends.push(desk.close)
  const session = await desk.openSession('window')
  const look = async () => (await ask(desk, session, 'traffic.report', { days: 30 })).learning
  const find = async (tried: SearchProfile) => {
    const found = await ask(desk, session, 'search.query', { query: 'order kind7', profile: tried })
    return found.results.map(({ item }) => item.id)
  }
  return { look, find, world }
}

describe('Whether learning helps', () => {
  it('is measured without the words themselves, and said [learning.honest]', async () => {
    const { look } = await report(profile(0), (n) => n)
    expect(await look()).toMatchObject({ pairs: 240, needed: 200, share: 0, figures: null })
    const learning = await eventually(async () => {
      const now = await look()
      return now.figures === null ? null : now
    }, 'the figures')
    expect(learning.sentence).toMatch(/^Learning would help here: measured on 240 queries/)
    expect(learning.figures?.share).toBe(0.2)
    expect(learning.figures?.low).toBeGreaterThan(0)
    expect(learning.figures?.with.ndcg10).toBeGreaterThan(learning.figures?.without.ndcg10 ?? 1)
  })

  it('is seen where a profile that learns is tried, and only there [learning.tried]', async () => {
    const { find, world } = await report(profile(0), (n) => n)
    const agents = () => order(world, 'order kind7')
    const before = await agents()
    expect((await find({ ranking: 'smart' })).slice(0, 10)).toEqual(before)
    const [first] = await find({ ranking: 'smart', usage: 0.2 })
    expect(first).toBe('twin_7')
    expect(before[0]).not.toBe('twin_7')
    expect(await agents()).toEqual(before)
  })

  it('is not said where it does not [learning.honest]', async () => {
    const { look } = await report(profile(0.3), (n, round) => (n * 7 + round * 11) % 40)
    const learning = await eventually(async () => {
      const now = await look()
      return now.figures === null ? null : now
    }, 'the figures')
    expect(learning.share).toBe(0.3)
    expect(learning.figures?.share).toBe(0.3)
    expect(learning.figures?.low).toBeLessThanOrEqual(0)
    expect(learning.sentence).toMatch(/^(It is not certain that learning helps|Learning does harm) here/)
  })

  it('is not measured under the classic ranking, nor on a few [learning.honest]', async () => {
    const { look } = await report('discovery: { profile: classic }', (n) => n)
    expect(await look()).toMatchObject({ pairs: 240, figures: null })
    expect((await look()).sentence).toContain('the classic one is in force')
    const few = await open(profile(0))
    expect(await few.gateway.traffic.learning.look()).toMatchObject({ state: 'few', pairs: 0 })
  })
})
