/**
 * A copy of the audit log beside the database, as JSON lines: appended after the commit, never before it, in order,
 * each entry once. What could not be written is written with the next one. May import: model, runtime/ports.
 */

import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import type { AuditEvent } from '../../model/audit-event.ts'
import type { AuditNames } from '../../model/configuration.ts'
import { messageOf } from '../../model/error.ts'
import type { Store } from '../../runtime/ports.ts'
import { makeFolder } from '../make-folder.ts'
import type { ChainMark } from './audit-chain.ts'

const PIECE = 500
/** Who reads a copy may have stopped reading without going away: the end waits no longer for that. */
const GOODBYE_MS = 3000

interface AuditOutput {
  /** The last entry that it has from before; null: it is new, and gets all of the log. */
  readonly last: ChainMark | null
  /** Whole lines. */
  append(lines: string): Promise<void>
}

interface CopiedStore {
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
      async forgetSearches(bounds, saying) {
        const removed = await store.forgetSearches(bounds, saying)
        if (saying !== undefined && removed > 0) void wakeAll()
        return removed
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

// ── Where a copy of the audit log goes: a file, or a stream such as standard output.

/** How much of the end of a file is read at first to find its last line, in bytes. */
const TAIL = 64 * 1024

/** A pipe that nobody reads must not hold up who opens it. Windows knows neither. */
const APPEND = constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0)

/** @throws Error with a sentence for what is no file to append to; the system's error */
async function openPlain(path: string, way: number): Promise<FileHandle> {
  const found = await stat(path).catch(() => null)
  if (found !== null && !found.isFile()) {
    const kind = found.isDirectory() ? 'a folder' : found.isFIFO() ? 'a pipe' : 'a device'
    throw new Error(`${path} is ${kind}, and only a file can be written and read again`)
  }
  return await open(path, APPEND | way, 0o600)
}

/**
 * Appends to `path`. A line that a crash left half is taken away: it comes again, whole.
 * @throws the system's error if it cannot be opened, or an Error with a sentence
 */
export async function openFileOutput(path: string): Promise<AuditOutput> {
  await makeFolder(dirname(path))
  const last = await readEnd(path)
  return {
    last,
    async append(lines) {
      // Opened anew each time: who takes the file away for safekeeping gets the next lines in a new one.
      const handle = await openPlain(path, constants.O_WRONLY)
      const { size } = await handle.stat()
      try {
        await handle.appendFile(lines)
      } catch (error) {
        // A full disk: what got in of the lines is taken back, so that none is there twice or half.
        await handle.truncate(size).catch(() => undefined)
        throw error
      } finally {
        await handle.close()
      }
    },
  }
}

/** `last`: the place of the log that its new entries come after. */
export function createStreamOutput(stream: Writable, last: ChainMark): AuditOutput {
  // Who read the stream may have gone: that fails the copy, not the gateway.
  stream.on('error', () => {})
  return {
    last,
    append: (lines) =>
      new Promise((resolve, reject) => {
        stream.write(lines, (error) => (error ? reject(error) : resolve()))
      }),
  }
}

async function readEnd(path: string): Promise<ChainMark | null> {
  const handle = await openPlain(path, constants.O_RDWR)
  try {
    const { size } = await handle.stat()
    for (let wanted = TAIL; ; wanted *= 8) {
      const start = Math.max(0, size - wanted)
      const bytes = Buffer.alloc(size - start)
      await handle.read(bytes, 0, bytes.length, start)
      const end = bytes.lastIndexOf(10)
      const before = end <= 0 ? -1 : bytes.lastIndexOf(10, end - 1)
      if (start > 0 && (end < 0 || before < 0)) continue
      const length = start + end + 1
      if (length < size) await handle.truncate(length)
      return end < 0 ? null : readMark(bytes.toString('utf8', before + 1, end))
    }
  } finally {
    await handle.close()
  }
}

function readMark(line: string): ChainMark | null {
  try {
    const event: unknown = JSON.parse(line)
    if (typeof event !== 'object' || event === null || !('sequence' in event) || !('hash' in event))
      return null
    const { sequence, hash } = event
    return typeof sequence === 'number' && typeof hash === 'string' ? { sequence, hash } : null
  } catch {
    return null
  }
}
