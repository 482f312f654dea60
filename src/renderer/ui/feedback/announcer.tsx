import { useEffect, useState } from 'react'

const CHANNEL = 'desk:announce'
const KEPT_MS = 4000

/** Says a sentence to screen readers without moving the focus. */
export function announce(sentence: string): void {
  window.dispatchEvent(new CustomEvent(CHANNEL, { detail: sentence }))
}

interface Announcement {
  key: number
  sentence: string
}

/** Once in the frame. Each sentence has a place of its own for a while: what comes a moment later takes none away. */
export function Announcer() {
  const [said, setSaid] = useState<Announcement[]>([])
  useEffect(() => {
    let key = 0
    const timers = new Set<ReturnType<typeof setTimeout>>()
    function hear(event: Event): void {
      if (!(event instanceof CustomEvent) || typeof event.detail !== 'string') return
      key += 1
      const one = { key, sentence: event.detail }
      setSaid((all) => [...all, one])
      const timer = setTimeout(() => {
        timers.delete(timer)
        setSaid((all) => all.filter((other) => other !== one))
      }, KEPT_MS)
      timers.add(timer)
    }
    window.addEventListener(CHANNEL, hear)
    return () => {
      window.removeEventListener(CHANNEL, hear)
      for (const timer of timers) clearTimeout(timer)
    }
  }, [])
  return (
    <div aria-live="polite" aria-atomic="false" role="status" className="sr-only">
      {said.map(({ key, sentence }) => (
        <p key={key}>{sentence}</p>
      ))}
    </div>
  )
}
