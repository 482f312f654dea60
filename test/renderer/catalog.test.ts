import { describe, expect, it } from 'vitest'
import type { CatalogItem, ConnectionView, Health } from '../../src/preload/contract.ts'
import { filterItems, listChoices } from '../../src/renderer/features/catalog/filter-items.ts'
import { mentionsConnection, orderConnections } from '../../src/renderer/features/catalog/look.ts'
import { composeCall, defaultValues, takesSomething } from '../../src/renderer/trying/call-text.ts'
import { agent, openTestGateway } from '../support/gateway.ts'

function item(id: string, more: Partial<CatalogItem> = {}): CatalogItem {
  return {
    id,
    kind: 'capability',
    title: id,
    description: '',
    tags: [],
    aliases: [],
    source: 'configuration',
    used: { count: 0, lastAt: null },
    blocked: null,
    ...more,
  }
}

const ITEMS = [
  item('files.read', { title: 'Read', tags: ['files', 'read'], source: 'files', aliases: ['Open'] }),
  item('mail.send', { title: 'Send', description: 'Sends a letter.', tags: ['mail'] }),
  item('review', { kind: 'workflow', title: 'Review', tags: ['files'] }),
]
const ANY = { kind: 'capability', text: '', tag: '', source: '' } as const

describe('the catalog', () => {
  it('shows what has every word, the tag and the source, by title [screens.catalog-filter]', () => {
    const ids = (filter: Partial<Parameters<typeof filterItems>[1]>) =>
      filterItems(ITEMS, { ...ANY, ...filter }).map(({ id }) => id)
    expect(ids({})).toEqual(['files.read', 'mail.send'])
    expect(ids({ kind: 'workflow' })).toEqual(['review'])
    expect(ids({ text: 'LETTER send' })).toEqual(['mail.send'])
    expect(ids({ text: 'letter open' })).toEqual([])
    expect(ids({ text: '  open ' })).toEqual(['files.read'])
    expect(ids({ tag: 'mail' })).toEqual(['mail.send'])
    expect(ids({ source: 'files', tag: 'mail' })).toEqual([])
  })

  it('offers the tags and sources of that kind only, with what each leaves [screens.catalog-filter]', () => {
    const said = (filter: Partial<Parameters<typeof listChoices>[1]>) => {
      const { tags, sources } = listChoices(ITEMS, { ...ANY, ...filter })
      return [...tags, ...sources].map(({ value, count }) => `${value} ${count}`)
    }
    expect(said({})).toEqual(['files 1', 'mail 1', 'read 1', 'configuration 1', 'files 1'])
    expect(said({ kind: 'workflow' })).toEqual(['files 1', 'configuration 1'])
    expect(said({ tag: 'mail' })).toEqual(['files 1', 'mail 1', 'read 1', 'configuration 1', 'files 0'])
    expect(said({ text: 'letter' })).toEqual(['files 0', 'mail 1', 'read 0', 'configuration 1', 'files 0'])
  })

  it('stands by name, by how often or by when it was last used [screens.catalog-filter]', () => {
    const used = [
      item('a', { used: { count: 1, lastAt: '2026-11-20T00:00:00.000Z' } }),
      item('b'),
      item('c', { used: { count: 7, lastAt: '2026-11-01T00:00:00.000Z' } }),
    ]
    const ids = (order: Parameters<typeof filterItems>[2]) =>
      filterItems(used, ANY, order).map(({ id }) => id)
    expect(ids('title')).toEqual(['a', 'b', 'c'])
    expect(ids('often')).toEqual(['c', 'a', 'b'])
    expect(ids('last')).toEqual(['a', 'c', 'b'])
  })

  it('puts what is not healthy first [screens.catalog-filter]', () => {
    const list = [connection('b', 'healthy'), connection('a', 'healthy'), connection('z', 'down')]
    expect(orderConnections(list).map(({ name }) => name)).toEqual(['z', 'a', 'b'])
    expect(mentionsConnection(connection('z', 'down'), ' DOWN ')).toBe(true)
    expect(mentionsConnection(connection('z', 'down'), 'nothing')).toBe(false)
  })
})

describe('a composed call', () => {
  it('carries the values that the schema gives by itself [screens.catalog-call]', () => {
    const schema = { type: 'object', properties: { a: { default: 1 }, b: { type: 'string' } } }
    expect(defaultValues(schema)).toEqual({ a: 1 })
    expect(defaultValues(null)).toEqual({})
    expect(takesSomething(schema)).toBe(true)
    expect(takesSomething({ type: 'object' })).toBe(false)
  })

  it('is taken by the gateway [screens.catalog-call]', async () => {
    const gateway = await openTestGateway(`
proxy:
  expose:
    - { name: ping, description: Says pong, executor: { kind: noop } }
workflows:
  note:
    description: A note
    initialState: open
    inputSchema: { type: object, required: [text], properties: { text: { type: string } } }
    states:
      open: { transitions: { close: { target: closed } } }
      closed: { terminal: true }
`)
    try {
      const workflow = composeCall({ id: 'note', kind: 'workflow' }, { text: 'hello' })
      const capability = composeCall({ id: 'ping', kind: 'capability' }, {})
      for (const [call, status] of [
        [workflow, 'started'],
        [capability, 'executed'],
      ] as const) {
        expect(call.tool).toBe('workflow.start')
        const { response } = await gateway.runtime.start(agent(), call.arguments as never)
        expect(response.result.status).toBe(status)
      }
    } finally {
      await gateway.close()
    }
  })
})

function connection(name: string, health: Health): ConnectionView {
  return {
    name,
    kind: 'mcp',
    title: name,
    target: 'server',
    health,
    error: null,
    tools: 0,
    since: '2026-11-21T12:00:00.000Z',
    logTail: [],
    refused: [],
    changed: [],
    waiting: [],
    rules: [],
    warnings: [],
  }
}
