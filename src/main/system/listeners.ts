/** Who wants to know of something. */
export function createListeners<Told extends unknown[]>() {
  const listeners = new Set<(...told: Told) => void>()
  return {
    /** Whoever begins to listen meanwhile hears of the next. */
    tell(...told: Told): void {
      for (const listener of [...listeners]) listener(...told)
    },
    /** Returns the way to stop that. */
    listen(listener: (...told: Told) => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    clear: (): void => listeners.clear(),
  }
}
