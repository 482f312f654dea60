import { describe, expect, it } from 'vitest'
import { alikeOf } from '../../src/main/desk/items/items.ts'
import { definitionItem, doubtItem, subjectItem } from '../store/samples.ts'
import { follow, person, press, start } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'
import { openInbox, QUESTIONS } from './inbox-fixture.ts'

const PROOF = QUESTIONS.replace('holdMs: 0', 'holdMs: 0, proof: highRisk')

const AMOUNTS = `
approvals: { holdMs: 0 }
workflows:
  payment:
    initialState: ready
    states:
      ready: { transitions: { pay: { target: paid, approval: { required: true }, executor: { kind: noop } } } }
      paid: { terminal: true }
`

async function openLetters(yaml?: string) {
  const inbox = await openInbox({}, yaml)
  const { desk, session } = inbox
  return {
    ...inbox,
    preview: (ids: string[], outcome: string) => ask(desk, session, 'inbox.previewMany', { ids, outcome }),
    async decide(ids: string[], outcome: string, comment = '') {
      const { items } = await ask(desk, session, 'inbox.previewMany', { ids, outcome })
      const shown = items.map(({ item, preview }) => ({ id: item.id, hash: preview?.hash ?? '-' }))
      return await ask(desk, session, 'inbox.decideMany', { outcome, comment, items: shown })
    },
  }
}

describe('items that are alike', () => {
  it('are those of one step of one definition; nothing else has that text [inbox.alike]', async () => {
    const { gateway, handIn, post, list } = await openLetters()
    await handIn('one', 'shop')
    await handIn('two')
    await post('three')
    await start(gateway, 'deploy')
    const { items } = await list()
    const alike = new Map(items.map((item) => [item.sentence.at(-1)?.text, item.alike]))
    expect(alike.get('one')).toEqual(expect.any(String))
    expect(alike.get('two')).toBe(alike.get('one'))
    expect(new Set(items.map((item) => item.alike)).size).toBe(3)
    const same = await list({ alike: alike.get('one') ?? '' })
    expect(same).toMatchObject({ total: 2, unfiltered: 4 })
  })

  it('are the new tools of one connection, but nothing that must be read by itself, as a changed tool [inbox.alike]', () => {
    const offered = (connection: string, tool: string, before: object | null = null) =>
      alikeOf(subjectItem({ subject: { connection, tool, before: before as never } }), about(true))
    expect(offered('files', 'write')).toBe(offered('files', 'read'))
    expect(offered('mail', 'read')).not.toBe(offered('files', 'read'))
    expect(offered('files', 'read', {})).toBeNull()
    expect(alikeOf(subjectItem({ subject: {} }), about(false))).toBeNull()
    const others = [subjectItem({ kind: 'configuration' }), subjectItem({ kind: 'elicitation' })]
    for (const each of [...others, definitionItem(), doubtItem()])
      expect(alikeOf(each, about(true))).toBeNull()
  })
})

function about(isOpen: boolean) {
  return { run: null, definition: null, isOpen }
}

