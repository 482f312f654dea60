import { describe, expect, it } from 'vitest'
import type { ItemWords } from '../../src/preload/contract.ts'
import { openShop, SHOP, saveWords } from './search-fixture.ts'

const MAIN = `include: [first.yaml, second.yaml]\n${SHOP.replace(/^ {4}aliases:\n(?: {6}.*\n)+/m, '')}`
const FIRST =
  'capabilities:\n  refund:\n    aliases: [reimburse, return money] # accounts\n    tags: [money]\n'
const SECOND = 'capabilities:\n  refund:\n    aliases:\n      - money back # customers\n    tags: [care]\n'

const openJoined = (first = FIRST, second = SECOND) =>
  openShop(MAIN, { 'first.yaml': first, 'second.yaml': second })

const aliases = (...words: string[]): ItemWords => ({ item: 'refund', field: 'aliases', words })

describe('words that several files list, which are put together,', () => {
  it('are added to the file that wins, and put back [tuning.words-files]', async () => {
    const shop = await openJoined()
    expect(await shop.ask('words.get', { item: 'refund' })).toMatchObject({
      aliases: ['reimburse', 'return money', 'money back'],
    })
    const { undo } = await saveWords(shop, aliases('reimburse', 'return money', 'money back', 'chargeback'))
    expect(await shop.text('second.yaml')).toBe(
      SECOND.replace('# customers\n', '# customers\n      - chargeback\n'),
    )
    expect(await shop.text('first.yaml')).toBe(FIRST)
    expect(await shop.agentFinds('chargeback')).toEqual(['refund'])
    await shop.ask('configuration.undo', { undo })
    expect(await shop.text('second.yaml')).toBe(SECOND)
    await saveWords(shop, { item: 'refund', field: 'tags', words: ['money', 'care', 'till'] })
    expect(await shop.text('second.yaml')).toContain('tags: [care, till]')
    const empty = await openJoined(FIRST, 'capabilities: { refund: { aliases: [] } }\n')
    await saveWords(empty, aliases('reimburse', 'return money', 'chargeback'))
    expect(await empty.text('first.yaml')).toContain('[reimburse, return money, chargeback] # accounts')
  })

  it('go from the file that lists them, which takes the new ones then; the last of a file goes with its list [tuning.words-files]', async () => {
    const shop = await openJoined()
    await saveWords(shop, aliases('return money', 'money back', 'chargeback'))
    expect(await shop.text('first.yaml')).toBe(
      FIRST.replace('[reimburse, return money]', '[return money, chargeback]'),
    )
    expect(await shop.text('second.yaml')).toBe(SECOND)
    await saveWords(shop, aliases('return money', 'chargeback'))
    expect(await shop.text('second.yaml')).toBe('capabilities:\n  refund:\n    tags: [care]\n')
    expect(shop.gateway.discovery.entry('refund')?.aliases).toEqual(['return money', 'chargeback'])
  })

  it('cannot go from two files at once, and that is said with the files [tuning.words-files]', async () => {
    const shop = await openJoined()
    const edit = { kind: 'words', words: aliases('return money') } as const
    const refused = await shop.fails('configuration.preview', { edit })
    expect(refused).toMatchObject({
      code: 'REJECTED',
      message:
        'A change from here writes one file, and ‘reimburse’ stands in ‘first.yaml’, ‘money back’ in ‘second.yaml’. Take out ‘reimburse’ and save, then the rest.',
    })
  })

  it('that both list stay with another one beside them, and are taken out by hand [tuning.words-files]', async () => {
    const shop = await openJoined(FIRST.replace('return money', 'money back'))
    await saveWords(shop, aliases('reimburse', 'money back', 'chargeback'))
    expect(await shop.agentFinds('chargeback')).toEqual(['refund'])
    const edit = { kind: 'words', words: aliases('reimburse', 'chargeback') } as const
    expect((await shop.fails('configuration.preview', { edit })).message).toBe(
      '‘money back’ stands in ‘first.yaml’ and in ‘second.yaml’, and a change from here writes one file. Take it out of ‘first.yaml’ by hand, then of ‘second.yaml’ here.',
    )
  })
})
