/** Lets something happen between two steps of the runtime: right before a call to its store, whichever is tried. */
import type { Batch, Store } from '../../src/main/runtime/ports.ts'

export interface Meanwhile {
  wrap(store: Store): Store
  /** From now on the calls are counted; before this one, the first being 0, `happen` is awaited. */
  at(call: number, happen: () => unknown): void
}

/** `onCommit`: sees what is about to be written at the moment at which it was put together. */
export function createMeanwhile(onCommit: (batch: Batch) => void = () => {}): Meanwhile {
  let left = Number.POSITIVE_INFINITY
  let happen: () => unknown = () => {}
  const pass = async () => {
    left -= 1
    if (left !== -1) return
    left = Number.POSITIVE_INFINITY
    await happen()
  }
  return {
    wrap(store) {
      const slow = Object.entries(store).map(([name, call]) => {
        if (typeof call !== 'function') return [name, call]
        return [
          name,
          async (...given: unknown[]) => {
            if (name === 'commit') onCommit(given[0] as Batch)
            await pass()
            return await (call as (...given: unknown[]) => unknown)(...given)
          },
        ]
      })
      return Object.fromEntries(slow) as Store
    },
    at(call, what) {
      left = call
      happen = what
    },
  }
}
