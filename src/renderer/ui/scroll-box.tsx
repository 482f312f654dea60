import { type ReactNode, useEffect, useRef, useState } from 'react'

/** What is wider than its place scrolls inside it; only where it does, the keyboard stops there. `data-box` tells a card that something in it may be out of view. */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const { current } = box
    if (current === null) return
    const observer = new ResizeObserver(() => setScrolls(current.scrollWidth > current.clientWidth))
    for (const element of [current, ...current.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={box}
      data-box
      className="overflow-x-auto outline-offset-[-2px]"
      {...(scrolls ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}
    >
      {children}
    </div>
  )
}
