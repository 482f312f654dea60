import { useEffect, useState } from 'react'

const CHANNEL = 'desk:announce'

/** Says a sentence to screen readers without moving the focus. */
export function announce(sentence: string): void {
  window.dispatchEvent(new CustomEvent(CHANNEL, { detail: sentence }))
}

/** Once in the frame. The text is emptied again, so that the same sentence can be said twice. */
export function Announcer() {
  const [sentence, setSentence] = useState('')
  useEffect(() => {
    function hear(event: Event): void {
      if (event instanceof CustomEvent && typeof event.detail === 'string') setSentence(event.detail)
    }
    window.addEventListener(CHANNEL, hear)
    return () => window.removeEventListener(CHANNEL, hear)
  }, [])
  useEffect(() => {
    if (!sentence) return
    const timer = setTimeout(() => setSentence(''), 4000)
    return () => clearTimeout(timer)
  }, [sentence])
  return (
    <div aria-live="polite" role="status" className="sr-only">
      {sentence}
    </div>
  )
}
