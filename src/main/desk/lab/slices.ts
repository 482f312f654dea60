/** Long work in short slices: between two of them the thread is free for whatever waits (R3.4). */

const SLICE_MS = 8

export interface Slices {
  /** Resolves at once while the slice lasts, and otherwise after everything else has had its turn. */
  pause(): Promise<void>
}

/** `sliceMs`: how long one of them takes, in milliseconds. */
export function createSlices(sliceMs = SLICE_MS): Slices {
  let began = Number.NEGATIVE_INFINITY
  return {
    async pause() {
      if (performance.now() - began < sliceMs) return
      await new Promise<void>((resolve) => setImmediate(resolve))
      began = performance.now()
    },
  }
}
