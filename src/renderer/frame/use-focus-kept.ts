import { useEffect } from 'react'
import { focusHome } from '../ui/focus-home.ts'

/** A dialog that closes gives the focus back only a moment later. */
const GIVEN_BACK_MS = 100
/** What a person who cannot see it would call the place. */
const PLACES = '[data-focus-home], [role=dialog], section, form, table, ul, ol'

/**
 * What had the focus has gone, or has switched itself off: the innermost place around it that is still there takes
 * it, so that Tab goes on from there. A place decides nothing; a button that comes back does not get the focus back.
 */
export function useFocusKept(): void {
  useEffect(() => {
    let last: HTMLElement | null = null
    let around: HTMLElement[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    function follow({ target }: Event): void {
      last = target instanceof HTMLElement ? target : null
      around = []
      for (let place = last?.parentElement?.closest<HTMLElement>(PLACES); place != null; ) {
        around.push(place)
        place = place.parentElement?.closest<HTMLElement>(PLACES)
      }
    }
    // Nobody who has clicked elsewhere is called back.
    function forget(): void {
      last = null
    }
    const isLost = () => last !== null && (!last.isConnected || last.matches(':disabled'))
    function look(): void {
      timer = undefined
      const now = document.activeElement
      // What switches itself off keeps the focus until the window is drawn again, and has lost it also where it is on by now.
      if (last === null || (now !== document.body && !(now === last && isLost()))) return
      const place = around.find((each) => each.isConnected && each.checkVisibility())
      if (place === undefined) focusHome()
      else {
        if (!place.hasAttribute('tabindex')) place.tabIndex = -1
        place.focus({ preventScroll: true })
      }
    }
    const watch = new MutationObserver(() => {
      if (isLost()) timer ??= setTimeout(look, GIVEN_BACK_MS)
    })
    watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', follow)
    document.addEventListener('pointerdown', forget)
    return () => {
      watch.disconnect()
      clearTimeout(timer)
      document.removeEventListener('focusin', follow)
      document.removeEventListener('pointerdown', forget)
    }
  }, [])
}
