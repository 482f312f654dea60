import { useSyncExternalStore } from 'react'

/** Where only one of list and detail is in sight: the same as `max-[720px]` in class names. */
export const NARROW = '(width < 720px)'

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
