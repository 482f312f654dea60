/**
 * A copy of the audit log beside the database, as JSON lines: appended after the commit, never before it, in order,
 * each entry once. What could not be written is written with the next one. May import: model, runtime/ports.
 */

import type { AuditEvent } from '../../model/audit-event.ts'
import type { AuditNames } from '../../model/configuration.ts'
import { messageOf } from '../../model/error.ts'
import type { Store } from '../../runtime/ports.ts'
import type { ChainMark } from './audit-chain.ts'

const PIECE = 500
/** Who reads a copy may have stopped reading without going away: the end waits no longer for that. */
const GOODBYE_MS = 3000

export interface AuditOutput {
  /** The last entry that it has from before; null: it is new, and gets all of the log. */
  readonly last: ChainMark | null
  /** Whole lines. */
  append(lines: string): Promise<void>
}

export interface CopiedStore {
  /** Wakes the copies after its commits, and gives them time to finish before it closes. */
  store: Store
  /** From now on `output` gets every entry. */
  copyTo(output: AuditOutput, names?: AuditNames): Promise<void>
}

export function createCopiedStore(store: Store, warn: (message: string) => void): CopiedStore {
  const copies: { wake(): Promise<void> }[] = []
  const wakeAll = () => Promise.all(copies.map((copy) => copy.wake()))
  return {
    store: {
      ...store,
      async commit(batch) {
        const result = await store.commit(batch)
        if (result.ok && batch.audit.length > 0) void wakeAll()
        return result
      },
      async close() {
        let alarm: NodeJS.Timeout | undefined
        const late = new Promise((resolve) => {
          alarm = setTimeout(resolve, GOODBYE_MS)
        })
        await Promise.race([wakeAll(), late])
        clearTimeout(alarm)
        await store.close()
      },
    },
    async copyTo(output, names = 'camelCase') {
      const after = await findStart(store, output, warn)
      const copy = createCopy(store, output, { after, names, warn })
      copies.push(copy)
      await copy.wake()
    },
  }
}

/** The place that copying goes on after. */
async function findStart(
  store: Store,
  { last }: AuditOutput,
  warn: (message: string) => void,
): Promise<number> {
  if (last === null || last.sequence === 0) return 0
  const [same] = await store.auditAfter(last.sequence - 1, 1)
  if (same?.sequence === last.sequence && same.hash === last.hash) return last.sequence
  const end = await store.auditEnd()
  warn(
    `The copy of the audit log ends with entry ${last.sequence}, which is not in this log. ` +
      `It goes on with entry ${end.sequence + 1}.`,
  )
  return end.sequence
}

/** Only what every entry has is spelt so: the payload is the same in both. */
function spell(event: AuditEvent, names: AuditNames): object {
  if (names === 'camelCase') return event
  const spelt = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(Object.entries(event).map(([name, value]) => [spelt(name), value]))
}

function createCopy(
  store: Store,
  output: AuditOutput,
  { after: start, names, warn }: { after: number; names: AuditNames; warn: (message: string) => void },
) {
  let after = start
  let running: Promise<void> | null = null
  let again = false
  let failed = false

  async function copyAll(): Promise<void> {
    for (;;) {
      const events = await store.auditAfter(after, PIECE)
      const last = events.at(-1)
      if (last === undefined) return
      await output.append(events.map((event) => `${JSON.stringify(spell(event, names))}\n`).join(''))
      after = last.sequence
    }
  }
  async function run(): Promise<void> {
    do {
      again = false
      try {
        await copyAll()
        failed = false
      } catch (error) {
        const reason = messageOf(error)
        if (!failed) warn(`The copy of the audit log could not be written: ${reason}. It is tried again.`)
        failed = true
      }
    } while (again)
    running = null
  }
  return {
    /** Resolves when everything is copied that was committed before, or could not be. */
    wake(): Promise<void> {
      again = running !== null
      running ??= run()
      return running
    },
  }
}