describe('deciding several', () => {
  it('shows what each would run, and why another cannot be decided with them [inbox.many] [inbox.many-shown]', async () => {
    const { gateway, handIn, idOf, preview, list } = await openLetters()
    await handIn('one')
    await handIn('two')
    await start(gateway, 'deploy')
    const ids = [await idOf('one'), await idOf('two')]
    const other = (await list({ definitionId: 'deploy' })).items[0]?.id ?? ''
    const shown = await preview([...ids, other, 'ap_gone'], 'approve')
    expect(shown).toMatchObject({ label: 'Approve the letter', tone: 'approve', confirm: false })
    expect(shown.items).toMatchObject([
      { item: { id: ids[0] }, preview: { nextStates: ['sent'], hash: expect.any(String) }, problem: null },
      { item: { id: ids[1] }, preview: { nextStates: ['sent'] }, problem: null },
      { item: { id: other }, preview: null, problem: expect.stringContaining('does not offer this choice') },
    ])
    expect(shown.items).toHaveLength(3)
    const answers = await preview(ids, 'annotate')
    expect(answers.items.map(({ problem }) => problem)).toEqual([
      expect.stringContaining('needs an answer of its own'),
      expect.stringContaining('needs an answer of its own'),
    ])
  })

  it('shows every value where no call does, uncut, and without what the sentence quotes [many.sight]', async () => {
    const yaml = `
people: { anna: {}, ben: {} }
approvals: { holdMs: 0 }
proxy:
  expose:
    - { name: pay, title: Pay, executor: { kind: noop }, approval: { required: true } }
`
    const { gateway, list, preview } = await openLetters(yaml)
    const why = `rent ${'x'.repeat(150)}`
    const given = { to: 'bob', amount: 5, why, place: { city: 'Bern' }, none: '' }
    await start(gateway, 'proxy_default', { capability: 'pay', arguments: given })
    const ids = (await list()).items.map(({ id }) => id)
    for (const outcome of ['approve', 'refuse']) {
      const [shown] = (await preview(ids, outcome)).items
      expect(shown?.preview?.call).toBeNull()
      expect(shown?.item.values).toEqual([
        { name: 'to', text: 'bob' },
        { name: 'amount', text: '5' },
        { name: 'why', text: why },
        { name: 'place', text: '{"city":"Bern"}' },
      ])
    }
  })

  it('leaves out what has a part that a list does not show, whoever presses, and says so [many.sight]', async () => {
    const { gateway, desk, session, handIn, list, preview } = await openLetters()
    const titles = ['plain', `long ${'x'.repeat(400)}`, 'a\u202eb', `breaks${'\n'.repeat(400)}delete all`]
    const runs: string[] = []
    for (const title of titles) runs.push(await handIn(title))
    const ids = (await list()).items.map(({ id }) => id)
    const { items } = await preview(ids, 'approve')
    const able = items.filter(({ problem }) => problem === null)
    expect(able).toHaveLength(1)
    const others = items.filter(({ problem }) => problem !== null)
    for (const { problem } of others) expect(problem).toContain('does not fit in a list')
    // A window that asks all the same is told the same.
    const { results, approved } = await ask(desk, session, 'inbox.decideMany', {
      outcome: 'approve',
      comment: '',
      items: ids.map((id) => ({ id, hash: able[0]?.preview?.hash ?? '' })),
    })
    expect(approved).toBe(1)
    expect(results.filter(({ message }) => message.includes('does not fit in a list'))).toHaveLength(3)
    const states = await Promise.all(runs.map(async (id) => (await gateway.store.run(id))?.state))
    expect(states).toEqual(['sent', 'reading', 'reading', 'reading'])
  })

  it('leaves out what is about more than is kept with the question [many.sight]', async () => {
    const { handIn, list, preview } = await openLetters(QUESTIONS.replace(', summary: "Send {title}"', ''))
    await handIn('short')
    await handIn('a'.repeat(21_000))
    const ids = (await list()).items.map(({ id }) => id)
    const problems = (await preview(ids, 'approve')).items.map(({ problem }) => problem)
    expect(problems).toHaveLength(2)
    expect(problems).toContain(null)
    expect(problems).toContainEqual(expect.stringContaining('does not fit in a list'))
  })

  it.for([
    [[0.0000001, 0.0000002], '0.0000003'],
    [[9007199254740991, 2], '9,007,199,254,740,993'],
    [[1e21, 0.1, -0.3], '999,999,999,999,999,999,999.8'],
    [[0.1, 0.2], '0.3'],
    [[5e-324, 1], null],
  ] as const)('shows the total of %j as %s [many.totals]', async ([amounts, total]) => {
    const { gateway, preview, list } = await openLetters(AMOUNTS)
    for (const amount of amounts) await follow(gateway, await start(gateway, 'payment'), 'pay', { amount })
    const ids = (await list()).items.map(({ id }) => id)
    const { totals } = await preview(ids, 'approve')
    expect(totals).toEqual(total === null ? [] : [{ name: 'amount', total }])
  })

  it.for([
    [[{ currency: 'EUR' }, { currency: 'EUR' }], 1],
    [[{ currency: 'EUR' }, { currency: 'USD' }], 0],
    [[{ currency: 'EUR' }, {}], 0],
    [[{ in: 'EUR' }, { in: 'USD' }], 0],
    [[{ of: { weightUnit: 'kg' } }, { of: { weightUnit: 'lb' } }], 0],
    [[{ currency_code: 'eur' }, { currency_code: 'usd' }], 0],
    [[{ currencyCode: 'eur' }, { currencyCode: 'usd' }], 0],
    [[{ asset: 'USDC' }, { asset: 'USDT' }], 0],
    [[{ sign: '€' }, { sign: '$' }], 0],
    [[{ per: ['EUR'] }, { per: ['USD'] }], 0],
    [[{ to: 'Ann' }, { to: 'Bo' }], 1],
  ])('adds no amounts of different things: %j [many.totals]', async ([more, sums]) => {
    const { gateway, preview, list } = await openLetters(AMOUNTS)
    for (const values of more as object[])
      await follow(gateway, await start(gateway, 'payment'), 'pay', { amount: 5, ...values })
    const { totals } = await preview(
      (await list()).items.map(({ id }) => id),
      'approve',
    )
    expect(totals).toHaveLength(sums as number)
  })

  it('looks at all of what can be taken back before the time of any begins, and takes back several at once [many.window]', async () => {
    const { gateway, session, list } = await openLetters(
      AMOUNTS.replace('target: paid,', 'target: paid, risk: high,'),
    )
    const amounts = Array.from({ length: 20 }, (_, amount) => amount)
    for (const amount of amounts) await follow(gateway, await start(gateway, 'payment'), 'pay', { amount })
    const { runtime } = gateway
    let [looks, looksBefore, undoing, most] = [0, 0, 0, 0]
    const watched = Object.create(gateway, {
      runtime: {
        value: {
          ...runtime,
          previewDecision: (...asked: Parameters<typeof runtime.previewDecision>) => {
            looks += 1
            return runtime.previewDecision(...asked)
          },
          decide: (...asked: Parameters<typeof runtime.decide>) => {
            looksBefore ||= looks
            return runtime.decide(...asked)
          },
          undo: async (...asked: Parameters<typeof runtime.undo>) => {
            undoing += 1
            most = Math.max(most, undoing)
            const undone = await runtime.undo(...asked)
            undoing -= 1
            return undone
          },
        },
      },
    })
    const desk = openTestDesk(watched)
    const ids = (await list()).items.map(({ id }) => id)
    const shown = await ask(desk, session, 'inbox.previewMany', { ids, outcome: 'approve' })
    looks = 0
    const { results } = await ask(desk, session, 'inbox.decideMany', {
      outcome: 'approve',
      comment: '',
      items: shown.items.map(({ item, preview }) => ({ id: item.id, hash: preview?.hash ?? '' })),
    })
    expect(results.every(({ window }) => window !== null)).toBe(true)
    expect(looksBefore).toBeGreaterThanOrEqual(ids.length)
    const items = results.map(({ id, window }) => ({ id, revision: window?.revision ?? 0 }))
    const undone = await ask(desk, session, 'inbox.undo', { items })
    expect(undone.results.map(({ id, ok }) => [id, ok])).toEqual(ids.map((id) => [id, true]))
    expect(most).toBeGreaterThan(1)
    await desk.close()
  })

  it('are left as they were from where somebody stops them; what has begun goes on [inbox.many-stop] [inbox.many-running]', async () => {
    const { gateway, session, list } = await openLetters(AMOUNTS)
    const amounts = Array.from({ length: 60 }, (_, amount) => amount)
    for (const amount of amounts) await follow(gateway, await start(gateway, 'payment'), 'pay', { amount })
    const { runtime } = gateway
    const begun = Promise.withResolvers<void>()
    const slow = Promise.withResolvers<void>()
    const decide = async (...asked: Parameters<typeof runtime.decide>) => {
      begun.resolve()
      await slow.promise
      return await runtime.decide(...asked)
    }
    const desk = openTestDesk(Object.create(gateway, { runtime: { value: { ...runtime, decide } } }))
    const ids = (await list()).items.map(({ id }) => id)
    const shown = await ask(desk, session, 'inbox.previewMany', { ids, outcome: 'approve' })
    const items = shown.items.map(({ item, preview }) => ({ id: item.id, hash: preview?.hash ?? '' }))
    const decided = ask(desk, session, 'inbox.decideMany', {
      ...{ outcome: 'approve', comment: '', items, batch: 'one' },
    })
    await begun.promise
    const running = async (of = session) => (await ask(desk, of, 'inbox.batches', {})).batches
    const now = { batch: 'one', label: expect.stringMatching(/^Approve/), all: amounts.length, done: 0 }
    expect(await running()).toEqual([{ ...now, isStopped: false }])
    // Also for a window that was loaded since.
    expect(await running(await desk.openSession('window'))).toEqual(await running())
    expect(await ask(desk, session, 'inbox.stopMany', { batch: 'another' })).toEqual({ stopped: false })
    expect(await ask(desk, session, 'inbox.stopMany', { batch: 'one' })).toEqual({ stopped: true })
    expect(await running()).toEqual([{ ...now, isStopped: true }])
    slow.resolve()
    const { results, approved } = await decided
    expect(await running()).toEqual([])
    const left = results.filter(({ ok }) => !ok)
    expect([left.length > 0, approved]).toEqual([true, ids.length - left.length])
    expect(new Set(left.map(({ message }) => message))).toEqual(
      new Set(['You stopped before this one. It still waits.']),
    )
    expect((await list()).items.map(({ id }) => id).toSorted()).toEqual(left.map(({ id }) => id).toSorted())
    expect(await ask(desk, session, 'inbox.stopMany', { batch: 'one' })).toEqual({ stopped: false })
    await desk.close()
  })

  it('decides each by itself; one that somebody else has decided meanwhile stays theirs [inbox.many] [R5.2]', async () => {
    const { gateway, desk, session, handIn, idOf, list } = await openLetters()
    const runs = [await handIn('one'), await handIn('two'), await handIn('three')]
    const ids = [await idOf('one'), await idOf('two'), await idOf('three')]
    const { items } = await ask(desk, session, 'inbox.previewMany', { ids, outcome: 'approve' })
    await press(gateway, ids[1] ?? '', 'annotate', { who: person('ben'), arguments: { note: 'Too long' } })
    const { results, approved } = await ask(desk, session, 'inbox.decideMany', {
      outcome: 'approve',
      comment: 'All fine',
      items: items.map(({ item, preview }) => ({ id: item.id, hash: preview?.hash ?? '' })),
    })
    expect(results.map(({ id, ok }) => [id, ok])).toEqual([
      [ids[0], true],
      [ids[1], false],
      [ids[2], true],
    ])
    expect(results[1]?.message).toMatch(/ben/i)
    expect(approved).toBe(2)
    const states = await Promise.all(runs.map(async (id) => (await gateway.store.run(id))?.state))
    expect(states).toEqual(['sent', 'writing', 'sent'])
    const decided = await list({ status: 'decided', text: 'All fine' })
    expect(decided.total).toBe(2)
  })

  it('decides nothing with another hash than what was shown [inbox.many] [R5.2]', async () => {
    const { gateway, desk, session, handIn, idOf } = await openLetters()
    const run = await handIn('one')
    const { results } = await ask(desk, session, 'inbox.decideMany', {
      outcome: 'approve',
      comment: '',
      items: [{ id: await idOf('one'), hash: 'another' }],
    })
    expect(results).toMatchObject([{ ok: false, message: expect.stringContaining('Nothing was decided') }])
    expect((await gateway.store.run(run))?.state).toBe('reading')
  })

  it('says that a second gesture is needed, and leaves out what asks for proof [inbox.many]', async () => {
    const plain = await openLetters()
    await start(plain.gateway, 'deploy')
    await start(plain.gateway, 'deploy')
    const ids = (await plain.list()).items.map(({ id }) => id)
    expect(await plain.preview(ids, 'go')).toMatchObject({
      confirm: true,
      items: [{ problem: null }, { problem: null }],
    })
    const { results } = await plain.decide(ids, 'go')
    expect(results.every(({ ok, message }) => ok && message.includes('you can still undo it'))).toBe(true)

    const guarded = await openLetters(PROOF)
    await start(guarded.gateway, 'deploy')
    const [item] = (await guarded.list()).items
    const shown = await guarded.preview([item?.id ?? ''], 'go')
    expect(shown.items[0]).toMatchObject({
      preview: null,
      problem: expect.stringContaining('proof of who you are'),
    })
  })
})
