import { useEffect, useRef } from 'react'

/** A dialog that closes gives the focus back only a moment later. */
const GIVEN_BACK_MS = 100

/** What had the focus has gone: the innermost part of the screen that is made for this takes it. It decides nothing. */
function focusHome(): void {
  if (document.activeElement !== document.body) return
  const homes = [...document.querySelectorAll<HTMLElement>('[data-focus-home]')]
  homes.findLast((home) => home.checkVisibility())?.focus({ preventScroll: true })
}

/** Whoever opened what lies over the screen may have gone by the time it closes. */
export function useFocusHomeAfter(open: boolean): void {
  useEffect(() => {
    if (!open) return
    return () => {
      setTimeout(focusHome, GIVEN_BACK_MS)
    }
  }, [open])
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
