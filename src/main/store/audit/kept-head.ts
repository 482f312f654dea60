/**
 * The end of the audit log, kept in a file beside the database, so that a log that was cut shows (R8.7).
 * The file follows the commits by a moment: after a kill it names an entry a little before the end. It never names
 * one that is not durable. May import: nothing of ours.
 */
import { readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import type { ChainMark } from './audit-chain.ts'

/** How long the file may be behind, in milliseconds: one flush to the disk for all commits of that time. */
const BEHIND_MS = 2000

export interface KeptHead {
  /** A place that the log must have and has not: nothing is kept until a person has taken the end that it has. */
  readonly behind: ChainMark | null
  /** There are new entries. */
  follow(): void
  /** Writes what is not written. To be called while the log can still be read. */
  close(): Promise<void>
}

interface Content {
  head: ChainMark | null
  /** Places that the log did not have any more when a person went on with it; they stay until the file is removed. */
  lost: ChainMark[]
}

export function keptHeadFile(databaseFile: string): string {
  return `${databaseFile}.head`
}

/** Places that the log of this database must have; empty if nothing is kept. */
export function readKeptHead(databaseFile: string): ChainMark[] {
  const { head, lost } = read(keptHeadFile(databaseFile))
  return head === null ? lost : [...lost, head]
}

/**
 * @param current the end of the log, as committed
 * @param passes whether the log has such a place
 */
export async function openKeptHead(
  databaseFile: string,
  log: { current(): ChainMark; passes(mark: ChainMark): boolean },
): Promise<KeptHead> {
  const file = keptHeadFile(databaseFile)
  const before = read(file)
  const { lost } = before
  if (before.head !== null && !log.passes(before.head)) {
    return { behind: before.head, follow() {}, close: async () => {} }
  }
  let written = before.head
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null

  /** Never fails: on a full disk, say, the next commit tries again. */
  const write = async () => {
    try {
      const head = log.current()
      if (head.sequence === written?.sequence) return
      await replaceFile(file, JSON.stringify({ head, lost } satisfies Content))
      written = head
    } catch {}
  }
  const start = () => {
    timer = null
    writing = write().finally(() => {
      writing = null
    })
  }
  const follow = () => {
    if (timer !== null) return
    timer = setTimeout(() => (writing ? writing.then(start) : start()), BEHIND_MS)
    timer.unref()
  }
  await write()
  return {
    behind: null,
    follow,
    async close() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      // One that was waiting for another begins when that ends.
      while (writing !== null) await writing
      await write()
    },
  }
}

/** A person goes on with the log as it is. @returns whether there was anything to go on from */
export async function takeEndOn(
  databaseFile: string,
  passes: (mark: ChainMark) => boolean,
): Promise<boolean> {
  const file = keptHeadFile(databaseFile)
  const { head, lost } = read(file)
  if (head === null || passes(head)) return false
  await replaceFile(file, JSON.stringify({ head: null, lost: [...lost, head] } satisfies Content))
  return true
}

/** Whole or not at all, also when the power fails. */
async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.new`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
}

function read(file: string): Content {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof content !== 'object' || content === null) return { head: null, lost: [] }
    const head = 'head' in content && isMark(content.head) ? content.head : null
    const lost = 'lost' in content && Array.isArray(content.lost) ? content.lost.filter(isMark) : []
    return { head, lost }
  } catch {
    return { head: null, lost: [] }
  }
}

function isMark(value: unknown): value is ChainMark {
  if (typeof value !== 'object' || value === null) return false
  return (
    'sequence' in value &&
    typeof value.sequence === 'number' &&
    'hash' in value &&
    typeof value.hash === 'string'
  )
}
