/** What a person can do with the database itself while it runs. */
import type { AuditEntry } from '../../model/audit-event.ts'
import { GatewayError } from '../../model/error.ts'
import type { CommitResult } from '../../runtime/ports.ts'
import { type AuditRemoval, removeAudit } from '../sqlite/audit.ts'
import type { Queries } from '../sqlite/query.ts'
import type { Reader } from '../sqlite/reader.ts'

export interface StoreCare extends Pick<Reader, 'backUp' | 'foreseePrune'> {
  /** Absolute path of the database. */
  readonly file: string
  /**
   * Removes what `foreseePrune` foresaw, each piece with an entry that says so. `saying` makes the frame of one.
   * @returns how many were removed
   * @throws GatewayError INTERNAL if the log is not whole; then it stays as it is
   */
  prune(
    removal: Pick<AuditRemoval, 'firstKept'>,
    saying: () => CareMessage,
    told?: (part: number) => void,
  ): Promise<number>
}

export type CareMessage = Pick<AuditEntry, 'id' | 'timestamp' | 'actor'>

/** So many entries go in one transaction: others wait for it (R3.4). */
const PIECE = 4000

export function createStoreCare(parts: {
  file: string
  queries: Queries
  away: Pick<Reader, 'backUp' | 'foreseePrune' | 'verifyAudit'>
  write(apply: () => CommitResult): Promise<CommitResult>
}): StoreCare {
  const { queries, away, write } = parts
  return {
    file: parts.file,
    backUp: away.backUp,
    foreseePrune: away.foreseePrune,
    async prune({ firstKept }, saying, told) {
      // To read it all takes about as long as to remove most of it.
      const { broken, lost, removed } = await away.verifyAudit((part) => told?.(part / 2))
      if (broken !== null || lost !== null)
        throw new GatewayError('INTERNAL', 'The audit log is not whole, so nothing was removed from it.')
      let count = 0
      for (let upTo = removed + 1; upTo < firstKept; ) {
        upTo = Math.min(upTo + PIECE, firstKept)
        const entry = { ...saying(), workflowId: null, correlationId: null }
        let removedNow = 0
        await write(() => {
          removedNow = removeAudit(queries, upTo, entry)?.count ?? 0
          return { ok: true }
        })
        count += removedNow
        told?.(0.5 + (upTo - removed) / (firstKept - removed) / 2)
        await new Promise((resolve) => setImmediate(resolve))
      }
      return count
    },
  }
}
