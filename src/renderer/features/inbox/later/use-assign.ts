/** An item is given to a person, or back to everybody, with a way back. */
import { createElement } from 'react'
import type { ItemCard } from '../../../../preload/contract.ts'
import { useCall, useSend } from '../../../queries.ts'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { ToastButton } from '../../../ui/feedback/toast-button.tsx'
import { dockWords } from '../dock/dock-words.ts'
import { listWords } from '../list/list-words.ts'

/** How long a toast offers its way back, in milliseconds. */
const OFFER_MS = 10_000

export function useAssign(item: Pick<ItemCard, 'id' | 'assignedTo'>) {
  const { data: view } = useCall('people.list', {})
  const send = useSend('inbox.assign')
  const you = view?.you ?? null
  const holder = item.assignedTo?.replace(/^human:/, '') ?? null

  function assign(to: string | null, back = false): void {
    const before = holder
    send.mutate(
      { id: item.id, to },
      {
        onSuccess: () => {
          const said =
            to === null ? dockWords.givenBack : to === you ? dockWords.taken : dockWords.assigned(to)
          announce(said)
          showToast(said, {
            id: `assigned ${item.id}`,
            ...(back
              ? {}
              : {
                  action: createElement(ToastButton, {
                    label: listWords.undo,
                    onPress: () => assign(before, true),
                  }),
                  until: Date.now() + OFFER_MS,
                }),
          })
        },
        onError: (fault) => showToast(dockWords.notAssigned, { tone: 'failed', detail: fault.message }),
      },
    )
  }
  return {
    you,
    holder,
    people: (view?.people ?? []).map(({ name }) => name),
    assign,
    /** Takes it on; a second time gives it back. */
    take: () => you !== null && assign(holder === you ? null : you),
  }
}
