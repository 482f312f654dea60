/** A client whose token names tags must not learn that anything else exists. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ENGINE } from '../../src/main/model/principal.ts'
import { runs } from '../support/effort.ts'
import {
  idsOf,
  makeAgent,
  makeCapability,
  makeSource,
  makeWorkflow,
  openDiscovery,
  PERSON,
} from './samples.ts'

const TAGS = ['red', 'green', 'blue']
const tags = fc.subarray(TAGS)

describe('tag limits', () => {
  it('hide the rest in home, search, describe, counts and suggestions [search.tag-limits]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(tags, { minLength: 1, maxLength: 12 }),
        tags,
        fc.integer({ min: 1, max: 6 }),
        async (tagLists, allowed, homeLimit) => {
          const ids = tagLists.map((_, number) => `tool.secret${String.fromCharCode(97 + number)}`)
          const isHidden = (number: number) => !tagLists[number]?.some((tag) => allowed.includes(tag))
          const capabilities = tagLists.map((list, number) =>
            makeCapability(ids[number] ?? '', { title: `Common ${ids[number]}`, tags: list }),
          )
          const discovery = openDiscovery({ workflows: {}, capabilities }, { homeLimit })
          const agent = makeAgent(allowed)
          const visible = ids.filter((_, number) => !isHidden(number))
          const hidden = ids.filter((_, number) => isHidden(number))

          const home = await discovery.home(agent)
          const answers = [
            home,
            (await discovery.search(agent, { query: '' })).answer,
            (await discovery.search(agent, { query: 'common', limit: 50 })).answer,
            (await discovery.search(agent, { query: 'xecretx' })).answer,
            (await discovery.search(agent, { query: 'common', kind: 'workflow' })).answer,
            (await discovery.describe(agent, 'tool.secret')).answer,
          ]
          for (const id of hidden) {
            for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(`${id}"`)
            expect((await discovery.describe(agent, id)).answer.error).toMatchObject({
              code: 'CAPABILITY_NOT_FOUND',
            })
            expect(discovery.visible(agent, id)).toBe(false)
          }
          expect(answers.slice(0, 3).map(({ total }) => total)).toEqual(Array(3).fill(visible.length))
          expect(idsOf(answers[2] ?? {}).toSorted()).toEqual(visible.slice(0, 50).toSorted())
          expect(visible.every((id) => discovery.visible(agent, id))).toBe(true)
          if (home.tags !== undefined) {
            const counted = Object.entries(home.tags as Record<string, number>)
            for (const [tag, count] of counted)
              expect(count).toBe(
                tagLists.filter((list, number) => !isHidden(number) && list.includes(tag)).length,
              )
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('do not lead a hint to words of hidden items [search.tag-limits, search.hint]', async () => {
    const discovery = openDiscovery({
      workflows: {},
      capabilities: [
        makeCapability('one', { title: 'depart', tags: ['red'] }),
        makeCapability('two', { title: 'deploy', tags: ['blue'] }),
      ],
    })
    const { answer } = await discovery.search(makeAgent(['red']), { query: 'dey' })
    expect(answer).toMatchObject({ total: 0, nearestTerms: ['depart'] })
    expect(JSON.stringify(answer.hint)).not.toContain('deploy')
    expect(
      (await discovery.search(makeAgent(['red']), { query: 'deploy', kind: 'workflow' })).answer.hint,
    ).not.toContain('without them')
  })

  it('do not change the scores of what is visible [search.tag-limits]', async () => {
    const discovery = openDiscovery()
    const scores = async (agent: ReturnType<typeof makeAgent>) =>
      (await discovery.search(agent, { query: 'deploy' })).answer.results as object[]
    expect(await scores(makeAgent(['release']))).toEqual([(await scores(makeAgent()))[1]])
  })

  it('let nothing that is hidden move a score, an order, a count or a hint of smart [search.tag-limits]', async () => {
    const words = ['deploy', 'deployment', 'release', 'github', 'issue', 'the', 'list']
    const text = fc.array(fc.constantFrom(...words), { maxLength: 5 }).map((some) => some.join(' '))
    const item = fc.record({ title: text, description: text, tags, isOther: fc.boolean() })
    const query = fc.tuple(fc.constantFrom('', 'github: ', 'tool.'), text).map((parts) => parts.join(''))
    const profile = { ranking: 'smart', usage: 0.5 } as const
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 12 }), tags, query, async (items, allowed, wanted) => {
        const capabilities = items.map(({ isOther, ...parts }, number) =>
          makeCapability(`${isOther ? 'github' : 'tool'}.${number}`, parts),
        )
        const seen = capabilities.filter((each) => each.tags.some((tag) => allowed.includes(tag)))
        const answers = [capabilities, seen].map(async (offered) => {
          const discovery = openDiscovery({ workflows: {}, capabilities: offered }, { profile })
          discovery.learn(offered.map(({ id, title }) => ({ id, query: title })))
          // What the whole catalog has is in memory already, and another client's limits are, too.
          for (const who of [makeAgent(), makeAgent(['red'])])
            await discovery.search(who, { query: wanted, limit: 50 })
          return (await discovery.search(makeAgent(allowed), { query: wanted, limit: 50 })).answer
        })
        const [whole, part] = await Promise.all(answers)
        expect(whole).toEqual(part)
      }),
      { numRuns: runs(100, 2000) },
    )
  })

  it('follow the catalog: what is hidden by now is not found, however long an index takes [search.tag-limits] [search.live]', async () => {
    const offer = (tag: string) => ({
      workflows: {},
      capabilities: [
        makeCapability('one', { title: 'Deploy', tags: [tag] }),
        makeCapability('two', { title: 'Deploy it all', tags: ['blue'] }),
      ],
    })
    const discovery = openDiscovery(offer('blue'), { profile: { ranking: 'smart' } })
    const find = async (...allowed: string[]) =>
      idsOf((await discovery.search(makeAgent(allowed), { query: 'deploy' })).answer)
    expect(await find('blue')).toEqual(['one', 'two'])
    expect(await find('red')).toEqual([])
    discovery.replace(makeSource(offer('red')))
    expect(await find('blue')).toEqual(['two'])
    expect(await find('red')).toEqual(['one'])
    expect(await find('blue', 'red')).toEqual(['one', 'two'])
  })

  it('hide everything from a client without any tag, connections too [search.tag-limits]', async () => {
    const discovery = openDiscovery({ include: ['proxy', 'workflows', 'connections'] })
    expect(await discovery.home(makeAgent([]))).toMatchObject({ items: [], total: 0 })
    expect(await discovery.home(makeAgent(['github']))).toMatchObject({ total: 1 })
    expect(discovery.visible(makeAgent(['github']), 'github')).toBe(false)
  })

  it('do not bind people, the engine and clients without limits [search.tag-limits]', async () => {
    const discovery = openDiscovery()
    for (const who of [PERSON, ENGINE, makeAgent()]) {
      expect((await discovery.home(who)).total).toBe(4)
      expect(discovery.visible(who, 'deploy_pipeline')).toBe(true)
    }
  })

  it('leave proxy_default usable, and hide an id that any hidden item bears [search.tag-limits]', () => {
    const discovery = openDiscovery({
      workflows: { same: makeWorkflow('same', { tags: ['red'] }) },
      capabilities: [makeCapability('same', { tags: ['blue'] })],
    })
    expect(discovery.visible(makeAgent(['red']), 'proxy_default')).toBe(true)
    expect(discovery.visible(makeAgent(['red']), 'same')).toBe(false)
    expect(discovery.visible(makeAgent(['red', 'blue']), 'same')).toBe(true)
    expect(discovery.visible(makeAgent(['red']), 'unknown')).toBe(false)
  })
})
