/** Decisions of this window that have not run yet, and taking them back. */
import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { callQuery, useBridge, useSend } from '../../queries.ts'
import { useDesk } from '../../state.ts'
import { announce } from '../../ui/announcer.tsx'
import { useKeys } from '../../ui/keys.ts'
import { showToast } from '../../ui/toast.tsx'
import { words } from '../../words.ts'

interface Undoable {
  id: string
  /** ISO time. */
  runsAt: string
}

interface UndoableState {
  /** The latest decision last. */
  list: Undoable[]
  add(decision: Undoable): void
  remove(id: string): void
}

export const useUndoable = create<UndoableState>()((set) => ({
  list: [],
  add: (decision) => set(({ list }) => ({ list: [...without(list, decision.id).filter(isOpen), decision] })),
  remove: (id) => set(({ list }) => ({ list: without(list, id) })),
}))

function without(list: Undoable[], id: string): Undoable[] {
  return list.filter((decision) => decision.id !== id)
}

function isOpen({ runsAt }: Undoable): boolean {
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
    send.mutate(
      { id },
      {
        onSuccess: (reply) => {
          remove(id)
          announce(`${words.inbox.undone}. ${reply.message}`)
          showToast(words.inbox.undone, { id: toastOf(id), detail: reply.message })
        },
        onError: (fault) => {
          remove(id)
          showToast(words.inbox.notUndone, { id: toastOf(id), tone: 'failed', detail: fault.message })
        },
      },
    )
  }
  return { takeBack, busy: send.isPending, done: send.isSuccess }
}

/** On every screen: the key takes back the latest decision that can be. */
export function UndoKeys() {
  const singleKeys = useDesk((desk) => desk.singleKeys)
  const list = useUndoable((state) => state.list)
  const { takeBack } = useTakeBack()
  useTakenBackElsewhere()
  useKeys(
    {
      z: () => {
        const latest = list.findLast(isOpen)
        if (latest) takeBack(latest.id)
      },
    },
    { enabled: singleKeys && list.length > 0, overLayers: true },
  )
  return null
}

/** A decision that somebody has taken back at another desk is not offered here any more. */
function useTakenBackElsewhere(): void {
  const bridge = useBridge()
  const { list, remove } = useUndoable()
  const items = useQueries({ queries: list.map(({ id }) => callQuery(bridge, 'inbox.item', { id })) })
  const back = items.flatMap(({ data }) => (data?.status === 'pending' && data.returned ? [data] : []))
  const known = useRef(new Set<string>())
  useEffect(() => {
    // What is not offered any more may be decided again; then it counts only once it is seen to wait for its time.
    for (const id of known.current) if (!list.some((offer) => offer.id === id)) known.current.delete(id)
    for (const { id, status } of items.flatMap(({ data }) => data ?? []))
      if (status === 'scheduled') known.current.add(id)
    for (const { id, returned } of back) {
      if (!known.current.delete(id)) continue
      remove(id)
      showToast(words.inbox.undone, { id: toastOf(id), detail: returned?.because ?? '' })
    }
  })
}
