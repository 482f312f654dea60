/**
 * The selection while a key is held: the list follows at once, the detail only when the selection has rested, so that
 * nothing is fetched and drawn that nobody can read.
 */
import { useCallback, useEffect, useRef, useState } from 'react'

/** Milliseconds after which a selection that was moved by a held key has come to rest. */
const REST_MS = 90

export function useMoving(id: string | null, open: (id: string | null) => void) {
  const [moving, setMoving] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const stop = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
  }, [])
  useEffect(() => stop, [stop])

  const go = useCallback(
    (next: string | null, held = false) => {
      stop()
      if (!held || next === null) {
        setMoving(null)
        open(next)
        return
      }
      setMoving(next)
      timer.current = setTimeout(() => {
        setMoving(null)
        open(next)
      }, REST_MS)
    },
    [open, stop],
  )
  return { selected: moving ?? id, isMoving: moving !== null, go }
}
