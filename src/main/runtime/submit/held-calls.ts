/**
 * What came of a decision, for the calls of agents that are held open for it: content that is not stored, and steps
 * of the chain. Content for which no call is held open any more waits for the next `get` of who asked. In memory only;
 * after a restart nobody is held.
 */
import type { InboxItem } from '../../model/item.ts'
import type { ChainStep, ContentBlock } from '../../model/response.ts'
import type { Evidence, Failure } from '../../model/run.ts'

/** What a call gathers on its way. */
export interface CallRecord {
  /** Automatic steps of this call, in order. */
  chain: ChainStep[]
  /** Evidence recorded by this call. */
  recorded: Evidence[]
  /** Content blocks of downstream results (R4.11). */
  content: ContentBlock[]
}

export interface Heard {
  context: CallRecord
  failure: Failure | null
  /** It came to another gate, and waits there. */
  next: InboxItem | null
}

export interface HeldCalls {
  /** Listens until `stop`. */
  listen(itemId: string): { heard(): Heard | null; stop(): void }
  isHeard(itemId: string): boolean
  /** False: nobody listens. */
  tell(itemId: string, heard: Heard): boolean
  /** In the place of what was left of the same run. */
  leave(left: LeftContent): void
  /** What was left for who asks about the run as it stands; it is given once. */
  fetch(about: Omit<LeftContent, 'content'>): ContentBlock[]
}

export interface LeftContent {
  workflowId: string
  version: number
  /** Principal id. */
  requestedBy: string
  content: ContentBlock[]
}

/** Characters of all that is left: two of the largest results. The oldest goes first. */
const MOST_LEFT = 16 * 1024 * 1024

export function createHeldCalls(): HeldCalls {
  const listeners = new Map<string, Set<{ heard: Heard | null }>>()
  let left: (LeftContent & { size: number })[] = []
  return {
    listen(itemId) {
      const listener: { heard: Heard | null } = { heard: null }
      const others = listeners.get(itemId) ?? new Set()
      listeners.set(itemId, others.add(listener))
      return {
        heard: () => listener.heard,
        stop() {
          others.delete(listener)
          if (others.size === 0) listeners.delete(itemId)
        },
      }
    },
    isHeard: (itemId) => listeners.has(itemId),
    tell(itemId, heard) {
      const present = listeners.get(itemId) ?? []
      for (const listener of present) listener.heard = heard
      return [...present].length > 0
    },
    leave(given) {
      if (given.content.length === 0) return
      const size = JSON.stringify(given.content).length
      left = [...left.filter((each) => !isSame(each, given)), { ...given, size }]
      let total = 0
      const kept = left.findLastIndex((each) => {
        total += each.size
        return total > MOST_LEFT
      })
      left = left.slice(kept + 1)
    },
    fetch(about) {
      const found = left.find((each) => isSame(each, about))
      left = left.filter((each) => each !== found)
      return found?.version === about.version ? found.content : []
    },
  }
}

function isSame(one: Omit<LeftContent, 'content'>, other: Omit<LeftContent, 'content'>): boolean {
  return one.workflowId === other.workflowId && one.requestedBy === other.requestedBy
}
