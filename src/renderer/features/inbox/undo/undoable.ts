/** Presses of this window, on one item or on several, of which something has not run yet or is not over. */
import { create } from 'zustand'
import type { DeskError } from '../../../gateway.ts'
import { useSend } from '../../../queries.ts'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { words } from '../../../words.ts'
import { dockWords } from '../dock/dock-words.ts'

/** One decided item. */
export interface Undoable {
  id: string
  /** ISO times. The same where it cannot be taken back, and is only followed. */
  decidedAt: string
  runsAt: string
}

export interface Press {
  /** The first item at the press. */
  key: string
  /** One or more; what was taken back has left. */
  items: Undoable[]
  /** How many were decided, and how many of them had failed at once. */
  total: number
  failed: number
  /** What was told at the press; null: it was pressed elsewhere, or is told on its card. */
  told: { label: string; message: string } | null
}

interface UndoableState {
  you: string | null
  /** The latest press last; with those whose time is over, until it is known what came of them. */
  list: Press[]
  /** Items that were taken back in this window. */
  undone: readonly string[]
  /** Another person comes to the desk, or the page is loaded again: theirs alone. */
  begin(you: string): Press[]
  add(press: Press): void
  remove(ids: readonly string[]): void
  /** They wait for a decision again. */
  undo(ids: readonly string[]): void
}

/** What is not known by then, in milliseconds after its time, is not waited for any more. */
export const LONG_OVER_MS = 10 * 60_000
/** So many presses whose time is over are asked about at most: each is, whenever something changes. */
const MOST_FOLLOWED = 20

export const useUndoable = create<UndoableState>()((set, get) => {
  function change(list: Press[], undone = get().undone): void {
    const { you } = get()
    if (you !== null) sessionStorage.setItem(keyOf(you), JSON.stringify(list))
    set({ list, undone })
  }
  return {
    you: null,
    list: [],
    undone: [],
    begin(you) {
      const list = readKept(you).filter(isOpen)
      set({ you, list, undone: [] })
      return list
    },
    add(press) {
      const ids = press.items.map(({ id }) => id)
      const known = without(get().list, ids)
      const over = known.filter((other) => !isOpen(other) && !isLongOver(other)).slice(-MOST_FOLLOWED)
      const others = known.filter((other) => isOpen(other) || over.includes(other))
      change(
        [...others, press].sort((one, other) => beginOf(one) - beginOf(other)),
        get().undone.filter((id) => !ids.includes(id)),
      )
    },
    remove: (ids) => change(without(get().list, ids)),
    undo: (ids) => change(without(get().list, ids), [...get().undone, ...ids]),
  }
})

function keyOf(you: string): string {
  return `countersign.undoable ${you}`
}

function readKept(you: string): Press[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(you)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isPress) : []
  } catch {
    return []
  }
}

function isPress(kept: unknown): kept is Press {
  const { key, items, total, failed, told } = (kept ?? {}) as Partial<Record<keyof Press, unknown>>
  const isWhole =
    typeof key === 'string' &&
    typeof total === 'number' &&
    typeof failed === 'number' &&
    typeof told === 'object'
  return isWhole && Array.isArray(items) && items.length > 0 && items.every(isUndoable)
}

function isUndoable(kept: unknown): kept is Undoable {
  const { id, decidedAt, runsAt } = (kept ?? {}) as Partial<Record<keyof Undoable, unknown>>
  return [id, decidedAt, runsAt].every((part) => typeof part === 'string')
}

function without(list: readonly Press[], ids: readonly string[]): Press[] {
  return list
    .map((press) => ({ ...press, items: press.items.filter(({ id }) => !ids.includes(id)) }))
    .filter(({ items }) => items.length > 0)
}

function beginOf({ items }: Press): number {
  return Math.min(...items.map(({ decidedAt }) => Date.parse(decidedAt)))
}

/** When the last of it runs, in milliseconds since 1970. */
export function endOf({ items }: Pick<Press, 'items'>): number {
  return Math.max(...items.map(({ runsAt }) => Date.parse(runsAt)))
}

/** Those that have not run yet. */
export function openItems({ items }: Pick<Press, 'items'>, now = Date.now()): Undoable[] {
  return items.filter(({ runsAt }) => Date.parse(runsAt) > now)
}

export function isLongOver(press: Pick<Press, 'items'>): boolean {
  return endOf(press) + LONG_OVER_MS <= Date.now()
}

export function isOpen(press: Pick<Press, 'items'>): boolean {
  return openItems(press).length > 0
}

/** The toast of a decision; what becomes of it is said in the same place, unless that still offers something. */
export function toastOf(key: string, beside = false): string {
  return beside ? `decision ${key} beside` : `decision ${key}`
}

export function useTakeBack() {
  const send = useSend('inbox.undo')
  const { list, remove, undo } = useUndoable()
  function takeBack(items: readonly Undoable[]): void {
    if (send.isPending || items.length === 0) return
    const ids = items.map(({ id }) => id)
    const press = list.find((each) => each.items.some((item) => ids.includes(item.id)))
    const id = toastOf(press?.key ?? ids[0] ?? '')
    // The button may have gone by the time of the answer, which is told all the same.
    send.mutateAsync({ ids }).then(
      ({ results }) => {
        const done = results.filter(({ ok }) => ok)
        const late = results.filter(({ ok }) => !ok)
        undo(done.map((result) => result.id))
        remove(late.map((result) => result.id))
        const title =
          done.length === 0 ? words.inbox.notUndone : dockWords.undone(done.length, results.length)
        const detail = (late[0] ?? done[0])?.message ?? ''
        announce(`${title}. ${detail}`)
        showToast(title, { id, detail, tone: late.length > 0 ? 'failed' : 'done' })
      },
      (fault: DeskError) => {
        remove(ids)
        showToast(words.inbox.notUndone, { id, tone: 'failed', detail: fault.message })
      },
    )
  }
  return { takeBack, busy: send.isPending, done: send.isSuccess }
}
