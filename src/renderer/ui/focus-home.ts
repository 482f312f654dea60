import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** What had the focus has gone: the innermost part of the screen that is made for this takes it. It decides nothing. */
export function focusHome(): void {
  if (document.activeElement !== document.body) return
  const homes = [...document.querySelectorAll<HTMLElement>('[data-focus-home]')]
  homes.findLast((home) => home.checkVisibility())?.focus({ preventScroll: true })
}

/**
 * Whether what lies over the screen gives the focus back as it closes. Not to a place that Tab does not come to: the first
 * control in it would get it, whatever that decides.
 */
export function useGivesBack(open: boolean): boolean {
  const [wasInPlace, setWasInPlace] = useState(false)
  useLayoutEffect(() => {
    const before = document.activeElement
    if (open) setWasInPlace(before?.matches('[tabindex="-1"]') === true && !before.closest('[data-layer]'))
  }, [open])
  return !wasInPlace
}

/** Who leaves what took the place of this part finds the focus on the control that had led there, which has the `ref`. */
export function useWayBack<Way>() {
  const from = useRef<Way | null>(null)
  return {
    comeBack(way: Way): void {
      from.current = way
    },
    ref: (way: Way) => (control: HTMLElement | null) => {
      if (control === null || from.current !== way) return
      from.current = null
      control.focus()
    },
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
