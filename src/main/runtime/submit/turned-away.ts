/** Agents that could not ask because too much of theirs waits already, for the desk; known to this process alone. */
import type { Change, Clock } from '../ports.ts'

export interface TurnedAwayAgent {
  /** Principal id. */
  who: string
  count: number
  /** ISO time of the last time. */
  at: string
}

export interface TurnedAway {
  note(who: string): void
  /** The last one first. */
  all(): TurnedAwayAgent[]
  /** A person has read it. */
  dismiss(): void
}

/** Whoever could ask again for so long is no news any more. */
const STAYS_MS = 10 * 60_000
/** An agent that changes its name with every call fills no memory. */
const MOST_NAMES = 50

export function createTurnedAway(clock: Clock, publish: (change: Change) => void): TurnedAway {
  const agents = new Map<string, TurnedAwayAgent & { leaving: { cancel(): void } }>()

  function forget(who: string): void {
    agents.get(who)?.leaving.cancel()
    if (agents.delete(who)) publish({ topic: 'clients' })
  }

  return {
    note(who) {
      const before = agents.get(who)
      before?.leaving.cancel()
      agents.delete(who)
      const [oldest] = agents.keys()
      if (oldest !== undefined && agents.size >= MOST_NAMES) forget(oldest)
      const now = clock.now()
      agents.set(who, {
        who,
        count: (before?.count ?? 0) + 1,
        at: new Date(now).toISOString(),
        leaving: clock.after(STAYS_MS, () => forget(who)),
      })
      publish({ topic: 'clients' })
    },
    all: () => [...agents.values()].toReversed().map(({ who, count, at }) => ({ who, count, at })),
    dismiss() {
      for (const who of [...agents.keys()]) forget(who)
    },
  }
}
