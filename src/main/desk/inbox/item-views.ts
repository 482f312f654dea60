/** Since when an item has been on a desk's screen, as far as the desk knows: when it was first asked for there. */
export interface ItemViews {
  seen(session: string, id: string): void
  /** Milliseconds; null: this desk was never shown it. */
  since(session: string, id: string): number | null
}

/** Of the items that are decided, most were opened a moment ago. */
const MOST = 2000

export function createItemViews(now: () => number): ItemViews {
  const first = new Map<string, number>()
  const nameOf = (session: string, id: string) => `${session} ${id}`
  return {
    seen(session, id) {
      const name = nameOf(session, id)
      if (first.has(name)) return
      first.set(name, now())
      const [oldest] = first.keys()
      if (first.size > MOST && oldest !== undefined) first.delete(oldest)
    },
    since(session, id) {
      const at = first.get(nameOf(session, id))
      return at === undefined ? null : Math.max(0, now() - at)
    },
  }
}
