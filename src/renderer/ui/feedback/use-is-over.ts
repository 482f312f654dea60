import { useEffect, useState } from 'react'

/** A machine may sleep over a moment: it is looked at again after so many milliseconds at the latest. */
const LONGEST_MS = 60_000

/** Whether a moment has passed, and told again when it does. `at` is an ISO time; null: there is none. */
export function useIsOver(at: string | null): boolean {
  const end = at === null ? Number.POSITIVE_INFINITY : Date.parse(at)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (end === Number.POSITIVE_INFINITY || end <= now) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(end - Date.now() + 1, LONGEST_MS))
    return () => clearTimeout(timer)
  }, [end, now])
  return end <= now
}
