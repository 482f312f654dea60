import { useEffect, useState, useSyncExternalStore } from 'react'

const EVERY_MS = 250

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | null = null

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, EVERY_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

/** While nobody listens it stands: the first to look sets it. */
function read(): number {
  if (timer === null && Date.now() - now > EVERY_MS) now = Date.now()
  return now
}

/** One clock for the whole window: two countdowns to the same moment never show different seconds. */
export function useNow(): number {
  return useSyncExternalStore(listen, read)
}

/** The time of this drawing. It is drawn anew after `wait`; whatever else draws it reads the clock again: it may have been set back. */
export function useNowFor(wait: (now: number) => number | null): number {
  const [, draw] = useState(0)
  const drawn = Date.now()
  useEffect(() => {
    const left = wait(drawn)
    if (left === null) return
    const timer = setTimeout(() => draw((times) => times + 1), left)
    return () => clearTimeout(timer)
  })
  return drawn
}
