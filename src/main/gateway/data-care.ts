/** The data of a gateway as a person looks after it: how much it is, backups, what is old. */

import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataFolderLook, PruneForecast } from '../model/data-folder.ts'
import { GatewayError } from '../model/error.ts'
import type { Clock, Ids, Store } from '../runtime/ports.ts'
import { backupFolderOf, listBackups } from '../store/backups/backups.ts'
import { databaseSize, makeBackup } from '../store/backups/make-backup.ts'
import type { StoreCare } from '../store/backups/store-care.ts'

export interface DataCare {
  look(): Promise<DataFolderLook>
  /** `during` makes the copy. @returns the path of the new backup. @throws GatewayError with a sentence */
  backUp(during?: (file: string, copy: () => Promise<void>) => Promise<void>): Promise<string>
  /** What removing the entries before an ISO time would take away. */
  foreseePrune(before: string): Promise<PruneForecast>
  /** @returns how many audit entries were removed. @throws GatewayError with a sentence */
  prune(before: string, actor: string, told?: (part: number) => void): Promise<number>
}

export interface DataCareParts {
  dataFolder: string
  store: Pick<Store, 'runs' | 'audit' | 'auditAfter' | 'readOnly'>
  /** Null: everything is kept in memory. */
  care: StoreCare | null
  clock: Pick<Clock, 'now'>
  ids: Pick<Ids, 'next'>
}

export function createDataCare({ dataFolder, store, care, clock, ids }: DataCareParts): DataCare {
  const backupFolder = backupFolderOf(dataFolder)

  function careOfFile(): StoreCare {
    if (care === null)
      throw new GatewayError(
        'INTERNAL',
        'Everything is kept in memory (store: {kind: memory}), so there is no database.',
      )
    return care
  }

  return {
    async look() {
      const [runs, all, audit] = await Promise.all([
        store.runs({ workflowsOnly: true }, { limit: 1 }),
        store.runs({}, { limit: 1 }),
        store.audit({}, { limit: 1 }),
      ])
      const [first] = await store.auditAfter(0, 1)
      return {
        folder: dataFolder,
        database: care === null ? null : { file: care.file, bytes: await databaseSize(care.file) },
        bytes: await folderSize(dataFolder),
        runs: runs.total,
        singleCalls: all.total - runs.total,
        audit: { entries: audit.total, oldest: first?.timestamp ?? null },
        backups: listBackups(backupFolder),
      }
    },
    async backUp(during = (_file, copy) => copy()) {
      const { file, backUp } = careOfFile()
      const copy = (to: string) => during(to, () => backUp(to))
      return await makeBackup({ file, folder: backupFolder, now: clock.now(), copy })
    },
    async foreseePrune(before) {
      const { firstKept: _, ...forecast } = await careOfFile().foreseePrune(before)
      return forecast
    },
    async prune(before, actor, told) {
      const file = careOfFile()
      if (store.readOnly !== null) throw new GatewayError('INTERNAL', store.readOnly)
      const saying = () => ({
        id: ids.next('au'),
        timestamp: new Date(clock.now()).toISOString(),
        actor,
      })
      return await file.prune(await file.foreseePrune(before), saying, told)
    },
  }
}

/** Links count for themselves. */
async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  let bytes = 0
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const facts = await lstat(join(entry.parentPath, entry.name)).catch(() => null)
    bytes += facts?.size ?? 0
  }
  return bytes
}
