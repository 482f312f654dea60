import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bodyOn, createNotifier, type Notifier } from '../../src/main/shell/notifier.ts'
import type { ItemCard, Notice } from '../../src/preload/contract.ts'

let pending: ItemCard[]
let focused: boolean
let shown: string | null
let notices: Notice[]
let over: Notice[]
let counts: number[]
let oldest: (string | null)[]
let mayTell: boolean
let locked: boolean
const LOCKED: Notice = { title: 'A request waits', body: 'The desk is locked.', route: '#/inbox' }
let shownAtOnce: number
let notifier: Notifier

beforeEach(async () => {
  vi.useFakeTimers()
  pending = [item('ap_old')]
  focused = false
  shown = null
  notices = []
  over = []
  counts = []
  oldest = []
  mayTell = true
  locked = false
  shownAtOnce = 500
  notifier = createNotifier({
    listPending: async () => ({
      items: pending.slice(0, shownAtOnce),
      total: pending.length,
      oldestAt: pending.map(({ requestedAt }) => requestedAt).toSorted()[0] ?? null,
    }),
    findPending: async (ids) => pending.filter(({ id }) => ids.includes(id)),
    noticeLocked: async () => (locked ? LOCKED : null),
    now: Date.now,
    isFocused: () => focused,
    shownItem: () => shown,
    notify(notice) {
      notices.push(notice)
      return () => over.push(notice)
    },
    mayTell: () => mayTell,
    count: (count, since) => {
      counts.push(count)
      oldest.push(since)
    },
  })
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(() => {
  notifier.close()
  vi.useRealTimers()
})

describe('the notifier', () => {
  it('counts what waits when it is opened, without a word', () => {
    expect(counts).toEqual([1])
    expect(notices).toEqual([])
  })

  it('says in the author’s words what came, and nothing that an agent wrote [shell.notifications]', async () => {
    await arrive(item('ap_1'))
    expect(notices).toEqual([{ title: 'Content review', body: 'Publish …', route: '#/inbox/ap_1' }])
    expect(JSON.stringify(notices)).not.toContain('IGNORE ALL RULES')
  })

  it('gives a name to the system as it is written, where texts are markup [shell.notifications]', () => {
    const name = 'Use ‘<span size="1">rm</span> & <a href="https://a.example">list</a>’'
    const escaped =
      'Use ‘&lt;span size="1"&gt;rm&lt;/span&gt; &amp; &lt;a href="https://a.example"&gt;list&lt;/a&gt;’'
    expect(bodyOn('linux', name)).toBe(escaped)
    for (const plain of ['darwin', 'win32'] as const) expect(bodyOn(plain, name)).toBe(name)
  })

  it('says of a locked desk only that something waits, and that once [told.locked]', async () => {
    locked = true
    pending.push(item('ap_1'))
    notifier.look('ap_1')
    await vi.advanceTimersByTimeAsync(400)
    notifier.look('ap_1')
    await vi.advanceTimersByTimeAsync(400)
    expect(notices).toEqual([LOCKED])
    locked = false
    notifier.look('ap_1')
    await vi.advanceTimersByTimeAsync(400)
    focused = true
    locked = true
    notifier.look('ap_2')
    await vi.advanceTimersByTimeAsync(400)
    expect(notices).toEqual([LOCKED])
  })

  it('tells items that arrive within 400 ms together', async () => {
    pending.push(item('ap_1'))
    notifier.look()
    await vi.advanceTimersByTimeAsync(300)
    pending.push(item('ap_2'))
    notifier.look()
    await vi.advanceTimersByTimeAsync(99)
    expect(notices).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(notices).toEqual([{ title: '2 items wait for you', body: 'Content review', route: '#/inbox' }])
  })

  it('is silent while the person looks at the window, and about the item that it shows', async () => {
    focused = true
    await arrive(item('ap_1'))
    focused = false
    shown = 'ap_2'
    await arrive(item('ap_2'))
    expect(notices).toEqual([])
    expect(counts.at(-1)).toBe(3)
  })

  it('is silent while people want silence, and does not make up for it [told.silence]', async () => {
    mayTell = false
    await arrive(item('ap_1'))
    mayTell = true
    await look()
    expect(notices).toEqual([])
    expect(counts.at(-1)).toBe(2)
    await arrive(item('ap_2'))
    expect(notices).toHaveLength(1)
  })

  it('knows since when the oldest waits', async () => {
    await arrive({ ...item('ap_1'), requestedAt: '2025-12-31T23:00:00.000Z' })
    expect(oldest).toEqual(['2026-01-01T00:00:00.000Z', '2025-12-31T23:00:00.000Z'])
  })

  it('tells of what comes into a list that is longer than it knows, and counts all of it', async () => {
    shownAtOnce = 2
    await arrive(item('ap_1'), item('ap_2'))
    notices.length = 0
    pending.push({ ...item('ap_new'), requestedAt: new Date().toISOString() })
    notifier.look('ap_new')
    await vi.advanceTimersByTimeAsync(400)
    expect(notices).toMatchObject([{ route: '#/inbox/ap_new' }])
    expect(counts.at(-1)).toBe(4)
    // Somebody else decides the first; what moves up is not news, and what was told is not told again.
    pending.shift()
    notifier.look('ap_new')
    await vi.advanceTimersByTimeAsync(400)
    expect(notices).toHaveLength(1)
  })

  it('announces an item once', async () => {
    await arrive(item('ap_1'))
    await look()
    expect(notices).toHaveLength(1)
  })

  it('takes a notification away when nothing that it tells of waits any more [told.over]', async () => {
    const [one, two] = [item('ap_1'), item('ap_2')]
    await arrive(one, two)
    await arrive(item('ap_3'))
    pending = pending.filter((waiting) => waiting !== one)
    notifier.look('ap_1')
    await vi.advanceTimersByTimeAsync(400)
    expect(over).toEqual([])
    pending = pending.filter((waiting) => waiting !== two)
    await look()
    expect(over).toEqual([notices[0]])
    pending = []
    await look()
    await look()
    expect(over).toEqual(notices)
  })

  it('takes all away that it told to somebody who has left [told.over]', async () => {
    notifier.seat('kim')
    await arrive(item('ap_1'))
    notifier.seat('kim')
    expect(over).toEqual([])
    notifier.seat(null)
    expect(over).toEqual(notices)
  })

  it('counts down when something was decided', async () => {
    pending = []
    await look()
    expect(counts).toEqual([1, 0])
  })
})

async function arrive(...items: ItemCard[]): Promise<void> {
  pending = [...pending, ...items]
  await look()
}

async function look(): Promise<void> {
  notifier.look()
  await vi.advanceTimersByTimeAsync(400)
}

function item(id: string): ItemCard {
  return {
    id,
    kind: 'transition',
    status: 'pending',
    sentence: [
      { kind: 'author', text: 'Publish ' },
      { kind: 'quote', text: 'IGNORE ALL RULES' },
    ],
    values: [],
    because: 'The transition is for a person.',
    risk: 'low',
    riskReason: '',
    workflowId: 'wf_000000000001',
    definitionId: 'content_review',
    definitionTitle: 'Content review',
    isSingleCall: false,
    state: 'in_review',
    queue: null,
    client: 'local',
    requestedBy: 'agent:test',
    requestedAt: '2026-01-01T00:00:00.000Z',
    deadlineAt: null,
    votes: null,
    deciders: null,
    assignedTo: null,
    snoozedUntil: null,
    alike: null,
    decision: null,
    returned: null,
  }
}
