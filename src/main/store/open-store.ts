/** The store of a gateway with the copies of its audit log. May import: model, runtime/ports. */
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { Configuration } from '../model/configuration.ts'
import { messageOf } from '../model/error.ts'
import type { Store } from '../runtime/ports.ts'
import { createCopiedStore, createStreamOutput, openFileOutput } from './audit/audit-copy.ts'
import type { StoreCare } from './backups/store-care.ts'
import { openMemoryStore, openSqliteStore } from './sqlite/sqlite-store.ts'

export interface OpenStore {
  store: Store
  /** Null: everything is kept in memory. */
  care: StoreCare | null
  /** Why nothing can be saved at present, as sentences for a person; null: it can. */
  obstacle(): string | null
  /** Sentences of rows that could not be read since it was opened, for a person. */
  damaged(): readonly string[]
  /** The file that the configuration declares, if it does; without a path `audit.jsonl` in the data folder. */
  copyToFile(audit: Configuration['audit'], dataFolder: string): Promise<void>
  /** Everything that this gateway has recorded since it opened, and will. */
  copyToStream(stream: Writable, audit?: Pick<Configuration['audit'], 'names'>): Promise<void>
}

/**
 * `file`: absolute path of the database; null: in memory. `changed`: whether anything can be saved has changed, or a
 * row could not be read. `backups`: the folder of the backups, if it is not beside the database.
 * @throws GatewayError INTERNAL if it cannot be opened
 */
export async function openStore(
  file: string | null,
  warn: (message: string) => void,
  changed: () => void = () => {},
  backups?: string,
): Promise<OpenStore> {
  let obstacle: string | null = null
  const onObstacle = (reason: string | null) => {
    obstacle = reason
    warn(reason ?? 'The database is back: everything can be saved again.')
    changed()
  }
  const damaged: string[] = []
  const onDamaged = (sentence: string) => {
    damaged.push(sentence)
    warn(sentence)
    changed()
  }
  const kept =
    file === null
      ? null
      : await openSqliteStore({
          file,
          warn,
          onObstacle,
          onDamaged,
          ...(backups !== undefined && { backups }),
        })
  const plain: Store = kept ?? openMemoryStore()
  const begun = await plain.auditEnd()
  const { store, copyTo } = createCopiedStore(plain, warn)
  return {
    store,
    care: kept?.care ?? null,
    obstacle: () => obstacle,
    damaged: () => damaged,
    async copyToFile({ sink, path, names }, dataFolder) {
      if (sink !== 'file') return
      try {
        await copyTo(await openFileOutput(path ?? join(dataFolder, 'audit.jsonl')), names)
      } catch (error) {
        const reason = messageOf(error)
        warn(
          `There is no copy of the audit log: ${reason}. Everything is recorded in the database all the same. ` +
            'Give another file as audit.path, or take the line away, and start again.',
        )
      }
    },
    copyToStream: (stream, audit) => copyTo(createStreamOutput(stream, begun), audit?.names),
  }
}
