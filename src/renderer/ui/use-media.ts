import { useSyncExternalStore } from 'react'

/** Where the open item scrolls as a whole, with its buttons in a bar below: the same as `max-[58.75rem]` in class names. */
export const NARROW = '(width < 58.75rem)'

/** Where the bar with the buttons of the open item is its end, and nothing stays in sight: as `height<20rem` in class names. */
export const LOW = '(height < 20rem)'

/** Whether the window fits a media query, now and whenever that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (told) => {
      const media = matchMedia(query)
      media.addEventListener('change', told)
      return () => media.removeEventListener('change', told)
    },
    () => matchMedia(query).matches,
  )
}
