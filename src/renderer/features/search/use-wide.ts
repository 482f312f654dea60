import { useSyncExternalStore } from 'react'

/** As in the style of the page that divides itself. */
const WIDE = '(width > 860px)'

/** Whether there is room for the sliders beside the results. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (told) => {
      const query = matchMedia(WIDE)
      query.addEventListener('change', told)
      return () => query.removeEventListener('change', told)
    },
    () => matchMedia(WIDE).matches,
  )
}
