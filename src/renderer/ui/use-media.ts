import { useSyncExternalStore } from 'react'

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
