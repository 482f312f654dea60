import { useEffect, useState } from 'react'

/** True once `subject` has been the same for so long, in a window that had the focus for so long. */
export function useSettledFor(milliseconds: number, subject: string): boolean {
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    let timer = setTimeout(() => setSettled(subject), milliseconds)
    // A window that comes to the front, or is seen again, under a pointer or a typing hand has only just appeared.
    function restart(): void {
      clearTimeout(timer)
      setSettled(null)
      timer = setTimeout(() => setSettled(subject), milliseconds)
    }
    window.addEventListener('focus', restart)
    document.addEventListener('visibilitychange', restart)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', restart)
      document.removeEventListener('visibilitychange', restart)
    }
  }, [subject, milliseconds])
  return settled === subject
}
