import { useEffect, useRef } from 'react'

/** What had the focus has gone: the innermost part of the screen that is made for this takes it. It decides nothing. */
export function focusHome(): void {
  if (document.activeElement !== document.body) return
  const homes = [...document.querySelectorAll<HTMLElement>('[data-focus-home]')]
  homes.findLast((home) => home.checkVisibility())?.focus({ preventScroll: true })
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
