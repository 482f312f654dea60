/**
 * Long work in short slices, so that the thread serves whatever waits between two of them. The work is a generator
 * that yields often, at the latest after a millisecond or so.
 */

export interface Slicer {
  /** The first slice runs before this returns: short work is done at once. */
  run<Result>(work: Generator<void, Result>): Promise<Result>
}

/** Two works at once still leave the thread free many times in 50 ms. */
const SLICE_MICROS = 5000

/** `now` is monotonic, in microseconds; `pause` resolves when everything else has had its turn. */
export function createSlicer(parts: { now(): number; pause(): Promise<void> }): Slicer {
  return {
    async run(work) {
      for (;;) {
        const end = parts.now() + SLICE_MICROS
        let step = work.next()
        while (step.done !== true && parts.now() < end) step = work.next()
        if (step.done === true) return step.value
        await parts.pause()
      }
    },
  }
}

/** Without a pause: for a command that has nothing else to do. */
export function finish<Result>(work: Generator<void, Result>): Result {
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}
