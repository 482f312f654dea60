/** How often each tool was called: counted once from the whole log, and then from what is new in it. */

import { setTimeout as wait } from 'node:timers/promises'
import type { ToolUse } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'

export interface ToolUses {
  /** Reads what is new in the log; resolves soon, whether or not all is counted by then. */
  catchUp(): Promise<{ isAll: boolean }>
  of(server: string | null, name: string): ToolUse
}

interface Tally {
  count: number
  failed: number
  lastAt: string | null
  by: Map<string, number>
}

/** Entries that are looked at in one go. */
const PIECE = 5000
/** So long a list waits for the count, in milliseconds. */
const PATIENCE_MS = 150
const MOST_NAMES = 3
const NEVER: ToolUse = { count: 0, failed: 0, lastAt: null, by: [] }

export function createToolUses({ store }: Pick<Gateway, 'store'>): ToolUses {
  const tallies = new Map<string, Tally>()
  let sequence = 0
  let counting: Promise<boolean> | null = null

  async function count(): Promise<boolean> {
    for (;;) {
      const { calls, isAll, ...read } = await store.toolCalls(sequence, PIECE)
      sequence = read.sequence
      for (const { server, name, ...found } of calls) {
        const key = keyOf(server, name)
        const tally: Tally = tallies.get(key) ?? { count: 0, failed: 0, lastAt: null, by: new Map() }
        tallies.set(key, tally)
        tally.count += found.count
        tally.failed += found.failed
        if (found.lastAt > (tally.lastAt ?? '')) tally.lastAt = found.lastAt
        for (const [who, times] of Object.entries(found.by))
          tally.by.set(who, (tally.by.get(who) ?? 0) + times)
      }
      if (isAll) return true
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  return {
    async catchUp() {
      counting ??= count().finally(() => {
        counting = null
      })
      const late = wait(PATIENCE_MS, false, { ref: false })
      // What cannot be read now is counted with the next list; whoever asked is told that it is not all.
      return { isAll: await Promise.race([counting.catch(() => false), late]) }
    },
    of(server, name) {
      const tally = tallies.get(keyOf(server, name))
      if (tally === undefined) return NEVER
      const by = [...tally.by].toSorted(([, one], [, other]) => other - one).slice(0, MOST_NAMES)
      return { ...tally, by: by.map(([who, times]) => ({ name: nameOf(who), count: times })) }
    },
  }
}

function keyOf(server: string | null, name: string): string {
  return JSON.stringify([server, name])
}

/** Of a principal: as people know it. */
function nameOf(id: string): string {
  return id.replace(/^(?:human|agent):/, '')
}
