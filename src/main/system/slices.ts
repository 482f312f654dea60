/** Long work in short slices: between two of them the thread is free for whatever waits (R3.4). */

/** How long one of them takes. */
const SLICE_MS = 8

let began = Number.NEGATIVE_INFINITY
let turn: Promise<void> | null = null

/**
 * Resolves at once while the slice lasts, and otherwise after everything else has had its turn. Of those who work at the
 * same time, for whichever window, all wait for one turn and share the slice after it: nothing runs between two of them.
 */
export async function pause(): Promise<void> {
  if (performance.now() - began < SLICE_MS) return
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      began = performance.now()
      turn = null
      resolve()
    })
  })
  await turn
}
