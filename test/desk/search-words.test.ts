import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { ConfigurationEdit, ItemWords } from '../../src/preload/contract.ts'
import { SERVER, writeTools } from '../runtime/changing-server.ts'
import { agent } from '../support/gateway.ts'
import { contentOf } from '../support/items.ts'
import { openShop, SHOP, saveWords } from './search-fixture.ts'

describe('words of an item', () => {
  it('are written where it is declared, comments kept, found at once, and put back [tuning.words]', async () => {
    const shop = await openShop()
    expect(await shop.ask('words.get', { item: 'ship_order' })).toEqual({
      aliases: [],
      tags: [],
      fixed: null,
    })
    expect(await shop.agentFinds('dispatch')).toEqual([])
    const { undo } = await saveWords(shop, {
      item: 'ship_order',
      field: 'aliases',
      words: ['dispatch', ' send off '],
    })
    const added = '      executor: { kind: noop }\n      aliases: [dispatch, send off]\n'
    expect(await shop.text()).toBe(SHOP.replace('      executor: { kind: noop }\n', added))
    expect(await shop.agentFinds('dispatch')).toEqual(['ship_order'])
    await shop.ask('configuration.undo', { undo })
    expect(await shop.text()).toBe(SHOP)
    expect(await shop.agentFinds('dispatch')).toEqual([])
  })

  it('of a declared capability that one entry shows stand there; single words come and go beside comments [tuning.words]', async () => {
    const shop = await openShop()
    await saveWords(shop, { item: 'refund', field: 'aliases', words: ['money back', 'chargeback'] })
    expect(await shop.text()).toBe(
      SHOP.replace('      - reimburse\n', '').replace(
        '      - money back # as customers say\n',
        '      - money back # as customers say\n      - chargeback\n',
      ),
    )
    await saveWords(shop, { item: 'refund', field: 'aliases', words: [] })
    expect(await shop.text()).not.toContain('aliases')
    const shared = await openShop(
      SHOP.replace(
        '- capability: refund',
        '- capability: refund\n    - { capability: refund, as: refund_twice }',
      ),
    )
    await saveWords(shared, { item: 'refund', field: 'tags', words: ['money'] })
    expect(await shared.text()).toContain('    - capability: refund\n      tags: [money]\n')
    expect(shared.gateway.discovery.entry('refund_twice')?.tags).toEqual([])
  })

  it('of a workflow in a file of its own are written into that file [tuning.words]', async () => {
    const text = `# opens\nworkflows:\n  open_shop:\n    title: Open the shop # early\n    initialState: a\n    states: { a: { transitions: { go: { target: b } } }, b: {} }\n`
    const shop = await openShop(SHOP, { 'workflows/open.yaml': text })
    const begin = ['begin $', '{day}'].join('')
    await saveWords(shop, { item: 'open_shop', field: 'aliases', words: [begin] })
    expect(await shop.text()).toBe(SHOP)
    expect(await shop.text('workflows/open.yaml')).toContain('title: Open the shop # early')
    expect(shop.gateway.discovery.entry('open_shop')?.aliases).toEqual([begin])
  })

  it('are written into a file that begins with a byte order mark, which stays [tuning.words]', async () => {
    const marked = `\uFEFF${SHOP}`
    const shop = await openShop(marked)
    const { undo } = await saveWords(shop, { item: 'ship_order', field: 'aliases', words: ['dispatch'] })
    expect(await shop.agentFinds('dispatch')).toEqual(['ship_order'])
    await shop.ask('configuration.undo', { undo })
    expect(await shop.text()).toBe(marked)
  })

  it('show what they would change before anything is saved [tuning.words]', async () => {
    const shop = await openShop()
    await shop.ask('judged.save', { qid: null, query: 'give money', grades: { print_label: 0, refund: 3 } })
    await shop.ask('judged.save', { qid: null, query: 'dispatch parcel', grades: { ship_order: 3 } })
    const words: ItemWords = { item: 'ship_order', field: 'aliases', words: ['dispatch parcel'] }
    const effect = await shop.ask('words.effect', { words, query: 'dispatch' })
    expect(effect).toMatchObject({ before: null, after: 1 })
    const row = effect.evaluation.rows.find(({ query }) => query === 'dispatch parcel')
    expect(row?.after.ndcg10).toBe(1)
    expect(effect.evaluation.total?.after.ndcg10).toBeGreaterThanOrEqual(
      effect.evaluation.total?.before.ndcg10 ?? 2,
    )
    expect(await shop.text()).toBe(SHOP)
    expect(await shop.agentFinds('dispatch')).toEqual([])
  })

  it('that cannot be written say why [tuning.words-fixed]', async () => {
    const shop = await openShop()
    expect((await shop.ask('words.get', { item: 'orchestrator.run_workflow' })).fixed).toContain(
      'comes with Countersign',
    )
    const words: ItemWords = { item: 'orchestrator.run_workflow', field: 'aliases', words: ['x'] }
    expect(await shop.fails('configuration.preview', { edit: { kind: 'words', words } })).toMatchObject({
      code: 'REJECTED',
    })
    expect(await shop.fails('words.get', { item: 'nothing' })).toMatchObject({ code: 'NOT_FOUND' })
    for (const wrong of [
      { ...words, item: 'refund', words: ['  '] },
      { ...words, item: 'refund', field: 'title' },
      { ...words, item: 'refund', words: ['a\nb'] },
    ])
      expect(
        await shop.fails('configuration.preview', { edit: { kind: 'words', words: wrong } }),
      ).toMatchObject({ code: 'INVALID_REQUEST' })
    const twice = await openShop(`include: [more.yaml]\n${SHOP}`, {
      'more.yaml': 'workflows: { close_shop: { aliases: [shut] } }\n',
    })
    const edit: ConfigurationEdit = {
      kind: 'words',
      words: { item: 'close_shop', field: 'aliases', words: ['lock up'] },
    }
    await saveWords(twice, { item: 'close_shop', field: 'tags', words: ['daily'] })
    expect((await twice.ask('configuration.preview', { edit })).problems).toEqual([])
  })

  it('that an item takes over from another one cannot be taken from it, and that is said [tuning.words-fixed]', async () => {
    const shop = await openShop(
      SHOP.replace(
        '- capability: refund',
        '- capability: refund\n    - { capability: refund, as: refund_twice }',
      ),
    )
    const words: ItemWords = { item: 'refund_twice', field: 'aliases', words: [] }
    const { problems } = await shop.ask('configuration.preview', { edit: { kind: 'words', words } })
    expect(problems.map(({ message }) => message)).toEqual([
      '‘refund_twice’ would keep ‘reimburse’, ‘money back’, written elsewhere too: in another file, or in what it shows or wraps. Change it there by hand.',
    ])
  })

  it('of an imported tool stand in its import, tags of its own too [tuning.words] [tuning.words-fixed]', async () => {
    const connected = `
connections: { db: { kind: mcp, command: ${JSON.stringify(process.execPath)}, args: ["\${COUNTERSIGN_WORKSPACE}/server.cjs"] } }
proxy:
  import:
    - connection: db
      prefix: db # as everybody calls it
      tags: [data]
`
    const shop = await openShop(`version: "1.0.0"\npeople: { kim: {} }\n${connected}`, {
      'server.cjs': SERVER,
      'tools.json': '[]',
    })
    await writeTools(shop.folder, [{ name: 'list_rows' }, { name: 'drop_rows' }])
    await shop.gateway.connections.restart('db')
    await vi.waitFor(() => expect(shop.gateway.discovery.entry('db.list_rows')).not.toBeNull(), 10_000)
    await saveWords(shop, { item: 'db.list_rows', field: 'aliases', words: ['records'] })
    await saveWords(shop, { item: 'db.list_rows', field: 'tags', words: ['data', 'reading'] })
    expect(await shop.text()).toContain('prefix: db # as everybody calls it')
    expect(shop.gateway.discovery.entry('db.list_rows')).toMatchObject({
      aliases: ['records'],
      tags: ['data', 'reading'],
    })
    expect(shop.gateway.discovery.entry('db.drop_rows')).toMatchObject({ aliases: [], tags: ['data'] })
    const words: ItemWords = { item: 'db.list_rows', field: 'tags', words: ['reading'] }
    const refused = await shop.fails('configuration.preview', { edit: { kind: 'words', words } })
    expect(refused).toMatchObject({ code: 'REJECTED', message: expect.stringContaining('‘data’') })
  })
})

