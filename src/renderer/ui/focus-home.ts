import { useEffect, useLayoutEffect, useRef } from 'react'

/** What had the focus has gone: the innermost part of the screen that is made for this takes it. It decides nothing. */
export function focusHome(): void {
  if (document.activeElement !== document.body) return
  const homes = [...document.querySelectorAll<HTMLElement>('[data-focus-home]')]
  homes.findLast((home) => home.checkVisibility())?.focus({ preventScroll: true })
}

/**
 * For what lies over the screen: a place that has the focus, but that Tab does not come to, gets it back itself when that
 * closes. Left alone, the first control in the place would get it, whatever that decides.
 */
export function useFocusGivenBack(open: boolean): () => boolean {
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement
  }, [open])
  return () => {
    const place = before.current
    if (!(place instanceof HTMLElement) || !place.isConnected) return true
    if (place === document.body || place.tabIndex >= 0) return true
    queueMicrotask(() => {
      const now = document.activeElement
      if (now === document.body || now?.closest('[data-layer]')) place.focus({ preventScroll: true })
    })
    return false
  }
}

/** A row that had the focus may go with any change of its list. Nobody who has clicked elsewhere is called back. */
export function useFocusHomeOf(frame: { readonly current: HTMLElement | null }): void {
  const within = useRef(false)
  useEffect(() => {
    const follow = ({ target }: Event) => {
      within.current = target instanceof Node && frame.current?.contains(target) === true
    }
    document.addEventListener('focusin', follow)
    document.addEventListener('pointerdown', follow)
    return () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('pointerdown', follow)
    }
  }, [frame])
  useEffect(() => {
    if (within.current) focusHome()
  })
}
