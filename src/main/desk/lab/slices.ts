/** Long work in short slices: between two of them the thread is free for whatever waits (R3.4). */

/** How long one of them takes. */
const SLICE_MS = 8

export interface Slices {
  /** Resolves at once while the slice lasts, and otherwise after everything else has had its turn. */
  pause(): Promise<void>
}

export function createSlices(): Slices {
  let began = Number.NEGATIVE_INFINITY
  let turn: Promise<void> | null = null
  /** Of those who work at the same time, all wait for one turn and share the slice after it: nothing runs between two of them. */
  const nextTurn = () =>
    new Promise<void>((resolve) => {
      setImmediate(() => {
        began = performance.now()
        turn = null
        resolve()
      })
    })
  return {
    async pause() {
      if (performance.now() - began < SLICE_MS) return
      turn ??= nextTurn()
      await turn
    },
  }
}
