/** Decisions of this window that have not run yet, and taking them back. */
import { create } from 'zustand'
import { useSend } from '../../queries.ts'
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
  add: (decision) => set(({ list }) => ({ list: [...without(list, decision.id), decision] })),
  remove: (id) => set(({ list }) => ({ list: without(list, id) })),
}))

function without(list: Undoable[], id: string): Undoable[] {
  return list.filter((decision) => decision.id !== id)
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
  useKeys(
    {
      z: () => {
        const latest = list.findLast(({ runsAt }) => Date.parse(runsAt) > Date.now())
        if (latest) takeBack(latest.id)
      },
    },
    { enabled: singleKeys && list.length > 0, overLayers: true },
  )
  return null
}
