/**
 * The first starts of a new version are counted before anything else happens. One that has twice not come to its end gives
 * its place back to the package before, with the databases of before where nothing was committed since. May import: store.
 */
import { messageOf } from '../model/error.ts'
import type { DatabaseReturn } from '../store/backups/return-database.ts'
import { endAttempt, readAttempt, type UpdateAttempt, writeAttempt } from './attempt.ts'
import { placeKept, tidyUp, type UpdatePoint } from './place-package.ts'
import { changeRecord, readRecord } from './update-record.ts'

/** So often it may fail. */
const MOST_STARTS = 2

export interface FirstStartOptions {
  home: string
  /** That runs. */
  version: string
  /** The file that this copy is started from; null: it is none. */
  target: string | null
  /** Brings every database that was opened here to what an older version can write; it is loaded when it is needed. */
  returnDatabases(format: number): Promise<{ file: string; done: DatabaseReturn }[]>
  point?: (name: UpdatePoint) => void
}

/**
 * `restart`: the package in the place of this one is the one before now, and is to be started. `run`: go on. `confirm`:
 * everything is there. `forget`: it did not fail, whoever started it gave up. `failed`: it did not come to its end; the
 * answer is whether to start what is in its place `again`, or to `say` what is wrong.
 */
export type FirstStart =
  | { kind: 'run'; confirm(): Promise<void>; forget(): Promise<void>; failed(): Promise<'again' | 'say'> }
  | { kind: 'restart' }

const NOTHING_TRIED: FirstStart = {
  kind: 'run',
  confirm: async () => undefined,
  forget: async () => undefined,
  failed: async () => 'say',
}

export async function beginStart(options: FirstStartOptions): Promise<FirstStart> {
  const { home, version, target, point = () => {} } = options
  const attempt = readAttempt(home)
  if (attempt === null || version !== attempt.to) {
    await settleOld(options, attempt).catch(() => undefined)
    return NOTHING_TRIED
  }
  if (attempt.returning || attempt.starts >= MOST_STARTS) return await goBack(options, attempt)
  const counted = { ...attempt, starts: attempt.starts + 1 }
  // On a full disk nothing can be counted, nor be tried again and again; the start itself says that.
  const isCounted = await writeAttempt(home, counted).then(
    () => true,
    () => false,
  )
  point('start.counted')
  let isConfirmed = false
  return {
    kind: 'run',
    async confirm() {
      isConfirmed = true
      // Takes no room, so that it lasts on a full disk too.
      await endAttempt(home)
      point('start.confirmed')
      const news = {
        isGood: true,
        text: `Countersign was updated from ${attempt.from} to ${version}.`,
        help: null,
      }
      await changeRecord(home, { news }).catch(() => undefined)
      await tidyUp(home, target)
    },
    forget: () => writeAttempt(home, attempt).catch(() => undefined),
    async failed() {
      if (isConfirmed) return 'say'
      if (counted.starts < MOST_STARTS) return isCounted ? 'again' : 'say'
      return (await goBack(options, counted)).kind === 'restart' ? 'again' : 'say'
    },
  }
}

/** The version that runs is not the one that is tried: it never took the place, or has given it back. */
async function settleOld(
  { home, version, target, point = () => {} }: FirstStartOptions,
  attempt: UpdateAttempt | null,
) {
  if (attempt?.returning === true && attempt.from === version) await tell(home, attempt, [])
  if (attempt !== null) await endAttempt(home)
  point('return.told')
  await tidyUp(home, target)
}

async function goBack(options: FirstStartOptions, attempt: UpdateAttempt): Promise<FirstStart> {
  const { home, point = () => {} } = options
  // On a full disk it is gone back all the same.
  await writeAttempt(home, { ...attempt, returning: true }).catch(() => undefined)
  point('return.noted')
  const said = await returnDatabases(options, attempt)
  // Before the package: what is told then is known to the version before.
  await tell(home, attempt, said).catch(() => undefined)
  point('return.databases')
  try {
    await placeKept(attempt)
  } catch (error) {
    const reason = messageOf(error)
    const news = {
      isGood: false,
      text: `Countersign ${attempt.to} did not start twice, and ${attempt.from} could not be put back: ${reason}`,
      help: `Install ${attempt.from} again; your data stays where it is.`,
    }
    await changeRecord(home, { news }).catch(() => undefined)
    await endAttempt(home).catch(() => undefined)
    return NOTHING_TRIED
  }
  point('return.placed')
  return { kind: 'restart' }
}

/** @returns what a person has to know of their workspaces, as sentences */
async function returnDatabases(
  { returnDatabases: bringBack }: FirstStartOptions,
  { format, from, to }: UpdateAttempt,
): Promise<string[]> {
  try {
    return (await bringBack(format)).flatMap(({ file, done }) => sayReturn(done, file, from, to))
  } catch (error) {
    const reason = messageOf(error)
    return [
      `Whether ${from} can use your databases could not be looked at (${reason}). If it cannot, it says so.`,
    ]
  }
}

function sayReturn(done: DatabaseReturn, file: string, from: string, to: string): string[] {
  switch (done.kind) {
    case 'fits':
      return []
    case 'returned':
      return [`The database ${file} is as it was before the update; nothing had been decided or run since.`]
    default: {
      const why = done.kind === 'committed' ? `Version ${to} has already written to it.` : done.reason
      const how =
        done.backup === null
          ? `Install ${to} or a later version to go on with it.`
          : `Install a later version to go on with it, or go back to before the update with “countersign restore ${done.backup}”: what was decided and run since is then missing, and may wait or run again.`
      return [`${from} can only read the database ${file}. ${why} ${how}`]
    }
  }
}

/** The sentences stay what they were if the same is told again after a crash. */
async function tell(home: string, { from, to }: UpdateAttempt, said: readonly string[]): Promise<void> {
  const { failed, news } = readRecord(home)
  const first = `Countersign ${to} did not start twice, so ${from} is back.`
  if (said.length === 0 && news?.text.startsWith(first)) return
  await changeRecord(home, {
    failed: [...failed.filter((version) => version !== to), to],
    news: {
      isGood: false,
      text: [first, ...said].join(' '),
      help: `${to} is not offered again; a later version will be.`,
    },
  })
}
