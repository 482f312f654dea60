import { describe, expect, it, onTestFinished } from 'vitest'
import type { InboxPage, Push } from '../../src/preload/contract.ts'
import { approval, at } from '../store/samples.ts'
import { createManualClock } from '../support/clock.ts'
import { person, press, start } from '../support/gateway.ts'
import { ask } from './fixture.ts'
import { openInbox } from './inbox-fixture.ts'

describe('the order of what waits', () => {
  it('has the soonest deadline first, then what has waited longest [inbox.order]', async () => {
    const clock = createManualClock()
    const { handIn, post, titles, list } = await openInbox({ clock })
    for (const title of ['one', 'two']) {
      await handIn(title)
      clock.advance(1000)
    }
    for (const title of ['three', 'four']) {
      await post(title)
      clock.advance(1000)
    }
    expect(await titles()).toEqual(['Post three', 'Post four', 'Send one', 'Send two'])
    expect(await list()).toMatchObject({ total: 4, due: 2, start: 0, unfiltered: 4 })
  })
})

describe('a value of a megabyte', () => {
  it('is in a list only as far as a row shows it, and whole on the opened card [inbox.short-rows]', async () => {
    const { gateway, desk, session, handIn, list } = await openInbox()
    const title = `The beginning ${'and so on '.repeat(100_000)}THE END`
    await handIn(title)
    const page = await list()
    const [card] = page.items
    const { alike, id = '' } = card ?? {}
    expect(JSON.stringify(card?.sentence)).toMatch(/"Send ".*"The beginning and so on .*…"/)
    const lists = {
      waiting: page,
      found: await list({ text: 'the end' }),
      alike: await list({ alike: alike ?? '' }),
      many: await ask(desk, session, 'inbox.previewMany', { ids: [id], outcome: 'approve' }),
      runs: await ask(desk, session, 'runs.list', {}),
    }
    const sizes = Object.entries(lists).filter(([, answer]) => JSON.stringify(answer).length > 10_000)
    expect(sizes.map(([name]) => name)).toEqual([])
    expect(lists.found.items.map((item) => item.id)).toEqual([id])
    expect(lists.many.items).toMatchObject([{ preview: null, problem: expect.stringContaining('Open it.') }])

    const opened = await ask(desk, session, 'inbox.item', { id })
    expect(opened.sentence).toContainEqual({ kind: 'quote', text: title })
    await press(gateway, id, 'approve', { who: person('anna') })
    const decided = await list({ status: 'decided' })
    expect(decided.items[0]?.sentence).toEqual(card?.sentence)
  })
})

describe('narrowing the list', () => {
  it('takes kind, queue, workflow, client and text together, and counts what there is [inbox.filter]', async () => {
    const { gateway, handIn, post, list, titles } = await openInbox()
    await handIn('apples', 'shop')
    await handIn('pears', 'shop')
    await post('pears', 'farm')
    await start(gateway, 'deploy')
    const { facets } = await list()
    expect(facets).toEqual({
      kind: [
        { value: 'transition', label: 'transition', count: 3 },
        { value: 'executor', label: 'executor', count: 1 },
      ],
      queue: [{ value: 'post_office', label: 'post_office', count: 1 }],
      definitionId: [
        { value: 'letter', label: 'Letters', count: 3 },
        { value: 'deploy', label: 'Deployment', count: 1 },
      ],
      client: [
        { value: 'shop', label: 'shop', count: 2 },
        { value: 'farm', label: 'farm', count: 1 },
        { value: 'local', label: 'local', count: 1 },
      ],
    })
    expect(await titles({ text: 'pears' })).toHaveLength(2)
    expect(await titles({ text: 'PEARS', kind: 'transition' })).toEqual(['Send pears'])
    expect(await titles({ client: 'shop', definitionId: 'letter' })).toHaveLength(2)
    expect(await titles({ queue: 'post_office' })).toEqual(['Post pears'])
    const hidden = await list({ text: 'plums' })
    expect(hidden).toMatchObject({ items: [], total: 0, unfiltered: 4, facets })
  })

  it('knows what this person has taken on, and what nobody has [inbox.filter]', async () => {
    const { desk, session, handIn, titles, idOf } = await openInbox()
    await handIn('mine')
    await handIn('of nobody')
    await ask(desk, session, 'inbox.assign', { id: await idOf('mine'), to: 'anna' })
    expect(await titles({ assigned: 'me' })).toEqual(['Send mine'])
    expect(await titles({ assigned: 'nobody' })).toEqual(['Send of nobody'])
  })

  it('narrows what was decided in the same way [inbox.filter]', async () => {
    const { gateway, handIn, titles, idOf, list } = await openInbox()
    for (const [title, client] of [
      ['apples', 'shop'],
      ['pears', 'farm'],
    ] as const) {
      await handIn(title, client)
      await press(gateway, await idOf(title), 'approve', { who: person('anna') })
    }
    expect(await titles({ status: 'decided', client: 'farm' })).toEqual(['Send pears'])
    expect(await titles({ status: 'decided', text: 'apples', kind: 'transition' })).toEqual(['Send apples'])
    expect(await titles({ status: 'decided', text: 'apples', client: 'farm' })).toEqual([])
    expect((await list({ status: 'decided' })).facets.client).toHaveLength(2)
  })
})

