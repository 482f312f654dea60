/**
 * The configuration that a data folder has accepted: its path, its content, by whom (R2.1). Kept beside the database
 * and not in it, because the configuration decides where the database is.
 */
import { readFile, realpath, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, GatewayError } from '../../model/error.ts'
import { isJsonObject } from '../../model/json.ts'
import { reasonUnwritten, writeWhole } from '../../system/files.ts'

const ACCEPTED = 'configuration.json'
/** One for each content: a question may be answered while the next one is being put. */
const waitingFile = (dataFolder: string, hash: string) =>
  join(dataFolder, `configuration.waiting.${hash.slice(0, 16)}.json`)

export interface AcceptedConfiguration {
  /** Of the main file, absolute. */
  path: string
  /** `Configuration.hash`. */
  hash: string
  /** The text of every file, by absolute path: what runs while a change on the disk waits. */
  files: Record<string, string>
  /** ISO time. */
  at: string
  /** Principal id of a person; `serve` and `start` for who started the gateway, `words` if it needed nobody. */
  by: string
}

/** What a person is asked about, exactly as it was read when the question was put. */
export interface WaitingConfiguration {
  hash: string
  files: Record<string, string>
}

export const readAccepted = (dataFolder: string): Promise<AcceptedConfiguration | null> =>
  readRecord<AcceptedConfiguration>(join(dataFolder, ACCEPTED), ['path', 'hash', 'at', 'by'])

export const writeAccepted = (dataFolder: string, accepted: AcceptedConfiguration): Promise<void> =>
  writeRecord(join(dataFolder, ACCEPTED), accepted)

export const readWaiting = (dataFolder: string, hash: string): Promise<WaitingConfiguration | null> =>
  readRecord<WaitingConfiguration>(waitingFile(dataFolder, hash), ['hash'])

export const writeWaiting = (dataFolder: string, waiting: WaitingConfiguration): Promise<void> =>
  writeRecord(waitingFile(dataFolder, waiting.hash), waiting)

export const removeWaiting = (dataFolder: string, hash: string): Promise<void> =>
  rm(waitingFile(dataFolder, hash), { force: true })

/** Durable when it resolves; never half written. @throws GatewayError on a full disk, as a store does (`Store.commit`) */
export async function writeRecord(file: string, record: object): Promise<void> {
  try {
    await writeWhole(file, JSON.stringify(record))
  } catch (error) {
    const code = codeOf(error)
    if (code === '') throw error
    const isFull = /^(ENOSPC|EDQUOT)$/.test(code)
    const reason = isFull
      ? `The disk of ${dirname(file)} is full.`
      : `‘${file}’ cannot be written: ${reasonUnwritten(error)}.`
    const message = `Nothing of the change was saved. ${reason}`
    throw new GatewayError('INTERNAL', message, { isPassing: isFull, reason })
  }
}

/** @param texts what it must say besides its files */
async function readRecord<Kept extends WaitingConfiguration>(
  file: string,
  texts: readonly (keyof Kept)[],
): Promise<Kept | null> {
  try {
    const read = JSON.parse(await readFile(file, 'utf8')) as Kept
    const isWhole =
      isJsonObject(read) &&
      texts.every((key) => typeof read[key] === 'string') &&
      isJsonObject(read.files) &&
      Object.values(read.files).every((text) => typeof text === 'string')
    if (!isWhole) throw new SyntaxError('It says something else.')
    return read
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    if (!(error instanceof SyntaxError)) throw error
    throw new Error(
      `${file} is damaged: it remembers which configuration this data folder has accepted, or is asked to accept. Put back a copy of it, or remove it to start with the configuration as it is.`,
    )
  }
}

/** Links and spellings aside. */
export async function isSamePath(one: string, other: string): Promise<boolean> {
  if (one === other) return true
  const [left, right] = await Promise.all([one, other].map((path) => realpath(path).catch(() => path)))
  return left === right
}
