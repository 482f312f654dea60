import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { SearchProfile } from '../../src/main/model/search-profile.ts'
import { DATABASE_FORMAT } from '../../src/main/store/migrations.ts'
import type { ItemWords } from '../../src/preload/contract.ts'
import { openShop, SHOP, type Shop } from './search-fixture.ts'

async function apply(shop: Shop, name: string, profile: SearchProfile) {
  const preview = await shop.ask('profiles.preview', { name, profile })
  expect(preview.problems).toEqual([])
  return { preview, view: await shop.ask('profiles.apply', { name, profile, hash: preview.hash }) }
}

const PLAIN: SearchProfile = { ranking: 'smart', weights: { title: 8 }, typo: 0.7 }

describe('profiles', () => {
  it('are kept by name, trimmed, and nothing is applied [tuning.apply]', async () => {
    const shop = await openShop()
    const view = await shop.ask('profiles.save', { name: ' Titles ', profile: PLAIN })
    const kept = { ranking: 'smart', name: 'Titles', weights: { title: 8 } }
    expect(view.saved).toMatchObject([{ name: 'Titles', profile: kept }])
    expect(view).toMatchObject({ live: { name: 'Classic' }, history: [], changedElsewhere: false })
    expect(view.settings.length).toBeGreaterThan(3)
    expect(view.standardWords.common).toContain('the')
    await shop.restart()
    expect((await shop.ask('profiles.list', {})).saved).toHaveLength(1)
    expect((await shop.ask('profiles.remove', { name: 'Titles' })).saved).toEqual([])
    expect(await shop.fails('profiles.remove', { name: 'Titles' })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await shop.text()).toBe(SHOP)
  })

  it('are neither replaced nor removed by whoever has not seen what another window has kept since [tuning.kept]', async () => {
    const shop = await openShop()
    const other: SearchProfile = { ranking: 'smart', weights: { title: 9 } }
    const moved = { code: 'SEEN_CHANGED', message: expect.stringContaining('another window') }
    const kept = async () => (await shop.ask('profiles.list', {})).saved.map(({ name }) => name)
    await shop.ask('profiles.save', { name: 'Titles', profile: PLAIN, replaces: null })
    for (const request of [
      { name: 'Titles', profile: other, replaces: null },
      { name: 'Titles', profile: other, replaces: other },
      { name: 'Others', profile: other, replaces: PLAIN },
      { name: 'Others', profile: other, replaces: null, renames: { name: 'Titles', profile: other } },
      { name: 'Others', profile: other, replaces: null, renames: { name: 'Gone', profile: PLAIN } },
    ])
      expect(await shop.fails('profiles.save', request)).toMatchObject(moved)
    expect(await shop.fails('profiles.remove', { name: 'Titles', profile: other })).toMatchObject(moved)
    expect((await shop.ask('profiles.list', {})).saved).toMatchObject([
      { profile: { weights: { title: 8 } } },
    ])
    await shop.ask('profiles.save', { name: 'Titles', profile: other, replaces: PLAIN })
    // A new name comes and the old one goes in one.
    const renames = { name: 'Titles', profile: other }
    await shop.ask('profiles.save', { name: 'New', profile: other, replaces: null, renames })
    expect(await kept()).toEqual(['New'])
    const [before] = (await shop.ask('profiles.list', {})).saved
    await shop.ask('profiles.remove', { name: 'New', profile: other })
    expect(await kept()).toEqual([])
    // Put back, it was kept then, and not just now.
    const at = '2026-01-02T03:04:05.678Z'
    const back = await shop.ask('profiles.save', { name: 'New', profile: other, replaces: null, at })
    expect(back.saved).toEqual([{ ...before, at }])
  })

  it('are not called what another ranking is called [tuning.apply]', async () => {
    const shop = await openShop()
    for (const [name, profile] of [
      [' Classic ', PLAIN],
      ['smart', { ranking: 'classic' }],
    ] as const)
      for (const call of ['profiles.save', 'profiles.preview'] as const)
        expect(await shop.fails(call, { name, profile })).toMatchObject({
          code: 'INVALID_REQUEST',
          message: expect.stringContaining('Choose another name.'),
        })
    expect(
      (await shop.ask('profiles.save', { name: 'Classic', profile: { ranking: 'classic' } })).saved,
    ).toMatchObject([{ name: 'Classic', profile: { ranking: 'classic' } }])
  })

  it('are seen as a difference and written into the YAML with its comments, recorded with the person [tuning.apply]', async () => {
    const shop = await openShop()
    const { preview, view } = await apply(shop, 'Titles', PLAIN)
    expect(preview.patch).toContain('+  profile:')
    const written = SHOP.replace(
      '  homeLimit: 50\n',
      '  homeLimit: 50\n  profile:\n    ranking: smart\n    name: Titles\n    weights:\n      title: 8\n',
    )
    expect(await shop.text()).toBe(written)
    expect(view.live).toEqual({
      name: 'Titles',
      profile: { ranking: 'smart', name: 'Titles', weights: { title: 8 } },
    })
    expect(shop.gateway.discovery.profile()).toEqual(view.live.profile)
    const { items } = await shop.gateway.store.audit({ eventTypes: ['search.profile_applied'] }, { limit: 5 })
    expect(items).toMatchObject([{ actor: 'human:kim', payload: { name: 'Titles', before: 'Classic' } }])
    await writeFile(
      shop.file,
      written.replace('title: 8', 'title: 8 # since the fair').replace('name: Titles', 'name: Titles # ours'),
    )
    await shop.gateway.live.consider()
    await apply(shop, 'Titles', { ...PLAIN, weights: { title: 8, id: 9 } })
    expect(await shop.text()).toContain(
      'name: Titles # ours\n    weights:\n      title: 8 # since the fair\n      id: 9\n',
    )
  })

  it('are tried, and nothing is written, where the database is only read [tuning.read-only]', async () => {
    const shop = await openShop()
    await shop.ask('profiles.save', { name: 'Titles', profile: PLAIN })
    const database = new Database(join(shop.folder, 'data', 'countersign.db'))
    database.pragma(`user_version = ${DATABASE_FORMAT + 1}`)
    database.close()
    await shop.restart()
    expect((await shop.ask('search.query', { query: 'refund', profile: PLAIN })).total).toBe(1)
    expect((await shop.ask('profiles.list', {})).saved).toHaveLength(1)
    const { hash } = await shop.ask('profiles.preview', { name: 'Titles', profile: PLAIN })
    const words: ItemWords = { item: 'refund', field: 'aliases', words: ['cash'] }
    const edit = { kind: 'words' as const, words }
    const seen = await shop.ask('configuration.preview', { edit })
    for (const [name, request] of [
      ['profiles.apply', { name: 'Titles', profile: PLAIN, hash }],
      ['profiles.save', { name: 'Other', profile: PLAIN }],
      ['profiles.remove', { name: 'Titles' }],
      ['judged.remove', { qids: ['q1'] }],
      ['configuration.save', { edit, hash: seen.hash }],
      ['configuration.undo', { undo: 'ed_1' }],
      ['traffic.keep', { keep: false }],
      ['traffic.forget', {}],
    ] as const) {
      const refused = await shop.fails(name, request)
      expect(refused.message, name).toMatch(/newer Countersign .* only read/)
    }
    expect(await shop.text()).toBe(SHOP)
  })

  it('are not applied where other judged queries get worse than a person has seen [tuning.guard]', async () => {
    const shop = await openShop()
    const judge = (query: string, id: string) =>
      shop.ask('judged.save', { qid: null, query, grades: { [id]: 3 } })
    await judge('label', 'print_label')
    const blind: SearchProfile = { ranking: 'smart', weights: { aliases: 0 } }
    const { hash, evaluation } = await shop.ask('profiles.preview', { name: 'Blind', profile: blind })
    expect(evaluation.rows.filter(({ change }) => change === 'worse')).toEqual([])
    await judge('reimburse', 'refund')
    const error = await shop.fails('profiles.apply', { name: 'Blind', profile: blind, hash })
    expect(error).toMatchObject({ code: 'SEEN_CHANGED', message: expect.stringContaining('judged queries') })
    expect(await shop.text()).toBe(SHOP)
    const again = await shop.ask('profiles.preview', { name: 'Blind', profile: blind })
    expect(again.warnings.join(' ')).toContain('‘reimburse’')
    const { live } = await shop.ask('profiles.apply', { name: 'Blind', profile: blind, hash: again.hash })
    expect(live.name).toBe('Blind')
  })

  it('have names of one line [tuning.apply]', async () => {
    const shop = await openShop()
    const error = await shop.fails('profiles.preview', { name: 'a\nb', profile: PLAIN })
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('on one line') })
  })

  it('are not applied over a file that has moved [tuning.apply]', async () => {
    const shop = await openShop()
    const { hash } = await shop.ask('profiles.preview', { name: 'Titles', profile: PLAIN })
    await writeFile(shop.file, `${SHOP}# hello\n`)
    await shop.gateway.live.consider()
    const error = await shop.fails('profiles.apply', { name: 'Titles', profile: PLAIN, hash })
    expect(error).toMatchObject({ code: 'SEEN_CHANGED' })
    expect((await shop.ask('profiles.list', {})).history).toEqual([])
  })

  it('that find less say which judged queries get worse; where there are none, that nothing guards them [tuning.guard]', async () => {
    const shop = await openShop()
    const draft = { name: 'Bare', profile: { ranking: 'smart', weights: { title: 0, id: 0 } } } as const
    const blind = await shop.ask('profiles.preview', draft)
    expect(blind.warnings).toEqual([expect.stringContaining('There are no judged queries')])
    await shop.ask('judged.save', { qid: null, query: 'fly', grades: { plane: 3 } })
    expect((await shop.ask('profiles.preview', draft)).warnings[0]).toContain(
      'No judged query has a right answer',
    )
    await shop.ask('judged.save', { qid: null, query: 'close', grades: { close_shop: 3 } })
    await shop.ask('judged.save', { qid: null, query: 'refund', grades: { refund: 3 } })
    await apply(shop, 'Smart', { ranking: 'smart' })
    const { warnings, evaluation } = await shop.ask('profiles.preview', draft)
    expect(evaluation).toMatchObject({ before: 'Smart', after: 'Bare' })
    expect(warnings[0]).toMatch(/^Over 2 judged queries, nDCG@10 falls from 1\.000 to /)
    expect(warnings[1]).toBe(
      '‘close’ falls from 1.000 to 0.000: its first right answer, before at place 1, is not among the first fifty any more.',
    )
  })

  it('can be rolled back to, the one before the first too; the file is as it was [tuning.history]', async () => {
    const shop = await openShop()
    await shop.ask('judged.save', { qid: null, query: 'refund', grades: { refund: 3 } })
    const first = (await apply(shop, 'Titles', PLAIN)).view
    expect(first.history).toMatchObject([
      { name: 'Titles', by: 'human:kim', found: false, figures: { queries: 1, after: { ndcg10: 1 } } },
      { name: 'Classic', by: '', found: true, figures: null, profile: { ranking: 'classic' } },
    ])
    await apply(shop, 'Smart', { ranking: 'smart' })
    await shop.restart()
    const { history, changedElsewhere } = await shop.ask('profiles.list', {})
    expect(history.map(({ name }) => name)).toEqual(['Smart', 'Titles', 'Classic'])
    expect(changedElsewhere).toBe(false)
    const before = history.at(-1)
    if (before === undefined) throw new Error('It is kept.')
    const { view } = await apply(shop, before.name, before.profile)
    expect(view.live).toEqual({ name: 'Classic', profile: { ranking: 'classic' } })
    expect(view.history).toHaveLength(4)
    expect(shop.gateway.discovery.profile()).toEqual({ ranking: 'classic' })
    expect(new Set(view.history.map(({ id }) => id)).size).toBe(4)
  })

  it('are taken back only while what was applied is live; what others applied meanwhile stays [tuning.take-back]', async () => {
    const shop = await openShop()
    const { applied } = (await apply(shop, 'Mine', PLAIN)).view
    expect(applied).toMatchObject({ before: { name: 'Classic', profile: { ranking: 'classic' } } })
    const takeBack = async () => {
      const { name, profile } = applied.before
      const { hash } = await shop.ask('profiles.preview', { name, profile })
      return { name, profile, hash, takesBack: applied.id }
    }
    await apply(shop, 'Theirs', { ranking: 'smart' })
    const refused = await shop.fails('profiles.apply', await takeBack())
    expect(refused).toMatchObject({
      code: 'SEEN_CHANGED',
      message:
        'Another profile is live by now. Nothing was taken back; look at what going back would change.',
    })
    expect(shop.gateway.discovery.profile()).toMatchObject({ name: 'Theirs' })
    await apply(shop, 'Mine', PLAIN)
    expect(await shop.fails('profiles.apply', await takeBack())).toMatchObject({ code: 'SEEN_CHANGED' })
    await writeFile(shop.file, (await shop.text()).replace('title: 8', 'title: 3'))
    await shop.gateway.live.consider()
    const [newest] = (await shop.ask('profiles.list', {})).history
    expect(
      await shop.fails('profiles.apply', { ...(await takeBack()), takesBack: newest?.id }),
    ).toMatchObject({ code: 'SEEN_CHANGED' })
    await writeFile(shop.file, (await shop.text()).replace('title: 3', 'title: 8'))
    await shop.gateway.live.consider()
    const { live } = await shop.ask('profiles.apply', { ...(await takeBack()), takesBack: newest?.id ?? '' })
    expect(live.name).toBe('Classic')
  })

  it('are never shown as changed by another hand while the desk applies them [tuning.history]', async () => {
    const shop = await openShop()
    const { hash } = await shop.ask('profiles.preview', { name: 'Titles', profile: PLAIN })
    let isDone = false
    const applying = shop.ask('profiles.apply', { name: 'Titles', profile: PLAIN, hash })
    const ended = applying.finally(() => {
      isDone = true
    })
    while (!isDone) {
      const { changedElsewhere, live, history } = await shop.ask('profiles.list', {})
      expect({ changedElsewhere, kept: history[0]?.name ?? 'Classic' }).toEqual({
        changedElsewhere: false,
        kept: live.name,
      })
      await new Promise((resolve) => setImmediate(resolve))
    }
    await ended
  })

  it('that were changed in the file are said to be, and kept when another is applied [tuning.history]', async () => {
    const shop = await openShop()
    await apply(shop, 'Titles', PLAIN)
    await writeFile(shop.file, (await shop.text()).replace('title: 8', 'title: 3'))
    await shop.gateway.live.consider()
    const moved = await shop.ask('profiles.list', {})
    expect(moved).toMatchObject({ changedElsewhere: true, live: { profile: { weights: { title: 3 } } } })
    const { view } = await apply(shop, 'Smart', { ranking: 'smart' })
    expect(view.changedElsewhere).toBe(false)
    expect(view.history.map(({ name, found }) => [name, found])).toEqual([
      ['Smart', false],
      ['Titles', true],
      ['Titles', false],
      ['Classic', true],
    ])
  })
})

