/** Decisions of this window that have not run yet, for the person at it; a page that is loaded again still has them. */
import { create } from 'zustand'
import type { DeskError } from '../../gateway.ts'
import { useSend } from '../../queries.ts'
import { announce } from '../../ui/announcer.tsx'
import { showToast } from '../../ui/toast.tsx'
import { words } from '../../words.ts'

export interface Undoable {
  id: string
  /** ISO times. */
  decidedAt: string
  runsAt: string
  /** What was told at the press; null: it was pressed elsewhere, or is told on its card. */
  told: { label: string; message: string } | null
}

interface UndoableState {
  you: string | null
  /** The latest decision last; with those whose time is over, until it is known what came of them. */
  list: Undoable[]
  /** Another person comes to the desk, or the page is loaded again: theirs alone. */
  begin(you: string): Undoable[]
  add(decision: Undoable): void
  /** It cannot be taken back; what becomes of it is told all the same. */
  follow(id: string, decidedAt: string): void
  remove(id: string): void
}

/** What is not known by then, in milliseconds after its time, is not waited for any more. */
const LONG_OVER_MS = 10 * 60_000
/** So many whose time is over are asked about at most: each is, whenever something changes. */
const MOST_FOLLOWED = 20

export const useUndoable = create<UndoableState>()((set, get) => {
  function change(list: Undoable[]): void {
    const { you } = get()
    if (you !== null) sessionStorage.setItem(keyOf(you), JSON.stringify(list))
    set({ list })
  }
  return {
    you: null,
    list: [],
    begin(you) {
      const list = readKept(you).filter(isOpen)
      set({ you, list })
      return list
    },
    add(decision) {
      const known = without(get().list, decision.id)
      const over = known
        .filter((other) => !isOpen(other) && Date.parse(other.runsAt) + LONG_OVER_MS > Date.now())
        .slice(-MOST_FOLLOWED)
      const others = known.filter((other) => isOpen(other) || over.includes(other))
      change(
        [...others, decision].sort((one, other) => Date.parse(one.decidedAt) - Date.parse(other.decidedAt)),
      )
    },
    follow: (id, decidedAt) => get().add({ id, decidedAt, runsAt: decidedAt, told: null }),
    remove: (id) => change(without(get().list, id)),
  }
})

function keyOf(you: string): string {
  return `countersign.undoable ${you}`
}

function readKept(you: string): Undoable[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(you)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isUndoable) : []
  } catch {
    return []
  }
}

function isUndoable(kept: unknown): kept is Undoable {
  const { id, decidedAt, runsAt, told } = (kept ?? {}) as Partial<Record<keyof Undoable, unknown>>
  return typeof told === 'object' && [id, decidedAt, runsAt].every((part) => typeof part === 'string')
}

function without(list: Undoable[], id: string): Undoable[] {
  return list.filter((decision) => decision.id !== id)
}

export function isOpen({ runsAt }: Undoable): boolean {
  return Date.parse(runsAt) > Date.now()
}

/** The toast of a decision; what becomes of it is said in the same place. */
export function toastOf(id: string): string {
  return `decision ${id}`
}

export function useTakeBack() {
  const send = useSend('inbox.undo')
  const remove = useUndoable((state) => state.remove)
  function takeBack(id: string): void {
    if (send.isPending) return
    // The button may have gone by the time of the answer, which is told all the same.
    send.mutateAsync({ id }).then(
      (reply) => {
        remove(id)
        announce(`${words.inbox.undone}. ${reply.message}`)
        showToast(words.inbox.undone, { id: toastOf(id), detail: reply.message })
      },
      (fault: DeskError) => {
        remove(id)
        showToast(words.inbox.notUndone, { id: toastOf(id), tone: 'failed', detail: fault.message })
      },
    )
  }
  return { takeBack, busy: send.isPending, done: send.isSuccess }
}
