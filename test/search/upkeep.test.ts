/** A catalog that changes while it is being made ready for searching, slice by slice. */
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Capability } from '../../src/main/model/definition.ts'
import type { SearchProfile } from '../../src/main/model/search-profile.ts'
import { createDiscovery, type Discovery } from '../../src/main/search/discovery.ts'
import { buildSearchIndex } from '../../src/main/search/search-index.ts'
import { makeToolEntries } from '../bench/tool-catalog.ts'
import { runs } from '../support/effort.ts'
import { measureProcessorTime } from '../support/processor-time.ts'
import { createRandom } from '../support/random.ts'
import { idsOf, makeAgent, makeCapability, makeSource } from './samples.ts'

const agent = makeAgent()
const CLASSIC: SearchProfile = { ranking: 'classic' }
const SMART: SearchProfile = { ranking: 'smart' }

/** Every slice is over after one step, and the next begins only when the test lets it. */
function openSlowly(capabilities: Capability[], profile = CLASSIC, mark = 'start-1') {
  const waiting: (() => void)[] = []
  let micros = 0
  let renewals = 0
  const discovery = createDiscovery({
    source: makeSource({ workflows: {}, capabilities }),
    homeLimit: 100,
    profile,
    mark,
    usage: () => ({}),
    now: () => {
      micros += 10_000
      return micros
    },
    pause: () => new Promise((resolve) => waiting.push(resolve)),
    renewed: () => {
      renewals += 1
    },
  })
  const step = async () => {
    waiting.shift()?.()
    await turn()
  }
  return {
    discovery,
    step,
    isBusy: () => waiting.length > 0,
    renewals: () => renewals,
    async whileBusy<Result>(work: Promise<Result>): Promise<Result> {
      let isOver = false
      const result = work.finally(() => {
        isOver = true
      })
      while (!isOver) await step()
      return await result
    },
    async settle() {
      while (waiting.length > 0) await step()
    },
    replace: (next: Capability[], settings = {}) =>
      discovery.replace(makeSource({ workflows: {}, capabilities: next }), settings),
  }
}

const search = async (discovery: Discovery, query: string, who = agent) =>
  idsOf((await discovery.search(who, { query, limit: 50 })).answer)
const send = (id: string, parts: Partial<Capability> = {}) =>
  makeCapability(id, { title: `Send ${id}`, ...parts })

describe.each([CLASSIC, SMART])('under $ranking, while an index is made', (profile) => {
  it('the one before answers, without what is gone [search.upkeep]', async () => {
    const kept = send('mail.keep')
    const open = openSlowly([send('mail.gone'), kept, send('mail.changed')], profile)
    const { discovery } = open
    expect(await open.whileBusy(search(discovery, 'send'))).toHaveLength(3)
    open.replace([kept, send('mail.changed', { description: 'Another.', tags: ['new'] }), send('mail.new')])
    expect(open.isBusy()).toBe(true)
    expect(await search(discovery, 'send')).toEqual(['mail.changed', 'mail.keep'])
    expect(await search(discovery, 'gone')).not.toContain('mail.gone')
    expect((await open.whileBusy(discovery.describe(agent, 'mail.gone'))).isError).toBe(true)
    expect(discovery.entry('mail.gone')).toBeNull()
    expect(JSON.stringify((await open.whileBusy(discovery.home(agent))).items)).not.toContain('mail.gone')
    // What is shown of it, and who may see it, is as it is now.
    expect(JSON.stringify(await discovery.search(agent, { query: 'changed' }))).toContain('Another.')
    const limited = makeAgent(['new'])
    if (profile === CLASSIC) expect(await search(discovery, 'changed', limited)).toEqual(['mail.changed'])
    expect(open.renewals()).toBe(0)
    await open.settle()
    expect(await open.whileBusy(search(discovery, 'changed', limited))).toEqual(['mail.changed'])
    expect((await search(discovery, 'send')).toSorted()).toEqual(['mail.changed', 'mail.keep', 'mail.new'])
    // Whoever has searched before hears of it: nothing else tells that what is new can be found now.
    expect(open.renewals()).toBe(1)
  })

  it('a first search waits for it [search.upkeep]', async () => {
    const open = openSlowly([send('mail.one')], profile)
    let isOver = false
    const found = search(open.discovery, 'send').finally(() => {
      isOver = true
    })
    await open.step()
    expect(isOver).toBe(false)
    expect(await open.whileBusy(found)).toEqual(['mail.one'])
  })

  it.each([null, ['mail']])(
    'a page of the one before has no next page in the new one; tags: %j [search.pages]',
    async (tags) => {
      const all = Array.from({ length: 15 }, (_, number) => send(`mail.${number}`, { tags: ['mail'] }))
      const open = openSlowly(all, profile)
      const who = makeAgent(tags)
      const find = async (cursor?: unknown) =>
        await open.whileBusy(
          open.discovery.search(who, {
            query: 'send',
            ...(cursor === undefined ? {} : { cursor: String(cursor) }),
          }),
        )
      await find()
      open.replace([send('also.first', { title: 'Send send', tags: ['mail'] }), ...all])
      const { answer } = await open.discovery.search(who, { query: 'send' })
      expect(answer.total).toBe(15)
      await open.settle()
      await find()
      await open.settle()
      expect((await find(answer.nextCursor)).isError).toBe(true)
      const again = await find()
      expect(again.answer.total).toBe(16)
      expect((await find(again.answer.nextCursor)).isError).toBe(false)
    },
  )

  it('a stream of changes neither stops answers nor the next index [search.upkeep]', async () => {
    const all = Array.from({ length: 12 }, (_, number) => send(`mail.${number}`))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ offered: fc.subarray(all), steps: fc.nat(6) }), { minLength: 1, maxLength: 12 }),
        async (changes) => {
          const open = openSlowly(all, profile)
          await open.whileBusy(search(open.discovery, 'send'))
          for (const { offered, steps } of changes) {
            open.replace(offered)
            for (let count = 0; count < steps; count++) await open.step()
            const ids = offered.map(({ id }) => id)
            for (const id of await search(open.discovery, 'send')) expect(ids).toContain(id)
          }
          await open.settle()
          expect((await search(open.discovery, 'send')).toSorted()).toEqual(
            changes
              .at(-1)
              ?.offered.map(({ id }) => id)
              .toSorted(),
          )
        },
      ),
      { numRuns: runs(25) },
    )
  })
})

