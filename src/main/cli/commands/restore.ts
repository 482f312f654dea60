/**
 * `countersign restore`: puts a backup in the place of the database while no gateway runs, or goes on with the database
 * as it is, after one was found that is not the one that was written last.
 */
import { existsSync, renameSync } from 'node:fs'
import { resolve } from 'node:path'
import { backupFolderOf, listBackups } from '../../store/backups/backups.ts'
import { goOnWith, restoreDatabase } from '../../store/backups/database-restore.ts'
import { freeName } from '../../store/backups/return-database.ts'
import type { RestoreCommand } from '../command-line.ts'
import { findDatabase } from '../find-database.ts'
import { whileHeld } from '../hosting/hold-folder.ts'
import { tellFailure } from '../tell-failure.ts'

/** Exit code 1 if nothing was done. */
export async function runRestore(command: RestoreCommand): Promise<number> {
  try {
    const { dataFolder, file } = await findDatabase(command)
    const { backup } = command
    const said =
      backup === null && !command.keep
        ? describeBackups(backupFolderOf(dataFolder))
        : await whileHeld(dataFolder, file, '', () =>
            backup === null ? keep(file) : restore(resolve(backup), file),
          )
    process.stdout.write(`${said}\n`)
    return 0
  } catch (error) {
    return tellFailure(error, false)
  }
}

function describeBackups(folder: string): string {
  const backups = listBackups(folder)
  if (backups.length === 0) {
    return `There is no backup in ${folder}. The desk makes one: Settings, Data, “Back up now”.`
  }
  const lines = backups.map(({ file, at, bytes }) => `  ${file}  ${at}  ${bytes} bytes`)
  return ['Backups, newest first:', ...lines, 'Put one back with: countersign restore FILE'].join('\n')
}

async function restore(backup: string, file: string): Promise<string> {
  if (!existsSync(backup)) throw new Error(`There is no backup ${backup}. See countersign restore.`)
  const aside = existsSync(file) ? freeName(`${file}.replaced`) : null
  await restoreDatabase(backup, file, () => {
    if (aside === null) return
    for (const end of ['', '-wal', '-shm']) {
      if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${aside}${end}`)
    }
  })
  return [
    `${file} is now what ${backup} was.`,
    ...(aside === null ? [] : [`What was there lies in ${aside}.`]),
    'What happened after the backup is not in it. What was decided since waits again, and says so; what was about to run by itself is asked first.',
    'Tokens of clients and PINs are those of then, too: one that was revoked or changed since is good again.',
    'Start Countersign and look: it runs nothing yet. Then stop it and say: countersign restore --keep',
  ].join('\n')
}

async function keep(file: string): Promise<string> {
  if (!existsSync(file)) throw new Error(`There is no database ${file}. Name the data folder with --data.`)
  return (await goOnWith(file))
    ? `From the next start on, Countersign goes on with ${file} as it is. What it has lost stays named by countersign audit verify.`
    : `Nothing was to be done: ${file} has all that is known to have been written.`
}
