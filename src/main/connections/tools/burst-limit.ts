/** Keeps a server that announces changes without end from making us ask without end. */

export interface BurstLimit {
  /** Runs at once, or, after too many runs in a window, once at its end. */
  trigger(): void
  close(): void
}

/** @param most how many runs may begin within `windowMs` */
export function createBurstLimit(run: () => void, most: number, windowMs: number): BurstLimit {
  let begun: number[] = []
  let later: ReturnType<typeof setTimeout> | null = null
  const trigger = () => {
    if (later !== null) return
    const now = performance.now()
    begun = begun.filter((at) => now - at < windowMs)
    const [first] = begun
    if (first === undefined || begun.length < most) {
      begun.push(now)
      run()
      return
    }
    later = setTimeout(
      () => {
        later = null
        trigger()
      },
      first + windowMs - now,
    )
    later.unref()
  }
  return {
    trigger,
    close() {
      if (later !== null) clearTimeout(later)
      later = null
    },
  }
}
