/** Keeps the focus in the item when what had it is switched off or goes away; otherwise it is nowhere. */
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Whenever `appearance` changes. A button that decides gives the focus up even if it stays: a press that was on its
 * way belongs to what was on screen before. A field that is being filled in keeps it.
 */
export function useFocusHome(panel: RefObject<HTMLElement | null>, appearance: string): void {
  const within = useRef(false)
  useEffect(() => {
    function follow({ target }: Event): void {
      if (!(target instanceof HTMLElement)) return
      within.current = panel.current?.contains(target) === true || target.closest('[data-layer]') !== null
    }
    document.addEventListener('focusin', follow)
    document.addEventListener('pointerdown', follow)
    return () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('pointerdown', follow)
    }
  }, [panel])
  const before = useRef(appearance)
  useEffect(() => {
    if (before.current === appearance) return
    before.current = appearance
    if (!within.current) return
    function bringHome(): void {
      const { activeElement } = document
      if (activeElement === document.body || activeElement?.closest('[data-outcome]') != null)
        panel.current?.focus()
    }
    bringHome()
    // A dialog that closes gives the focus back, and a button that is switched off loses it, a moment later.
    const timer = setTimeout(bringHome, 100)
    return () => clearTimeout(timer)
  }, [panel, appearance])
}
