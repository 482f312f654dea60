import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type {
  Bridge,
  InboxDetail,
  ItemCard,
  ManyPreview,
  Outcome,
  Preview,
} from '../../src/preload/contract.ts'
import { closeCard, openCard, writeComment } from '../../src/renderer/features/inbox/dock/writing.ts'
import {
  changeFilter,
  dropPicked,
  leaveList,
  moveOn,
  pick,
  pickAlike,
  step,
  undoFilter,
  unpick,
} from '../../src/renderer/features/inbox/list/browse.ts'
import type { Rows } from '../../src/renderer/features/inbox/list/rows.ts'
import {
  decideMany,
  type ItemScreen,
  openMany,
  pressOutcome,
  pressSelected,
} from '../../src/renderer/features/inbox/press.ts'
import { NO_CARD, useInbox } from '../../src/renderer/features/inbox/state.ts'
import { DeskError } from '../../src/renderer/gateway.ts'
import { createQueries } from '../../src/renderer/queries.ts'
import { useDesk } from '../../src/renderer/state.ts'

type Reply = Awaited<ReturnType<Bridge['call']>>

const outcome = {
  ...{ name: 'approve', label: 'Approve', tone: 'approve', arguments: {}, inputSchema: null },
  ...{ risk: 'low', confirm: false },
} as unknown as Outcome
const item = {
  ...{ id: 'one', kind: 'transition', status: 'pending', closedBecause: null, subject: null, asked: null },
  ...{ outcomes: [outcome], sentence: [], needsProof: false },
} as unknown as InboxDetail
const preview = { call: null, steps: [], problems: [], hash: 'what is seen' } as unknown as Preview

/** An item on screen whose gateway answers when the test says so. */
function show(shown = item) {
  const answers: ((reply: Reply) => void)[] = []
  const call = vi.fn<Bridge['call']>(() => new Promise((resolve) => answers.push(resolve)))
  const bridge = { kind: 'app', call, onPush: () => () => {}, onLink: () => () => {} } as unknown as Bridge
  const page = { focused: false, settled: true, left: 0 }
  const screen: ItemScreen = {
    item: shown,
    previews: new Map([[outcome.name, { data: preview, error: null, current: true }]]),
    keys: new Map([[outcome.name, 'A']]),
    isSettled: () => page.settled,
    hasFocus: () => page.focused,
    isShown: () => true,
    isReadable: () => true,
    bringInSight: () => true,
    focusUnread: () => {},
    focusForm: () => {},
    focusItem: () => {},
    leave: () => {
      page.left += 1
    },
  }
  const key = openCard(shown, 'ada')
  const gateway = { bridge, queries: createQueries() }
  return {
    ...{ key, page, call },
    press: (source: 'key' | 'pointer') => pressOutcome(gateway, screen, outcome.name, source),
    async answer(reply: Reply) {
      await vi.waitFor(() => expect(answers).toHaveLength(1))
      answers.shift()?.(reply)
      await vi.waitFor(() => expect(gateway.queries.isMutating()).toBe(0))
    },
  }
}

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  })
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { hash: '' } }))
})

afterEach(() => {
  leaveList()
  useInbox.setState({ card: NO_CARD })
  useDesk.setState({ filters: {} })
  vi.unstubAllGlobals()
})

const DECIDED = { item: { id: 'one', status: 'approved' }, message: 'Done.', failed: false, goesOn: false }

