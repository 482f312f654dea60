import { type RefObject, useEffect } from 'react'

/** Of a row that has more than it has room for, what is chosen comes into sight. */
export function useInSight(row: RefObject<HTMLElement | null>, chosen: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen is found in the page
  useEffect(() => {
    row.current
      ?.querySelector('[aria-selected=true], [aria-current=page]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [row, chosen])
}