describe('tags of an item', () => {
  it('that let a client with limits see more say so, and need a proof where weakening does [tuning.tags-rights]', async () => {
    const shop = await openShop(
      `${SHOP}approvals: { proof: highRisk }\nclients: { ci: { tags: [paper, cash] } }\n`,
    )
    await shop.ask('people.setPin', { current: null, next: '4711' })
    const edit: ConfigurationEdit = {
      kind: 'words',
      words: { item: 'refund', field: 'tags', words: ['cash'] },
    }
    const { weaker, hash } = await shop.ask('configuration.preview', { edit })
    expect(weaker).toEqual(['The client ‘ci’ gets the sight of the tool ‘refund’, by the tag ‘cash’.'])
    expect(await shop.fails('configuration.save', { edit, hash })).toMatchObject({ code: 'NEEDS_PROOF' })
    const ci = agent('ci', { tags: ['paper', 'cash'] })
    expect(shop.gateway.discovery.visible(ci, 'refund')).toBe(false)
    await shop.ask('people.prove', { pin: '4711' })
    await shop.ask('configuration.save', { edit, hash })
    expect(shop.gateway.discovery.visible(ci, 'refund')).toBe(true)
    // What it may see already, it may see by another tag.
    const more: ConfigurationEdit = {
      kind: 'words',
      words: { item: 'print_label', field: 'tags', words: ['paper', 'cash'] },
    }
    expect((await shop.ask('configuration.preview', { edit: more })).weaker).toEqual([])
  })

  it('of a whole import and of one tool, and of the client itself, are such tags [tuning.tags-rights]', async () => {
    const yaml = (tags: string, toolTags: string, client: string) =>
      `version: "1.0.0"\nconnections: { db: { kind: mcp, command: db } }\nclients: { ci: { tags: [${client}] } }\nproxy: { import: [{ connection: db, tags: [${tags}], toolTags: { list: [${toolTags}] } }] }\n`
    const shop = await openShop(yaml('a', 'b', 'x'))
    const weaker = async (text: string) => {
      await writeFile(join(shop.folder, 'countersign.yaml'), text)
      await shop.gateway.live.consider()
      const [item] = (await shop.ask('inbox.list', {})).items
      return contentOf(await shop.gateway.store.approval(item?.id ?? '')).subject.weaker
    }
    expect(await weaker(yaml('a, x', 'b', 'x'))).toEqual([
      'The client ‘ci’ gets the sight of every tool of the server ‘db’, by the tag ‘x’.',
    ])
    expect(await weaker(yaml('a', 'b, x', 'x'))).toEqual([
      'The client ‘ci’ gets the sight of the tool ‘list’ of the server ‘db’, by the tag ‘x’.',
    ])
    expect(await weaker(yaml('a', 'b', 'x, y'))).toEqual(['The client ‘ci’ gets the sight of the tag ‘y’.'])
  })
})
