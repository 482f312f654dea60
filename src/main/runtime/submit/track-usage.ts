import type { Change, Store } from '../ports.ts'

/** Counts of starts, kept near: home asks for them on every call. */
export async function trackUsage(store: Store, onChange: (listener: (change: Change) => void) => () => void) {
  let counts = await store.usage()
  let stale = false
  const stop = onChange((change) => {
    if (change.topic === 'run') stale = true
  })
  return {
    current() {
      if (stale) {
        stale = false
        store.usage().then(
          (fresh) => {
            counts = fresh
          },
          () => {
            stale = true
          },
        )
      }
      return counts
    },
    close: stop,
  }
}