describe('a press on the open item, without a window', () => {
  it('arms by key, and decides by the next one what was on screen; a third waits [window.press]', async () => {
    const { press, call, answer, page } = show()
    press('key')
    expect(useInbox.getState().card.press).toEqual({ outcome: 'approve', step: 'arm' })
    writeComment(' Fine. ')
    press('key')
    press('pointer')
    await answer({ ok: true, value: DECIDED })
    expect(call.mock.calls).toEqual([
      [
        'inbox.decide',
        { id: 'one', outcome: 'approve', arguments: {}, comment: 'Fine.', hash: 'what is seen' },
      ],
    ])
    expect(page.left).toBe(1)
  })

  it('does not count before the card has settled, nor after it was focused and has moved [window.press]', () => {
    const { press, call, page } = show()
    page.settled = false
    press('pointer')
    page.settled = true
    page.focused = true
    useInbox.setState(({ card }) => ({ card: { ...card, moved: true } }))
    press('key')
    expect(useInbox.getState().card.press?.step).toBe('arm')
    expect(call).not.toHaveBeenCalled()
  })

  it('asks for a proof where one is missing, and says why it was refused [window.press]', async () => {
    const { press, answer, page } = show()
    press('pointer')
    await answer({ ok: false, error: { code: 'NEEDS_PROOF', message: 'Who?' } } as Reply)
    expect(useInbox.getState().card).toMatchObject({ press: { step: 'prove' }, notice: null, refusals: 0 })
    useInbox.setState(({ card }) => ({ card: { ...card, press: null } }))
    press('pointer')
    await answer({ ok: false, error: { code: 'SEEN_CHANGED', message: 'Moved.' } } as Reply)
    expect(useInbox.getState().card).toMatchObject({ press: null, notice: { tone: 'needs' }, refusals: 1 })
    expect(page.left).toBe(0)
  })

  it('whose answer comes when another item is open changes nothing there', async () => {
    const { press, answer, page } = show()
    press('pointer')
    const other = show({ ...item, id: 'two' })
    await answer({ ok: false, error: { code: 'SEEN_CHANGED', message: 'Moved.' } } as Reply)
    expect(useInbox.getState().card).toMatchObject({ key: other.key, notice: null, refusals: 0 })
    expect(page.left).toBe(0)
  })
})

describe('words that were not sent', () => {
  it('are there when the item is opened again, for the person who wrote them [card.unsent]', () => {
    const key = openCard(item, 'ada')
    writeComment('Wait for')
    closeCard(key)
    writeComment('nobody')
    openCard(item, 'kim')
    expect(useInbox.getState().card.comment).toBe('')
    openCard(item, 'ada')
    expect(useInbox.getState().card.comment).toBe('Wait for')
  })

  it('stay with the item that was opened last, when one before it closes', () => {
    const first = openCard(item, 'ada')
    const second = openCard({ ...item, id: 'two' }, 'ada')
    closeCard(first)
    expect(useInbox.getState().card.key).toBe(second)
  })
})

