/**
 * Decides when the person is told that something waits, and in which words: nothing that an agent wrote (R5.9).
 * Knows no electron; the shell gives it eyes and a voice. May import: desk, preload/contract (types).
 */
import type { InboxItem, Notice } from '../../preload/contract.ts'
import { composeNotice } from '../desk/notice.ts'

/** Items that arrive together are told together. */
const BATCH_MS = 400

export interface NotifierPorts {
  /** What waits now. */
  listPending: () => Promise<InboxItem[]>
  /** Whether the person is looking at the window. */
  isFocused: () => boolean
  /** The item that the visible window shows, if it shows one. */
  shownItem: () => string | null
  notify: (notice: Notice) => void
  /** False while people have asked for silence: what comes then is counted, and not told later. */
  mayTell: () => boolean
  /** How many wait and since when the oldest does (ISO time), after each look. */
  count: (pending: number, oldestAt: string | null) => void
}
export interface Notifier {
  /** Something about the inbox changed. */
  look(): void
  close(): void
}

/** What waits already when it is opened is counted, but not announced. */
export function createNotifier(ports: NotifierPorts): Notifier {
  let known: Set<string> | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false

  async function check(): Promise<void> {
    const items = await ports.listPending()
    if (closed) return
    ports.count(items.length, oldestOf(items))
    const before = known
    known = new Set(items.map((item) => item.id))
    if (before === null || ports.isFocused() || !ports.mayTell()) return
    const shown = ports.shownItem()
    const fresh = items.filter((item) => !before.has(item.id) && item.id !== shown)
    if (fresh.length > 0) ports.notify(composeNotice(fresh))
  }
  /** A look that fails is made up for by the next change. */
  function checkQuietly(): void {
    check().catch(() => undefined)
  }
  checkQuietly()

  return {
    look() {
      if (timer !== undefined || closed) return
      timer = setTimeout(() => {
        timer = undefined
        checkQuietly()
      }, BATCH_MS)
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

function oldestOf(items: InboxItem[]): string | null {
  return items.reduce<string | null>(
    (oldest, { requestedAt }) => (oldest === null || requestedAt < oldest ? requestedAt : oldest),
    null,
  )
}
