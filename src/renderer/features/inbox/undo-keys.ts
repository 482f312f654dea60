/** On every screen: the key that takes back the latest decision, and what else becomes of those that waited. */
import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { callQuery, useBridge, useCall } from '../../queries.ts'
import { useDesk } from '../../state.ts'
import { announce } from '../../ui/announcer.tsx'
import { useKeys } from '../../ui/keys.ts'
import { showToast } from '../../ui/toast.tsx'
import { speakText } from '../../ui/visible-text.ts'
import { words } from '../../words.ts'
import { useManyFollowed } from './many-followed.ts'
import { offerUndo } from './offer-undo.ts'
import { isOpen, toastOf, useTakeBack, useUndoable } from './undoable.ts'

export function UndoKeys() {
  const singleKeys = useDesk((desk) => desk.singleKeys)
  const { list, begin } = useUndoable()
  const { takeBack } = useTakeBack()
  const you = useCall('people.list', {}).data?.you ?? null
  useEffect(() => {
    if (you !== null) for (const decision of begin(you)) offerUndo(decision)
  }, [you, begin])
  useFollowed()
  useManyFollowed(you)
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

/** What somebody has taken back elsewhere is not offered here any more; what failed after its time is told. */
function useFollowed(): void {
  const bridge = useBridge()
  const { list, remove } = useUndoable()
  const items = useQueries({
    queries: list.map(({ id }) => callQuery(bridge, 'inbox.item', { id })),
  }).flatMap(({ data }) => data ?? [])
  const known = useRef(new Set<string>())
  useEffect(() => {
    // What is not offered any more may be decided again; then it counts only once it is seen to wait for its time.
    for (const id of known.current) if (!list.some((offer) => offer.id === id)) known.current.delete(id)
    for (const { id, status, returned, failed, definitionId, definitionTitle } of items) {
      if (status === 'scheduled') known.current.add(id)
      else if (status === 'pending' && returned && known.current.delete(id)) {
        remove(id)
        showToast(words.inbox.undone, { id: toastOf(id), detail: returned.because })
      } else if (failed) {
        remove(id)
        announce(failed.text)
        // A step's name alone does not say whose it is.
        const where = definitionId === 'proxy_default' ? '' : `${definitionTitle}: `
        showToast(failed.text, {
          id: toastOf(id),
          tone: 'failed',
          detail: `${where}${speakText(failed.quote ?? '')}`,
        })
      }
    }
  })
}
