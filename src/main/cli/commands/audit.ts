/**
 * `countersign audit verify | export | prune`: the audit log of a data folder, with or without a gateway on it.
 * Exit code 1 if the log is not whole, or cannot be read.
 */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createSystemIds } from '../../runtime/system.ts'
import { type AuditFile, openAuditFile, pruneAuditFile } from '../../store/audit/audit-file.ts'
import { AUDIT_COLUMNS, formatCsvRow } from '../../workflow/wording/audit-csv.ts'
import type { AuditCommand } from '../audit-line.ts'
import { findDatabase } from '../find-database.ts'
import { whileHeld } from '../hosting/hold-folder.ts'
import { systemUser } from '../system-user.ts'
import { tellFailure } from '../tell-failure.ts'

export async function runAudit(command: AuditCommand): Promise<number> {
  try {
    const { dataFolder, file } = await findDatabase(command)
    if (!existsSync(file)) {
      throw new Error(
        `There is no database ${file}. Name the data folder with --data, and with --config the configuration ` +
          'if that keeps its store elsewhere.',
      )
    }
    if (command.action === 'prune') return await prune(command, dataFolder, file)
    const log = openAuditFile(file)
    try {
      return command.action === 'verify' ? await verify(log, command) : await exportEntries(log, command)
    } finally {
      log.close()
    }
  } catch (error) {
    return tellFailure(error, command.json)
  }
}

async function verify(log: AuditFile, { json }: AuditCommand): Promise<number> {
  const { compared, keptIn, open, ...report } = await log.verify()
  const ok = report.broken === null && report.lost === null
  const removed = report.removed === 0 ? '' : `, after ${report.removed} that were removed on purpose`
  const entries = `${report.count} ${report.count === 1 ? 'entry' : 'entries'}${removed}`
  const sentences: string[] = []
  if (ok) sentences.push(`The audit log is whole: ${entries}. Its last hash is ${report.head}.`)
  if (report.broken !== null) {
    sentences.push(
      `The audit log is broken at entry ${report.broken}: that entry is not what was written, or is not there. ` +
        `There are ${entries}.`,
    )
  }
  if (report.lost !== null) {
    sentences.push(
      `The audit log does not have its entry ${report.lost.sequence} of the hash ${report.lost.hash} any more: ` +
        `its end was removed or written anew, or an older copy of the database was put back. ${sayWhatNext(open, keptIn)}`,
    )
  }
  if (!compared) {
    sentences.push(
      `Nothing outside the database says where it ended (${keptIn}): entries removed from its end would not show.`,
    )
  }
  if (json) process.stdout.write(`${JSON.stringify({ ok, ...report, compared })}\n`)
  else (ok ? process.stdout : process.stderr).write(`${sentences.join('\n')}\n`)
  return ok ? 0 : 1
}

/** The file by which nothing runs yet is not to be removed before it does. */
function sayWhatNext(open: 'held' | 'setBack' | null, keptIn: string): string {
  if (open === 'held')
    return 'Nothing runs until a person has settled it: see ‘countersign restore’, and ‘countersign restore --keep’.'
  if (open === 'setBack') return 'The next start asks about what was under way; see this again after it.'
  return `Once that is cleared up, stop Countersign and remove ${keptIn}, and this is not said again.`
}

async function exportEntries(log: AuditFile, { format, filter }: AuditCommand): Promise<number> {
  let readerGone = false
  // `… | head` closes the pipe when it has seen enough.
  process.stdout.on('error', () => {
    readerGone = true
  })
  const write = async (line: string) => {
    if (!process.stdout.write(line) && !readerGone)
      await Promise.race([once(process.stdout, 'drain'), once(process.stdout, 'close')]).catch(() => null)
  }
  if (format === 'csv') await write(formatCsvRow(AUDIT_COLUMNS))
  for (const event of log.entries(filter)) {
    if (readerGone) return 0
    if (format === 'csv') await write(formatCsvRow(AUDIT_COLUMNS.map((column) => event[column])))
    else await write(`${JSON.stringify(event)}\n`)
  }
  return 0
}

async function prune(command: AuditCommand, dataFolder: string, file: string): Promise<number> {
  const now = Date.now()
  const otherwise = 'While it runs, its desk removes old entries: Settings, Data, “Remove old entries…”.'
  return await whileHeld(dataFolder, file, otherwise, async () => {
    const removed = await pruneAuditFile(file, command.before ?? '', {
      id: createSystemIds().next('au'),
      timestamp: new Date(now).toISOString(),
      // Not a person of the desk: nobody has signed in there for this.
      actor: `system:${systemUser()}`,
    })
    const what = `${removed} ${removed === 1 ? 'entry was' : 'entries were'} removed from the audit log.`
    process.stdout.write(command.json ? `${JSON.stringify({ ok: true, removed })}\n` : `${what}\n`)
    return 0
  })
}
