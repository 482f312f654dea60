import { useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useLayoutEffect, useState } from 'react'
import { callKey, useCall } from '../queries.ts'
import { LockScreen } from './lock-screen.tsx'
import { useLockedNotices } from './use-locked-notices.ts'
import { usePresence } from './use-presence.ts'

/**
 * The desk as long as one person sits at it. With the next one it begins anew: nothing of what the former saw, typed
 * or half pressed is left.
 */
export function DeskOfPerson({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const { data, isPending } = useCall('people.list', {})
  const you = data === undefined ? undefined : data.you
  const [shown, setShown] = useState<string | null | undefined>(undefined)
  useLayoutEffect(() => {
    if (you === undefined || you === shown) return
    if (shown !== undefined) {
      const [name] = callKey('people.list', {})
      queries.removeQueries({
        predicate: ({ queryKey }) =>
          typeof queryKey[0] === 'string' && queryKey[0].includes('.') && queryKey[0] !== name,
      })
    }
    setShown(you)
  }, [you, shown, queries])
  useLockedNotices(you === null)
  usePresence(typeof you === 'string')
  if (isPending) return null
  // Nobody can be asked: the frame says that the gateway does not answer.
  if (you === undefined) return children
  if (you !== shown) return null
  return you === null ? <LockScreen /> : <Fragment key={you}>{children}</Fragment>
}
