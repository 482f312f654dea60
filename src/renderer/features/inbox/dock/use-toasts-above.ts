import { type RefObject, useLayoutEffect } from 'react'

/** Toasts come up where the bar is, and what they say must not hide what can be pressed next. */
export function useToastsAbove(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = bar
    const root = document.documentElement
    if (current === null) return
    const watch = new ResizeObserver(() =>
      root.style.setProperty('--below-toasts', `${current.getBoundingClientRect().height}px`),
    )
    watch.observe(current)
    return () => {
      watch.disconnect()
      root.style.removeProperty('--below-toasts')
    }
  }, [bar])
}
