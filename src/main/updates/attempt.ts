/**
 * An update that is being tried: which version took the place of which, and how often it has started without coming to
 * its end. Whoever starts reads it first. May import: store.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readJsonSync, writeWhole } from '../system/files.ts'
import { updateFolder } from './update-record.ts'

export interface UpdateAttempt {
  from: string
  to: string
  /** The format of databases that `from` writes. */
  format: number
  /** Absolute paths: the package before, and where the package is started from. Null: nothing could be kept. */
  kept: string | null
  target: string
  /** How often `to` has begun to start. */
  starts: number
  /** It is being gone back. */
  returning: boolean
}

/** Null: there is none, or it cannot be read. */
export function readAttempt(home: string): UpdateAttempt | null {
  const kept = readJsonSync(attemptFile(home))
  return isAttempt(kept) ? kept : null
}

/** Durable when it resolves. @throws the system's error */
export async function writeAttempt(home: string, attempt: UpdateAttempt): Promise<void> {
  await writeWhole(attemptFile(home), JSON.stringify(attempt, null, 2))
}

export async function endAttempt(home: string): Promise<void> {
  await rm(attemptFile(home), { force: true })
}

function attemptFile(home: string): string {
  return join(updateFolder(home), 'attempt.json')
}

function isAttempt(value: unknown): value is UpdateAttempt {
  if (typeof value !== 'object' || value === null) return false
  const { from, to, format, kept, target, starts, returning } = value as Record<string, unknown>
  return (
    [from, to, target].every((text) => typeof text === 'string') &&
    (kept === null || typeof kept === 'string') &&
    [format, starts].every((number) => typeof number === 'number') &&
    typeof returning === 'boolean'
  )
}
