import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether an element holds more than it shows: only then must the keyboard be able to reach and scroll it. */
export function useOverflows(frame: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useLayoutEffect(() => {
    const { current } = frame
    if (current === null) return
    const measure = () => setOverflows(current.scrollHeight > current.clientHeight + 1)
    const watch = new ResizeObserver(measure)
    watch.observe(current)
    for (const child of current.children) watch.observe(child)
    return () => watch.disconnect()
  }, [frame])
  return overflows
}
