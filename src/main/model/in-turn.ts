/** Work that must not overlap: whoever reads, changes and writes the same thing takes turns. */

export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Each piece of work begins when the one before has ended, in the order in which they were given. It answers what the
 * work answers; one that fails fails for its caller alone.
 */
export function takeTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

/** Loaded for whoever asks first, and then the same for everybody; what could not be loaded is tried anew. */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null
  return () => {
    loading ??= load().catch((fault: unknown) => {
      loading = null
      throw fault
    })
    return loading
  }
}

/** A queue, first come first served, of which a certain number are served at once. */
export interface Turns {
  /**
   * Resolves when it is the caller's turn, with the way to end it; with null if the signal was first. `waits` is called
   * if it is not the caller's turn at once.
   */
  take(signal?: AbortSignal, waits?: () => void): Promise<(() => void) | null>
  /** Nobody is served, and nobody waits. */
  isIdle(): boolean
}

/** @param most how many at once; asked each time, for it may change. */
export function createTurns(most: () => number): Turns {
  let active = 0
  const waiting: (() => void)[] = []

  const next = () => {
    while (active < most()) {
      const first = waiting.shift()
      if (first === undefined) return
      first()
    }
  }
  const begin = () => {
    active += 1
    let ended = false
    return () => {
      if (ended) return
      ended = true
      active -= 1
      next()
    }
  }

  return {
    take(signal, waits) {
      return new Promise((resolve) => {
        if (signal?.aborted) {
          resolve(null)
          return
        }
        let isAdmitted = false
        const admit = () => {
          isAdmitted = true
          signal?.removeEventListener('abort', leave)
          resolve(begin())
        }
        const leave = () => {
          waiting.splice(waiting.indexOf(admit), 1)
          resolve(null)
        }
        signal?.addEventListener('abort', leave, { once: true })
        waiting.push(admit)
        next()
        if (!isAdmitted) waits?.()
      })
    },
    isIdle: () => active === 0 && waiting.length === 0,
  }
}
