import { useEffect, useRef } from 'react'
import { announce } from '../ui/feedback/announcer.tsx'
import { words } from '../words.ts'

/** Says aloud when more items wait than a moment ago, and keeps the count in the title of the window. */
export function useArrivals(pending: number | undefined): void {
  const before = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (pending === undefined) return
    if (before.current !== undefined && pending > before.current) {
      announce(words.inbox.arrived(pending - before.current))
    }
    before.current = pending
    document.title = pending > 0 ? `(${pending}) ${words.product}` : words.product
  }, [pending])
}
