import { describe, expect, it } from 'vitest'
import { openShop } from './search-fixture.ts'

const LINES = `{"qid":"a","query":"Ship a parcel","relevant":["ship_order"],"kw":"ship parcel","kind":"user"}
{"query":"money","relevant":["refund"],"grades":{"refund":3,"gone":1,"print_label":0}}
`

describe('judged queries', () => {
  it('are kept over a restart, once for the same words, and put back as they were [tuning.judged]', async () => {
    const shop = await openShop()
    const grades = { refund: 3, print_label: 0 }
    const saved = await shop.ask('judged.save', { qid: null, query: ' Give money  back', grades })
    expect(saved).toMatchObject({ query: 'Give money  back', grades, from: 'person' })
    const again = { qid: null, query: 'give MONEY back', grades: {} }
    expect(await shop.fails('judged.save', again)).toMatchObject({ code: 'REJECTED' })
    expect(await shop.fails('judged.save', { ...again, query: ' ' })).toMatchObject({ code: 'REJECTED' })
    const changed = await shop.ask('judged.save', {
      qid: saved.qid,
      query: 'give money back',
      grades: { refund: 2 },
    })
    expect(changed).toMatchObject({ qid: saved.qid, grades: { refund: 2 } })
    await shop.restart()
    expect(await shop.ask('judged.list', {})).toEqual([changed])
    const { removed } = await shop.ask('judged.remove', { qids: [saved.qid, 'nothing'] })
    expect(removed).toEqual([changed])
    expect(await shop.ask('judged.list', {})).toEqual([])
    const late = { qid: saved.qid, query: 'give money back', grades: {} }
    expect(await shop.fails('judged.save', late)).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('saving again'),
    })
    const anew = await shop.ask('judged.save', { ...late, qid: null })
    await shop.ask('judged.remove', { qids: [anew.qid] })
    expect(await shop.ask('judged.restore', { queries: removed })).toEqual({ restored: 1 })
    expect(await shop.ask('judged.restore', { queries: removed })).toEqual({ restored: 0 })
    await shop.restart()
    expect(await shop.ask('judged.list', {})).toEqual([changed])
    expect(await shop.fails('judged.restore', { queries: [{ query: 4 }] })).toMatchObject({
      code: 'REJECTED',
    })
  })

  it('that two people judge at the same time keep what each has judged [tuning.judged-together]', async () => {
    const shop = await openShop()
    const query = 'money back'
    const first = await shop.ask('judged.save', { qid: null, query, before: {}, grades: { refund: 3 } })
    // The second one began when there was none yet.
    const second = { qid: null, query: 'Money back', before: {}, grades: { ship_order: 0, refund: 3 } }
    expect(await shop.ask('judged.save', second)).toMatchObject({
      qid: first.qid,
      query,
      grades: { refund: 3, ship_order: 0 },
    })
    await shop.ask('judged.save', {
      qid: first.qid,
      query,
      before: { refund: 3 },
      grades: { refund: 3, print_label: 1 },
    })
    // Taken away is what this one took away.
    await shop.ask('judged.save', { qid: first.qid, query, before: { refund: 3 }, grades: {} })
    expect((await shop.ask('judged.list', {})).map(({ grades }) => grades)).toEqual([
      { ship_order: 0, print_label: 1 },
    ])
    await shop.ask('judged.remove', { qids: [first.qid] })
    expect(
      await shop.fails('judged.save', { qid: first.qid, query, before: {}, grades: { refund: 3 } }),
    ).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('are imported and exported as JSON lines, and never over another query [tuning.import]', async () => {
    const shop = await openShop()
    const wrong = `${LINES}{"qid":"c","query":"x","relevant":"refund"}\n`
    const refused = await shop.fails('judged.import', { text: wrong })
    expect(refused.message).toMatch(/^Line 3: .*\nNothing was imported\.$/)
    expect(await shop.ask('judged.list', {})).toEqual([])
    expect(await shop.ask('judged.import', { text: LINES })).toEqual({
      added: 2,
      changed: 0,
      unknown: 1,
      unknownItems: ['gone'],
    })
    expect(await shop.ask('judged.import', { text: LINES })).toMatchObject({ added: 0, changed: 0 })
    const other =
      '{"qid":"a","query":"close","relevant":["close_shop"]}\n{"query":"MONEY","relevant":["refund"]}'
    expect(await shop.ask('judged.import', { text: other })).toMatchObject({ added: 1, changed: 1 })
    const all = await shop.ask('judged.list', {})
    expect(all.find(({ qid }) => qid === 'a')).toMatchObject({
      query: 'Ship a parcel',
      from: 'import',
      kw: 'ship parcel',
    })
    expect(all.find(({ query }) => query === 'money')?.grades).toEqual({ refund: 1 })
    const { text, queries } = await shop.ask('judged.export', {})
    expect(queries).toBe(3)
    expect(JSON.parse(text.split('\n')[0] ?? '')).toEqual(JSON.parse(LINES.split('\n')[0] ?? ''))
    const copy = await openShop()
    expect(await copy.ask('judged.import', { text })).toMatchObject({ added: 3 })
    expect((await copy.ask('judged.export', {})).text).toBe(text)
  })

  it('pool what every ranking finds and what is judged, in an order of their own that stays [tuning.pool]', async () => {
    const shop = await openShop()
    const pool = await shop.ask('judged.pool', { query: 'order parcel' })
    const ids = pool.candidates.map(({ item }) => item.id)
    expect([...ids].sort()).toEqual(['close_shop', 'print_label', 'ship_order'])
    expect(pool.candidates.every(({ grade }) => grade === null)).toBe(true)
    const saved = await shop.ask('judged.save', {
      qid: null,
      query: 'order parcel',
      grades: { refund: 0, ship_order: 3 },
    })
    expect(saved.qid).toBe(pool.qid)
    const after = await shop.ask('judged.pool', {
      query: ' Order parcel',
      profile: { ranking: 'smart', weights: { title: 0 } },
    })
    expect(after.qid).toBe(pool.qid)
    const places = Object.fromEntries(after.candidates.map(({ item, grade }) => [item.id, grade]))
    expect(places).toEqual({ print_label: null, ship_order: 3, close_shop: null, refund: 0 })
    expect(after.candidates.map(({ item }) => item.id).filter((id) => ids.includes(id))).toEqual(ids)
  })

  it('of thousands are saved one by one and measured without holding the gateway up [tuning.evaluate-slices]', async () => {
    const shop = await openShop()
    const words = ['ship', 'order', 'label', 'parcel', 'money', 'refund', 'close', 'shop', 'carrier', 'print']
    const lines = Array.from({ length: 3000 }, (_, index) => {
      const query = [1, 7, 13].map((step) => words[(index * step + (index % 97)) % words.length]).join(' ')
      return JSON.stringify({
        qid: `n${index}`,
        query: `${query} ${index}`,
        relevant: ['ship_order', 'refund'],
      })
    })
    await shop.ask('judged.import', { text: lines.join('\n') })
    await shop.ask('search.evaluate', { profile: { ranking: 'classic' } })
    let longest = 0
    let last = process.threadCpuUsage()
    const beat = setInterval(() => {
      const { user, system } = process.threadCpuUsage(last)
      longest = Math.max(longest, (user + system) / 1000)
      last = process.threadCpuUsage()
    }, 1)
    const smart = (title: number) => ({ profile: { ranking: 'smart' as const, weights: { title } } })
    const first = shop.desk.dispatch(shop.session, 'search.evaluate', smart(3))
    const second = shop.desk.dispatch(shop.session, 'search.evaluate', smart(4))
    const same = shop.desk.dispatch(shop.session, 'search.evaluate', smart(4))
    expect(await first).toMatchObject({ ok: false, error: { code: 'REJECTED' } })
    expect(await second).toMatchObject({ ok: true, value: { rows: { length: 3000 } } })
    expect(await same).toMatchObject({ ok: true })
    clearInterval(beat)
    // Of processor time. Fifty are the promise of a quiet machine; the tests of a whole run share its caches.
    expect(longest).toBeLessThan(250)
  })
})
