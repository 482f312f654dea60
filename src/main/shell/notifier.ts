/**
 * Decides when the person is told that something waits, and in which words: nothing that an agent wrote (R5.9).
 * Knows no electron; the shell gives it eyes and a voice. May import: desk, preload/contract (types).
 */
import type { ItemCard, Notice } from '../../preload/contract.ts'
import { composeNotice } from '../desk/people/notice.ts'

/** Items that arrive together are told together. */
const BATCH_MS = 400
/** As many as the desk finds at once. */
const MOST_IDS = 200
const MOST_LOCKED = 50

export interface NotifierPorts {
  /** The most urgent of what waits now, how many wait in all, and since when the oldest does (ISO time). */
  listPending: () => Promise<{ items: ItemCard[]; total: number; oldestAt: string | null }>
  /** Those of these items that wait. */
  findPending: (ids: string[]) => Promise<ItemCard[]>
  /** What is told of these where nobody sits at the desk; null: somebody does, or nothing is to be told. */
  noticeLocked: (ids: string[]) => Promise<Notice | null>
  /** Milliseconds since 1970. */
  now: () => number
  /** Whether the person is looking at the window. */
  isFocused: () => boolean
  /** The item that the visible window shows, if it shows one. */
  shownItem: () => string | null
  /** @returns takes it off the screen, if it is still there */
  notify: (notice: Notice) => () => void
  /** False while people have asked for silence: what comes then is counted, and not told later. */
  mayTell: () => boolean
  /** How many wait and since when the oldest does (ISO time), after each look. */
  count: (pending: number, oldestAt: string | null) => void
}
export interface Notifier {
  /** Something about the inbox changed: this item, or none in particular. */
  look(id?: string): void
  /** Who sits at the desk now; null: nobody, it is locked. What was told to another person goes. */
  seat(person: string | null): void
  close(): void
}

const IN_MARKUP: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The text of a notification as the system takes it: on Linux as markup, in which a name could hide words. */
export function bodyOn(platform: NodeJS.Platform, body: string): string {
  return platform === 'linux' ? body.replace(/[&<>]/g, (sign) => IN_MARKUP[sign] ?? sign) : body
}

/** What waits already when it is opened is counted, but not announced. */
export function createNotifier(ports: NotifierPorts): Notifier {
  let known: Set<string> | null = null
  const openedAt = ports.now()
  /** Of what was pushed, what has been looked at: an item is told once. */
  const told = new Set<string>()
  let pushed = new Set<string>()
  /** What is told, until none of its items waits any more. */
  const open = new Set<{ ids: Set<string>; end: () => void }>()
  let seated: string | null | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function notify(notice: Notice, ids: string[]): void {
    open.add({ ids: new Set(ids), end: ports.notify(notice) })
  }
  function endOver(asked: string[], waiting: ReadonlySet<string>): void {
    const over = asked.filter((id) => !waiting.has(id))
    for (const each of open) {
      for (const id of over) each.ids.delete(id)
      if (each.ids.size > 0) continue
      open.delete(each)
      each.end()
    }
  }

  async function check(): Promise<void> {
    const ids = [...pushed].slice(0, MOST_IDS)
    pushed = new Set()
    const unheard = ids.filter((id) => !told.has(id)).slice(0, MOST_LOCKED)
    const locked = unheard.length === 0 ? null : await ports.noticeLocked(unheard)
    if (locked !== null) {
      for (const id of unheard) told.add(id)
      if (!closed && !ports.isFocused()) notify(locked, unheard)
      return
    }
    const { items, total, oldestAt } = await ports.listPending()
    const asked = [...new Set([...ids, ...[...open].flatMap((each) => [...each.ids])])].slice(0, MOST_IDS)
    const named = asked.length === 0 ? [] : await ports.findPending(asked)
    if (closed) return
    endOver(asked, new Set(named.map(({ id }) => id)))
    ports.count(total, oldestAt)
    const before = known
    known = new Set(items.map((item) => item.id))
    const arrived = named.filter((item) => Date.parse(item.requestedAt) >= openedAt)
    // Of a long list only a part is known: what moves up into it has not just come.
    const appeared = before === null || total > items.length ? [] : items.filter(({ id }) => !before.has(id))
    const fresh = [...new Map([...appeared, ...arrived].map((item) => [item.id, item])).values()].filter(
      (item) => before?.has(item.id) !== true && !told.has(item.id),
    )
    for (const { id } of arrived) told.add(id)
    if (before === null || ports.isFocused() || !ports.mayTell()) return
    const shown = ports.shownItem()
    const news = fresh.filter(({ id }) => id !== shown)
    if (news.length > 0) {
      notify(
        composeNotice(news),
        news.map(({ id }) => id),
      )
    }
  }
  /** A look that fails is made up for by the next change. */
  function checkQuietly(): void {
    check().catch(() => undefined)
  }
  checkQuietly()

  return {
    look(id) {
      if (id !== undefined) pushed.add(id)
      if (timer !== undefined || closed) return
      timer = setTimeout(() => {
        timer = undefined
        checkQuietly()
      }, BATCH_MS)
    },
    seat(person) {
      if (seated !== undefined && seated !== person) {
        for (const { end } of open) end()
        open.clear()
      }
      seated = person
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