it('a query fails, is judged, gets an alias, and the metric rises; a profile is applied, an agent gets the new order, and it is rolled back [tuning.words] [tuning.evaluate] [tuning.apply] [tuning.history]', async () => {
  const shop = await openShop()
  const query = 'dispatch goods'
  expect((await shop.ask('search.query', { query })).results.map(({ item }) => item.id)).not.toContain(
    'ship_order',
  )
  await shop.ask('judged.save', { qid: null, query, grades: { ship_order: 3 } })
  const figure = async (profile: SearchProfile) =>
    (await shop.ask('search.evaluate', { profile })).total?.after.ndcg10
  expect(await figure({ ranking: 'classic' })).toBe(0)
  const words: ItemWords = { item: 'ship_order', field: 'aliases', words: ['dispatch'] }
  const edit = { kind: 'words', words } as const
  const effect = await shop.ask('words.effect', { words, query })
  expect(effect.evaluation.total?.after.ndcg10).toBeGreaterThan(0)
  const { hash } = await shop.ask('configuration.preview', { edit })
  await shop.ask('configuration.save', { edit, hash })
  expect(await figure({ ranking: 'classic' })).toBe(effect.evaluation.total?.after.ndcg10)
  const before = await shop.agentFinds('label for an order')
  const draft: SearchProfile = { ranking: 'smart', weights: { title: 20, description: 0 } }
  const tried = await shop.ask('search.query', { query: 'label for an order', profile: draft })
  await apply(shop, 'Titles first', draft)
  const now = await shop.agentFinds('label for an order')
  expect(now).toEqual(tried.results.map(({ item }) => item.id))
  const { history } = await shop.ask('profiles.list', {})
  const old = history.at(-1)
  await apply(shop, old?.name ?? '', old?.profile ?? draft)
  expect(await shop.agentFinds('label for an order')).toEqual(before)
  for (const comment of [
    '# the shop of the tests',
    '# to customers',
    '# how agents search',
    '# as accountants say',
  ])
    expect(await shop.text()).toContain(comment)
})
