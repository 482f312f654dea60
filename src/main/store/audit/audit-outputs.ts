/** Where a copy of the audit log goes: a file, or a stream such as standard output. */
import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { makeFolder } from '../make-folder.ts'
import type { ChainMark } from './audit-chain.ts'
import type { AuditOutput } from './audit-copy.ts'

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