describe('a change of the profile', () => {
  it('is in force with the next search, and ends the pages of the one before [search.profile, search.pages]', async () => {
    const capabilities = Array.from({ length: 15 }, (_, number) => send(`mail.${number}`))
    const open = openSlowly(capabilities)
    const { answer } = await open.whileBusy(open.discovery.search(agent, { query: 'send' }))
    open.replace(capabilities, { profile: SMART })
    expect(open.discovery.profile()).toEqual(SMART)
    const next = { query: 'send', cursor: String(answer.nextCursor) }
    expect((await open.whileBusy(open.discovery.search(agent, next))).isError).toBe(true)
    // The letters are there, and no word: only classic looks inside of words.
    expect(await open.whileBusy(search(open.discovery, 'x'))).toEqual([])
  })

  it('does not let a cursor of another start pass [search.pages]', async () => {
    const capabilities = Array.from({ length: 15 }, (_, number) => send(`mail.${number}`))
    const [first, second] = [openSlowly(capabilities), openSlowly(capabilities, CLASSIC, 'start-2')]
    const { answer } = await first.whileBusy(first.discovery.search(agent, { query: 'send' }))
    const next = { query: 'send', cursor: String(answer.nextCursor) }
    expect((await first.discovery.search(agent, next)).isError).toBe(false)
    expect((await second.whileBusy(second.discovery.search(agent, next))).isError).toBe(true)
  })
})

it.each([CLASSIC, SMART])('an index of $ranking is made in short steps [search.slices]', ({ ranking }) => {
  const entries = makeToolEntries(5000, createRandom(3).next)
  let steps = 0
  const spent = measureProcessorTime(() => {
    for (const _ of buildSearchIndex(entries, [ranking])) steps++
  })
  // On the average far below the five milliseconds of a slice.
  expect(spent / steps).toBeLessThan(2)
})

describe('facets', () => {
  it('count all matches by kind, source and tag, and each can be filtered by [search.facets]', async () => {
    const imported = { kind: 'import' as const, connection: 'post', tool: 'x' }
    const open = openSlowly([
      send('a', { tags: ['mail'], source: imported }),
      send('b', { tags: ['mail', 'bulk'] }),
      send('c', { tags: ['letter'] }),
      makeCapability('d', { title: 'Other' }),
    ])
    const inspect = (filters: object) =>
      open.whileBusy(open.discovery.inspect({ query: 'send', limit: 10, ...filters }))
    const { facets, total } = await inspect({})
    expect(total).toBe(3)
    expect(facets).toEqual({
      kind: [{ value: 'capability', count: 3 }],
      source: [
        { value: 'configuration', count: 2 },
        { value: 'post', count: 1 },
      ],
      tag: [
        { value: 'mail', count: 2 },
        { value: 'bulk', count: 1 },
        { value: 'letter', count: 1 },
      ],
    })
    const narrowed = await inspect({ source: 'configuration', tags: ['mail'] })
    expect(narrowed.results.map(({ entry }) => entry.id)).toEqual(['b'])
    expect(narrowed.facets).toEqual(facets)
  })
})
