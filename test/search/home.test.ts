/** The page that a model sees first. */
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/main/model/json.ts'
import { idsOf, linkOf, makeAgent, makeCapability, makeWorkflow, openDiscovery } from './samples.ts'

const agent = makeAgent()

describe('home', () => {
  it('answers in the shape of seed 000, compact [search.home]', async () => {
    const home = await openDiscovery().home(agent)
    expect(home.total).toBe(4)
    expect(home).not.toHaveProperty('truncated')
    expect(idsOf(home)).toEqual([
      'content_review',
      'deploy_pipeline',
      'github.list_issues',
      'release.promote',
    ])
    const items = home.items as JsonObject[]
    expect(items[1]).toMatchObject({
      id: 'deploy_pipeline',
      kind: 'workflow',
      title: 'Deploy Pipeline',
      description: 'Lint, test, build, and deploy a service.',
      tags: ['deploy', 'pipeline'],
      links: [
        { rel: 'start', method: 'workflow.start', args: { definitionId: 'deploy_pipeline', input: {} } },
      ],
    })
    expect(items[2]).toEqual({
      id: 'github.list_issues',
      kind: 'capability',
      title: 'List GitHub issues',
      description: 'List issues from a GitHub repository.',
      tags: ['github', 'issues'],
      links: [
        {
          rel: 'start',
          method: 'workflow.start',
          args: { definitionId: 'proxy_default', input: { capability: 'github.list_issues' } },
        },
      ],
    })
    expect(JSON.stringify(home)).not.toMatch(/input_?schema/i)
  })

  it('links to calls that work [search.home]', async () => {
    const discovery = openDiscovery()
    const home = await discovery.home(agent)
    const follow = async (rel: string) => {
      const { method, args } = linkOf(home, rel)
      expect(method).toBe('gateway.search')
      return idsOf((await discovery.search(agent, args as { query: string })).answer)
    }
    expect(await follow('search')).toHaveLength(4)
    expect(await follow('list_workflows')).toEqual(['content_review', 'deploy_pipeline'])
    expect(await follow('list_capabilities')).toEqual(['github.list_issues', 'release.promote'])
  })

  it('shortens a description that is pages long, and describe does not [search.home]', async () => {
    const description = 'Reads a file and explains it. '.repeat(200)
    const discovery = openDiscovery({
      workflows: {},
      capabilities: [makeCapability('long', { description })],
    })
    const [item] = (await discovery.home(agent)).items as JsonObject[]
    expect(String(item?.description)).toMatch(/^Reads a file and .*…$/)
    expect(String(item?.description).length).toBeLessThan(200)
    expect((await discovery.describe(agent, 'long')).answer.description).toBe(description)
  })

  it('shows an empty catalog [search.home]', async () => {
    const home = await openDiscovery({ workflows: {}, capabilities: [] }).home(agent)
    expect(home).toMatchObject({ items: [], total: 0 })
  })
})

describe('home above its limit', async () => {
  const capabilities = Array.from({ length: 30 }, (_, number) =>
    makeCapability(`tool.${String(number).padStart(2, '0')}`, {
      tags: number % 3 === 0 ? ['third', 'all'] : ['all'],
    }),
  )
  const workflows = Object.fromEntries(['wa', 'wb'].map((id) => [id, makeWorkflow(id, { tags: ['flow'] })]))
  const usage = { 'tool.20': { count: 5 }, 'tool.07': { count: 9 }, wb: { count: 1 } }
  const discovery = openDiscovery({ workflows, capabilities }, { homeLimit: 6, usage })
  const home = await discovery.home(agent)

  it('shows workflows, then the most used capabilities [search.home-limit]', () => {
    expect(idsOf(home)).toEqual(['wb', 'wa', 'tool.07', 'tool.20', 'tool.00', 'tool.01'])
    expect(home).toMatchObject({ truncated: true, total: 32 })
  })

  it('begins only when there is one item more [search.home-limit]', async () => {
    const exactly = openDiscovery({ workflows, capabilities: capabilities.slice(0, 4) }, { homeLimit: 6 })
    expect(await exactly.home(agent)).not.toHaveProperty('truncated')
    const more = openDiscovery({ workflows, capabilities: capabilities.slice(0, 5) }, { homeLimit: 6 })
    expect(linkOf(await more.home(agent), 'rest').title).toBe('List the other item')
  })

  it('counts tags, commonest first [search.home-limit]', async () => {
    expect(Object.entries(home.tags as JsonObject)).toEqual([
      ['all', 30],
      ['third', 10],
      ['flow', 2],
    ])
    const byTag = linkOf(home, 'list_tag')
    expect((await discovery.search(agent, byTag.args as { query: string })).answer.total).toBe(30)
  })

  it('links to the rest: every item once, none twice [search.home-limit]', async () => {
    const seen = idsOf(home)
    let page = await discovery.search(agent, {
      ...(linkOf(home, 'rest').args as { query: string }),
      limit: 7,
    })
    for (let pages = 0; pages < 10; pages++) {
      expect(page.isError).toBe(false)
      seen.push(...idsOf(page.answer))
      if (page.answer.nextCursor === undefined) break
      page = await discovery.search(agent, linkOf(page.answer, 'next').args as { query: string })
    }
    expect(seen).toHaveLength(32)
    expect(new Set(seen).size).toBe(32)
  })

  it('stays small however large the catalog is [search.home-limit]', async () => {
    const many = Array.from({ length: 5000 }, (_, number) =>
      makeCapability(`server.tool_${number}`, {
        description: 'Words that a server wrote about its tool. '.repeat(50),
        tags: [`tag${number}`],
      }),
    )
    const page = await openDiscovery({ workflows: {}, capabilities: many }).home(agent)
    expect(page.items).toHaveLength(100)
    expect(JSON.stringify(page).length).toBeLessThan(60_000)
  })
})