describe('the list, without a window', () => {
  const cards = ['a', 'b', 'c', 'd'].map((id) => ({ id }) as ItemCard)
  const rows: Rows = {
    ...{ total: 4, due: 0, show: () => {} },
    at: (place) => cards[place],
    placeOf: (id) => cards.findIndex((card) => card.id === id),
    fetch: async (place) => cards[place] ?? null,
    locate: async (id) => cards.findIndex((card) => card.id === id),
  }

  it('follows a held key at once, and goes on to the nearest that stays [window.keys]', () => {
    step(rows, null, 1, true)
    step(rows, 'a', 1, true)
    expect(useInbox.getState().list).toMatchObject({ moving: 'b', focusing: 'b', place: 1 })
    moveOn(rows, 'b', ['b', 'c'])
    expect(useInbox.getState().list).toMatchObject({ moving: null, focusing: 'd' })
    moveOn(rows, 'a', ['b'])
    expect(useInbox.getState().list.focusing).toBe('d')
  })

  it('skips none where the list has lost what was decided before it is left [inbox.keyboard-way]', () => {
    step(rows, null, 1, false)
    step(rows, 'a', 1, false)
    const others = cards.filter(({ id }) => id !== 'b')
    const placeOf = (id: string) => others.findIndex((card) => card.id === id)
    moveOn({ ...rows, at: (place) => others[place], placeOf }, 'b', ['b'])
    expect(useInbox.getState().list.focusing).toBe('c')
  })

  it('keeps the last one open, and opens none of those that were decided where others are not here yet [inbox.keyboard-way]', () => {
    step(rows, null, 1, false)
    const all = cards.map(({ id }) => id)
    moveOn(rows, 'a', all)
    expect(useInbox.getState().list.left).toEqual([])
    moveOn({ ...rows, total: 400 }, 'a', all)
    expect(useInbox.getState().list.left).toEqual(all)
  })

  it('picks one, a range from it, and one less', async () => {
    pick(rows, { id: 'b' } as ItemCard)
    pick(rows, { id: 'd' } as ItemCard, true)
    await vi.waitFor(() => expect([...useInbox.getState().list.picked.keys()]).toEqual(['b', 'c', 'd']))
    pick(rows, { id: 'c' } as ItemCard)
    dropPicked(['d'])
    expect([...useInbox.getState().list.picked.keys()]).toEqual(['b'])
  })

  describe('while it asks what else is alike [inbox.many-keys]', () => {
    const alike = cards.map((card) => ({ ...card, alike: 'letters' }))
    const byKey = { key: '1' }
    function ask(by: Parameters<typeof pressSelected>[1], fault?: DeskError) {
      let answer = () => {}
      const asked = new Promise<void>((resolve) => {
        answer = resolve
      })
      const call = vi.fn<Bridge['call']>(async (name, request) => {
        if (name === 'inbox.item') return { ok: true, value: { ...alike[0], outcomes: [outcome] } } as Reply
        const isForAll = JSON.stringify(request).includes('"alike"')
        if (isForAll) await asked
        if (fault !== undefined)
          return { ok: false, error: { code: fault.code, message: fault.message } } as Reply
        const items = isForAll ? alike : alike.slice(0, 1)
        return { ok: true, value: { items, total: items.length } } as Reply
      })
      const bridge = {
        kind: 'app',
        call,
        onPush: () => () => {},
        onLink: () => () => {},
      } as unknown as Bridge
      const gateway = { bridge, queries: createQueries() }
      pickAlike(gateway, { status: 'pending' }, 'a')
      pressSelected(gateway, by)
      return { answer, gateway }
    }
    const isOver = () => vi.waitFor(() => expect(useInbox.getState().list.turns).toBe(null))

    it.each([
      { what: 'a key', by: byKey },
      { what: 'a button', by: { name: outcome.name } },
    ])('lets $what wait, which then lists all of them', async ({ by }) => {
      pick(rows, alike[0] as ItemCard)
      const { answer } = ask(by)
      expect(useInbox.getState().many).toBe(null)
      answer()
      await isOver()
      expect(useInbox.getState().many?.ids).toEqual(['a', 'b', 'c', 'd'])
    })

    it('forgets it all where the selection is cleared meanwhile', async () => {
      const { answer } = ask(byKey)
      unpick()
      pick(rows, alike[1] as ItemCard)
      answer()
      await vi.waitFor(() => expect([...useInbox.getState().list.picked.keys()]).toEqual(['b']))
      await isOver()
      expect(useInbox.getState()).toMatchObject({ many: null, list: { picked: new Map([['b', alike[1]]]) } })
    })

    it('does nothing with less where that cannot be asked', async () => {
      pick(rows, alike[0] as ItemCard)
      const { answer } = ask(byKey, new DeskError({ code: 'REJECTED', message: 'No.' }))
      answer()
      await isOver()
      expect(useInbox.getState().many).toBe(null)
    })
  })

  it('takes back a filter; keys that follow one another are one change', () => {
    changeFilter({ kind: 'gate' })
    changeFilter({ kind: 'gate', text: 'p' }, true)
    changeFilter({ kind: 'gate', text: 'pa' }, true)
    undoFilter()
    expect(useDesk.getState().filters).toMatchObject({ 'inbox.kind': 'gate', 'inbox.text': '' })
    undoFilter()
    expect(useDesk.getState().filters).toMatchObject({ 'inbox.kind': '' })
  })
})

describe('several that were sent when the connection broke', () => {
  it('are not said to be undecided [many.unanswered]', async () => {
    const call = async () => Promise.reject(new TypeError('Failed to fetch'))
    const bridge = { kind: 'app', call } as unknown as Bridge
    openMany(['one'], outcome)
    const shown = { items: [{ item: { id: 'one' }, preview: { hash: 'seen' } }] } as unknown as ManyPreview
    await decideMany({ bridge, queries: createQueries() }, shown, () => undefined)
    expect(useInbox.getState().many?.fault).toBe(
      'The connection broke before ‘Approve’ was answered. What still waits once Countersign is back was not decided.',
    )
    useInbox.setState({ many: null })
  })
})
