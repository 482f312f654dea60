/** Hiding items until a time and showing them again, each with a way back. May import: queries, ui. */
import { useState } from 'react'
import { useSend } from '../../../queries.ts'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { listWords } from '../list/list-words.ts'
import { offerToast } from '../undo/offer-toast.tsx'
import { sayUntil } from './snooze-times.ts'

/** `left` is told what has gone from the list, so that the selection moves on. */
export function useSnooze(left: (ids: string[]) => void) {
  const send = useSend('inbox.snooze')
  const [asking, setAsking] = useState<string[] | null>(null)

  function snooze(ids: string[], until: Date): void {
    setAsking(null)
    send.mutate(
      { ids, until: until.toISOString() },
      {
        onSuccess: ({ snoozed, refused }) => {
          const done = snoozed.map(({ id }) => id)
          const [first] = refused
          if (first !== undefined) showToast(listWords.notSnoozed, { tone: 'failed', detail: first.message })
          if (done.length === 0) return
          const early = snoozed.filter((item) => item.early)
          const only = done.length === 1 ? snoozed[0] : undefined
          const when = sayUntil(only === undefined ? until : new Date(only.until), new Date())
          const message =
            done.length === 1 ? listWords.snoozedUntil(when) : listWords.snoozedMany(done.length, when)
          left(done)
          announce(message)
          offerToast(message, {
            label: listWords.undo,
            onPress: () => showAgain(done),
            ...(early.length === 0 ? {} : { detail: listWords.early(early.length) }),
          })
        },
        onError: (fault) => showToast(listWords.notSnoozed, { tone: 'failed', detail: fault.message }),
      },
    )
  }

  function showAgain(ids: string[]): void {
    send.mutate(
      { ids, until: null },
      {
        onSuccess: () => {
          announce(listWords.shownAgain(ids.length))
          showToast(listWords.shownAgain(ids.length))
        },
        onError: (fault) => showToast(fault.message, { tone: 'failed' }),
      },
    )
  }
  return { asking, ask: setAsking, snooze, showAgain }
}
