/**
 * A configuration file in somebody's home: read with care, written whole or not at all, never through what is no
 * plain file of theirs. May import: system.
 */
import { createHash, randomBytes } from 'node:crypto'
import { chmod, lstat, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf, messageOf } from '../../../model/error.ts'
import { syncFolder, writeNew } from '../../../system/files.ts'

/** Larger than any client's configuration should be: reading it must not hold up the gateway. */
const LARGEST = 4 * 1024 * 1024
const OWNER_MAY_WRITE = 0o200

export type PersonFile =
  | { kind: 'missing'; target: string }
  /** A sentence. */
  | { kind: 'problem'; target: string; problem: string; link: boolean }
  | { kind: 'text'; target: string; link: boolean; text: string; mark: string; mode: number; print: string }

/** `target`: the file itself, where `file` is a link to it. `use`: what it is read for. Never throws. */
export async function readPersonFile(file: string, use: 'look' | 'change' = 'change'): Promise<PersonFile> {
  let target = file
  let link = false
  const problem = (sentence: string): PersonFile => ({ kind: 'problem', target, problem: sentence, link })
  try {
    const itself = await lstat(file).catch(ignoreMissing)
    if (itself === null) return { kind: 'missing', target }
    link = itself.isSymbolicLink()
    target = await realpath(file).catch(() => file)
    const facts = await stat(target).catch(ignoreMissing)
    if (facts === null || (link && target === file))
      return problem('It is a link to a file that does not exist.')
    if (!facts.isFile()) return problem('It is no plain file, so it is not touched from here.')
    if (facts.size > LARGEST) {
      return problem(
        `It is larger than ${LARGEST / 1024 / 1024} MiB, so it is not changed from here. Put the entry into it yourself.`,
      )
    }
    const bytes = await readFile(target)
    const text = decode(bytes)
    if (text === null) return problem('It is no text in UTF-8, so it is not touched from here.')
    if (use === 'change' && process.getuid !== undefined && facts.uid !== process.getuid())
      return problem('It belongs to another user of this machine, so it is not touched from here.')
    if (use === 'change' && (facts.mode & OWNER_MAY_WRITE) === 0)
      return problem('It is marked as read-only. Allow writing to it, or put the entry into it yourself.')
    const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ''
    return {
      kind: 'text',
      target,
      link,
      mark,
      text: text.slice(mark.length),
      mode: facts.mode & 0o777,
      print: fingerprint(bytes),
    }
  } catch (error) {
    return problem(`It cannot be read: ${explain(error)}.`)
  }
}

/** Some editors begin a file with it; it stays. */
const BYTE_ORDER_MARK = '\uFEFF'

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

export function fingerprint(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Of the file as it is; null: there is none. */
export async function printOf(file: string): Promise<string | null> {
  const bytes = await readFile(file).catch(ignoreMissing)
  return bytes === null ? null : fingerprint(bytes)
}

/** Durable when it resolves. @throws Error with a sentence; the file is then as it was */
export async function replacePersonFile(
  file: string,
  text: string,
  options: { mode: number; unless(): Promise<boolean> },
): Promise<'replaced' | 'moved'> {
  const draft = `${file}.${randomBytes(4).toString('hex')}.new`
  try {
    await writeDurably(draft, text, options.mode)
    if (await options.unless()) {
      await rm(draft, { force: true })
      return 'moved'
    }
    await rename(draft, file)
    await syncFolder(dirname(file))
    return 'replaced'
  } catch (error) {
    await rm(draft, { force: true })
    throw new Error(`The file ${file} could not be written: ${explain(error)}. It is as it was.`)
  }
}

/** A copy beside it that nothing else has the name of. @throws Error with a sentence */
export async function copyPersonFile(file: string, copy: string, mode: number): Promise<void> {
  try {
    await writeDurably(copy, await readFile(file), mode)
  } catch (error) {
    throw new Error(`No backup of ${file} could be made: ${explain(error)}. Nothing was changed.`)
  }
}

async function writeDurably(file: string, content: string | Buffer, mode: number): Promise<void> {
  await writeNew(file, content, mode)
  // What the process masks out was allowed before.
  await chmod(file, mode)
}

/** Puts the backup where the file is. @throws Error with a sentence */
export async function putBack(backup: string, file: string): Promise<void> {
  try {
    await rename(backup, file)
    await syncFolder(dirname(file))
  } catch (error) {
    throw new Error(`The backup ${backup} could not be put back: ${explain(error)}.`)
  }
}

export async function removePersonFile(file: string): Promise<void> {
  await rm(file)
  await syncFolder(dirname(file))
}

function ignoreMissing(error: unknown): null {
  if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null
  throw error
}

const REASONS: Record<string, string> = {
  EACCES: 'this user may not',
  EPERM: 'the system does not allow it',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  ELOOP: 'it is a link that leads in a circle',
  EBUSY: 'another program holds it',
  ENOENT: 'it is not there',
  EEXIST: 'a file of that name is there already',
}

function explain(error: unknown): string {
  const code = codeOf(error)
  return REASONS[code] ?? messageOf(error)
}