describe('what was decided', () => {
  it('is counted and narrowed as a whole, however much there is [inbox.filter]', async () => {
    const { gateway, list } = await openInbox()
    const decision = {
      ...{ by: 'human:anna', at: at(9), outcome: 'approve', comment: '', arguments: {}, seen: '' },
      runsAt: null,
    }
    const approvals = Array.from({ length: 3000 }, (_, number) =>
      approval({
        ...{ id: `ap_${number}`, status: 'approved', decision: { ...decision, at: at(number) } },
        client: number % 4 === 0 ? 'farm' : 'shop',
      }),
    )
    await gateway.store.commit({ expect: [], approvals, audit: [] })
    const farm = { status: 'decided', client: 'farm', limit: 2 } as const
    const first = await list(farm)
    expect(first).toMatchObject({
      total: 750,
      unfiltered: 3000,
      items: [{ id: 'ap_2996' }, { id: 'ap_2992' }],
    })
    expect(first.facets.client).toEqual([
      { value: 'shop', label: 'shop', count: 2250 },
      { value: 'farm', label: 'farm', count: 750 },
    ])
    const rest = await list({ ...farm, cursor: first.nextCursor ?? '' })
    expect(rest).toMatchObject({ total: 750, items: [{ id: 'ap_2988' }, { id: 'ap_2984' }] })
  })

  it('is searched in pages: the next one goes on where the last stopped [inbox.filter]', async () => {
    const { gateway, list } = await openInbox()
    const approvals = Array.from({ length: 500 }, (_, number) =>
      approval({
        id: `ap_${number}`,
        status: 'expired',
        requestedAt: at(number),
        client: number < 3 ? 'rare' : 'many',
      }),
    )
    await gateway.store.commit({ expect: [], approvals, audit: [] })
    const found: string[] = []
    let cursor: string | null = null
    let pages = 0
    // How much a page looks through depends on the time that it is given; it never holds more than it may.
    do {
      const page: InboxPage = await list({
        ...{ status: 'decided', text: 'rare', limit: 2 },
        ...(cursor === null ? {} : { cursor }),
      })
      found.push(...page.items.map(({ id }) => id))
      expect(page.total).toBe(page.items.length)
      cursor = page.nextCursor
      pages += 1
    } while (cursor !== null)
    expect(found).toEqual(['ap_2', 'ap_1', 'ap_0'])
    expect(pages).toBeGreaterThan(1)
  })
})

