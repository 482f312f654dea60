/** What is kept of updates from one start to the next, in the desk's home. May import: system, preload/contract. */

import { join } from 'node:path'
import type { UpdateView } from '../../preload/contract.ts'
import { readJsonSync, writeWhole } from '../system/files.ts'
import type { Refusal } from './refusal.ts'

export interface UpdateRecord {
  /** The person wants it to be looked for. */
  look: boolean
  /** The newest version that was offered with a good signature. */
  highest: string | null
  /** When it was last looked for, ISO time, and what came of it. */
  lastAt: string | null
  refusal: Refusal | null
  /** Until when the person does not want to be asked, ISO time. */
  laterUntil: string | null
  /** Versions that did not start here: they are not offered again. */
  failed: string[]
  /** What became of the last update, until somebody has read it. */
  news: UpdateView['news']
}

const AT_FIRST: UpdateRecord = {
  look: true,
  highest: null,
  lastAt: null,
  refusal: null,
  laterUntil: null,
  failed: [],
  news: null,
}

/** Where all of it lies. */
export function updateFolder(home: string): string {
  return join(home, 'updates')
}

/** What cannot be read is as at first. */
export function readRecord(home: string): UpdateRecord {
  const kept = readJsonSync(recordFile(home))
  if (typeof kept !== 'object' || kept === null) return AT_FIRST
  return { ...AT_FIRST, ...fitting(kept as Record<string, unknown>) }
}

/** @throws the system's error */
export async function changeRecord(home: string, change: Partial<UpdateRecord>): Promise<UpdateRecord> {
  const next = { ...readRecord(home), ...change }
  await writeWhole(recordFile(home), JSON.stringify(next, null, 2))
  return next
}

function recordFile(home: string): string {
  return join(updateFolder(home), 'updates.json')
}

function fitting(kept: Record<string, unknown>): Partial<UpdateRecord> {
  const isText = (value: unknown) => value === null || typeof value === 'string'
  const isTime = (value: unknown) =>
    value === null || (typeof value === 'string' && !Number.isNaN(Date.parse(value)))
  const isSaid = (value: unknown) =>
    value === null ||
    (typeof value === 'object' && 'text' in (value as object) && 'help' in (value as object))
  const fits: { [Name in keyof UpdateRecord]: (value: unknown) => boolean } = {
    look: (value) => typeof value === 'boolean',
    highest: isText,
    lastAt: isTime,
    refusal: isSaid,
    laterUntil: isTime,
    failed: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
    news: isSaid,
  }
  return Object.fromEntries(
    Object.entries(fits).flatMap(([name, isFitting]) =>
      name in kept && isFitting(kept[name]) ? [[name, kept[name]]] : [],
    ),
  )
}
