/** How much of one client's requests is kept in memory at once, so that one that sends much leaves room for others. */

/** Two of the largest bodies, or many small ones. */
const MOST_BODY_BYTES = 32 * 1024 * 1024

export interface BodyBudget {
  /** What one request has taken so far. */
  open(client: string): { take(bytes: number): boolean; giveBack(): void }
}

export function createBodyBudget(most = MOST_BODY_BYTES): BodyBudget {
  const taken = new Map<string, number>()
  return {
    open(client) {
      let own = 0
      return {
        take(bytes) {
          const all = (taken.get(client) ?? 0) + bytes
          if (all > most) return false
          own += bytes
          taken.set(client, all)
          return true
        },
        giveBack() {
          const left = (taken.get(client) ?? 0) - own
          own = 0
          if (left > 0) taken.set(client, left)
          else taken.delete(client)
        },
      }
    },
  }
}