describe('the list while things happen', () => {
  it('finds what a card says by now, also where it was searched before [inbox.fresh] [inbox.filter]', async () => {
    const { gateway, handIn, titles } = await openInbox()
    const waits = await handIn('one')
    await handIn('two')
    expect(await titles({ text: 'send one' })).toEqual([])
    expect(await titles({ text: 'ONE' })).toEqual(['Send one'])
    const before = await gateway.store.run(waits)
    if (before === null) throw new Error('There is no run.')
    const runs = [{ ...before, context: { ...before.context, title: 'three' } }]
    await gateway.store.commit({ expect: [], runs, audit: [] })
    gateway.publish({ topic: 'run', id: waits })
    expect(await titles({ text: 'one' })).toEqual([])
    expect(await titles({ text: 'three' })).toEqual(['Send three'])
    const [item] = (await gateway.store.approvals({ workflowId: waits }, { limit: 1 })).items
    expect(await titles({ text: item?.id ?? '' })).toEqual(['Send three'])
  })

  it('is as the database is at each call [inbox.fresh]', async () => {
    const { gateway, handIn, titles, idOf } = await openInbox()
    expect(await titles()).toEqual([])
    await handIn('one')
    expect(await titles()).toEqual(['Send one'])
    await Promise.all(['two', 'three', 'four'].map((title) => handIn(title)))
    expect((await titles()).toSorted()).toEqual(['Send four', 'Send one', 'Send three', 'Send two'])
    await press(gateway, await idOf('two'), 'approve', { who: person('anna') })
    expect(await titles({ text: 'two' })).toEqual([])
    expect(await titles({ limit: 100 })).toHaveLength(3)
  })

  it('is told to say anew what waits of a run that has changed, and of no other [inbox.fresh]', async () => {
    const { gateway, desk, handIn, titles } = await openInbox()
    const waits = await handIn('one')
    const { workflowId: idle = '' } = await start(gateway, 'letter')
    await titles()
    const heard: Push[] = []
    onTestFinished(desk.onPush((push) => heard.push(push)))
    for (const id of [idle, waits]) gateway.publish({ topic: 'run', id })
    const told = () => heard.filter(({ topic }) => topic === 'waiting')
    await expect.poll(told).toEqual([{ topic: 'waiting', id: waits }])
  })

  it('goes on after the last item of a page, whatever has come or gone since [inbox.fresh] [desk.paging]', async () => {
    const clock = createManualClock()
    const { gateway, handIn, post, list, idOf } = await openInbox({ clock })
    for (const title of ['one', 'two', 'three', 'four', 'five']) {
      await handIn(title)
      clock.advance(1000)
    }
    const first = await list({ limit: 2 })
    await post('urgent')
    await press(gateway, await idOf('two'), 'approve', { who: person('anna') })
    const rest = await list({ limit: 10, cursor: first.nextCursor ?? '' })
    expect(rest.items.map(({ sentence }) => sentence.at(-1)?.text)).toEqual(['three', 'four', 'five'])
    expect(rest).toMatchObject({ start: 2, nextCursor: null })
    await expect(list({ cursor: 'nonsense' })).rejects.toThrow(/not one that this list gave out/)
  })

  it('answers the page at a place, or the one that holds an item [inbox.fresh]', async () => {
    const clock = createManualClock()
    const { handIn, list, idOf } = await openInbox({ clock })
    for (let number = 0; number < 7; number += 1) {
      await handIn(`letter ${number}`)
      clock.advance(1000)
    }
    const places = (request: Parameters<typeof list>[0]) =>
      list(request).then(({ start: at, items }) => [
        at,
        ...items.map(({ sentence }) => sentence.at(-1)?.text),
      ])
    expect(await places({ start: 3, limit: 2 })).toEqual([3, 'letter 3', 'letter 4'])
    expect(await places({ around: await idOf('letter 5'), limit: 2 })).toEqual([4, 'letter 4', 'letter 5'])
    expect(await places({ around: 'ap_nowhere', limit: 1 })).toEqual([0, 'letter 0'])
    expect((await list({ text: 'letter 6' })).oldest).toBe(await idOf('letter 0'))
  })
})
