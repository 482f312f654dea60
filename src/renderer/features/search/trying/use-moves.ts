import { type RefObject, useLayoutEffect, useRef } from 'react'

const MOVE_MS = 140

/** Rows that get another place glide there; nothing moves for somebody who wants stillness. */
export function useMoves(list: RefObject<HTMLElement | null>, order: string): void {
  const tops = useRef(new Map<string, number>())
  const shown = useRef(order)
  useLayoutEffect(() => {
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []
    const moves = shown.current !== order && !matchMedia('(prefers-reduced-motion: reduce)').matches
    const now = new Map<string, number>()
    for (const row of rows) {
      const key = row.dataset.row ?? ''
      const top = row.offsetTop
      now.set(key, top)
      const before = tops.current.get(key)
      if (moves && before !== undefined && before !== top) {
        row.animate([{ transform: `translateY(${before - top}px)` }, { transform: 'none' }], {
          duration: MOVE_MS,
          easing: 'ease-out',
        })
      }
    }
    tops.current = now
    shown.current = order
  })
}
