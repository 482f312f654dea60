import { useEffect, useRef, useState } from 'react'

/**
 * `settled`: `subject` has been the same for so long, in a window that had the focus for so long. `isSettled` knows at
 * once what `settled` knows with the next picture: for the press that comes in between.
 */
export function useSettling(
  milliseconds: number,
  subject: string,
): { settled: boolean; isSettled: () => boolean } {
  const [settled, setSettled] = useState<string | null>(null)
  const now = useRef<string | null>(null)
  useEffect(() => {
    function settle(): void {
      now.current = subject
      setSettled(subject)
    }
    let timer = setTimeout(settle, milliseconds)
    // A window that comes to the front, or is seen again, under a pointer or a typing hand has only just appeared.
    function restart(): void {
      clearTimeout(timer)
      now.current = null
      setSettled(null)
      timer = setTimeout(settle, milliseconds)
    }
    window.addEventListener('focus', restart)
    document.addEventListener('visibilitychange', restart)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', restart)
      document.removeEventListener('visibilitychange', restart)
    }
  }, [subject, milliseconds])
  return { settled: settled === subject, isSettled: () => now.current === subject }
}
