/**
 * The configuration in force, and what becomes of a change on the disk: checked, accepted, swapped in whole, or left
 * where it is (R2.1, R2.2).
 */
import { readFile, realpath, rm, stat } from 'node:fs/promises'
import { contentHash } from '../../config/hash.ts'
import type { LoadResult } from '../../config/load.ts'
import { listBeside } from '../../config/read/include.ts'
import { takenAsStored } from '../../config/read/variables.ts'
import type { FullDifference } from '../../config/reload/compared-load.ts'
import { compareConfigurations, compareTexts, type Difference } from '../../config/reload/difference.ts'
import type { OpenRuns } from '../../config/reload/open-runs.ts'
import { type Configuration, isError, type Problem } from '../../model/configuration.ts'
import { GatewayError } from '../../model/error.ts'
import { takeTurns } from '../../model/in-turn.ts'
import type { JsonValue } from '../../model/json.ts'
import { ENGINE, isHumanId } from '../../model/principal.ts'
import type { ItemAsking } from '../../runtime/items/item-handler.ts'
import { reasonUnwritten, writeWhole } from '../../system/files.ts'
import type { RecordEvent, Recorder } from '../changes.ts'
import {
  type AcceptedConfiguration,
  readAccepted,
  readWaiting,
  removeWaiting,
  writeAccepted,
  writeWaiting,
} from './accepted.ts'
import type { ConfigurationChoice, ValidConfiguration } from './choose-configuration.ts'
import type { KeyConcealment } from './conceal.ts'
import { keepLastLoad } from './last-load.ts'

/** What the desk shows of it. */
export interface ConfigurationStatus {
  path: string
  hash: string
  /** ISO time, and as `Accepted.by`. */
  acceptedAt: string
  acceptedBy: string
  disk: DiskState
}

/** What the log is told of a difference. */
type Told = Pick<Difference, 'wordsOnly' | 'weaker' | 'changes'>

/** How the files on the disk stand to what is in force. */
export type DiskState =
  | { kind: 'same' }
  /** They have errors. */
  | { kind: 'invalid'; problems: Problem[] }
  /** A person is asked. */
  | { kind: 'waiting'; approvalId: string }
  /** A person has refused them; what was in force before stays so. */
  | { kind: 'refused'; by: string; at: string }

/** What an item of kind `configuration` is about. */
export interface ConfigurationChange extends Pick<Difference, 'weaker' | 'changes' | 'risk'> {
  path: string
  /** Content hashes of what is in force and of what is on the disk. */
  from: string
  to: string
  files: { path: string; patch: string }[]
}

export interface LiveConfiguration {
  current(): Configuration
  /** Warnings of what is in force. */
  problems(): Problem[]
  status(): ConfigurationStatus
  /** What is in force, by path of the file. */
  texts(): Record<string, string>
  /** The ids of the workflows in force that stand in a file. */
  declaredIn(file: string): string[]
  /** All files that a change may come from. */
  files(): string[]
  /** Whether a file is not any more as it was last read, or there is one more. */
  hasMoved(): Promise<boolean>
  /** Does what the start has left to do: a change that was made while nothing ran is asked for. */
  begin(): Promise<void>
  /** Reads the files again. */
  consider(): Promise<void>
  /** Whether it is still this that is asked, over what is still in force. */
  isAsked(change: ConfigurationChange): boolean
  /**
   * Puts in force what a person has seen and approved at that time; nothing happens where that is done, or where
   * something else was accepted since (a crash may tell of a decision late).
   */
  approve(change: ConfigurationChange, by: string, at: string): Promise<void>
  /** A person has said that the files are not to be used. */
  refuse(change: ConfigurationChange, by: string, at: string): Promise<void>
  /** What saving this would do; nothing is written. `secrets`: names of those that are taken to be stored. */
  checkFile(file: string, text: string, secrets?: readonly string[]): Promise<ConfigurationDiff>
  /**
   * Saves a file for a person, who accepts it by that; a file with errors is not saved, nor one that does not hold
   * `seen` any more: then `moved`; nor one that cannot be written: `unwritten` says why, as a sentence.
   */
  saveFile(
    file: string,
    text: string,
    by: string,
    seen?: string,
  ): Promise<{ ok: true } | { ok: false; problems: Problem[]; moved?: true; unwritten?: string }>
}

export interface LiveConfigurationParts {
  chosen: ConfigurationChoice
  accepted: AcceptedConfiguration
  dataFolder: string
  /** What they tell of a configuration has no key in it. */
  concealment: KeyConcealment
  environment(): Promise<Record<string, string | undefined>>
  openRuns(): Promise<OpenRuns>
  /** ISO time. */
  now(): string
  /** Makes durable whose names it declares. The answer is called when it comes into force. */
  declare(configuration: Configuration): Promise<() => Promise<void>>
  /** Makes everything run on it; at once, or not at all. */
  swap(configuration: Configuration): void
  record: RecordEvent
  outside: Recorder['outside']
  /** Resolves when this was tried once; what the database refuses for a while is tried again. */
  atLast(task: () => Promise<void>): Promise<void>
  publish(): void
  asking: Omit<ItemAsking<'configuration'>, 'unaccepted'>
}

/** Of a rejected configuration, so many problems are kept in the audit log. */
const MOST_PROBLEMS = 20

export function keepConfiguration(parts: LiveConfigurationParts): LiveConfiguration {
  const { asking } = parts
  const path = parts.chosen.inForce.configuration.path
  let inForce: ValidConfiguration = parts.chosen.inForce
  let { accepted } = parts
  let disk: DiskState = { kind: 'same' }
  let asked = ''
  let { files: diskFiles, texts: diskTexts } = parts.chosen.disk
  let rejected = ''
  /** A decision never meets half a reload. */
  const inTurn = takeTurns()
  const loadOnce = keepLastLoad(parts.concealment.loader)

  const load = async (texts?: Record<string, string>, secrets: readonly string[] = []) => {
    const open = await parts.openRuns()
    const before = { hash: inForce.configuration.hash, texts: inForce.texts, open }
    const environment = { ...(await parts.environment()), ...takenAsStored(secrets) }
    const now = Date.parse(parts.now())
    return await loadOnce({
      path,
      environment,
      before,
      now,
      ...(texts === undefined ? {} : { texts }),
    })
  }

  const remember = async (loaded: ValidConfiguration, by: string, at: string) => {
    const next = { path, hash: loaded.configuration.hash, files: loaded.texts, at, by }
    await writeAccepted(parts.dataFolder, next)
    accepted = next
  }

  /** Which one the data folder has accepted decides what the next start runs. */
  const acceptance = parts.outside('configuration', {
    look: async () => (await readAccepted(parts.dataFolder))?.hash ?? '',
    fits: ({ payload }, now) => payload.after === now,
  })

  /** Durable first: what runs is never newer than what the next start will run. */
  const putInForce = async (loaded: ValidConfiguration, by: string | null, difference: Told) => {
    const declared = await parts.declare(loaded.configuration)
    const { wordsOnly, weaker, changes } = difference
    const hashes = { before: inForce.configuration.hash, after: loaded.configuration.hash }
    const event = {
      actor: by !== null && isHumanId(by) ? by : ENGINE.id,
      eventType: 'config.reloaded' as const,
      payload: { path, ...hashes, wordsOnly, weaker, changes },
    }
    await acceptance.during('accepted', event, () =>
      remember(loaded, by ?? accepted.by, by === null ? accepted.at : parts.now()),
    )
    inForce = loaded
    const written = declared()
    disk = { kind: 'same' }
    rejected = ''
    parts.swap(loaded.configuration)
    parts.publish()
    await written
    asked = ''
    // It is in force, whatever can be written down of that now.
    await parts.atLast(() => withdrawOthers('Another configuration is in force now.'))
    parts.publish()
  }

  const withdraw = async (because: string, except = '') => {
    asked = except
    await withdrawOthers(because)
  }

  /** All but what is asked by now. */
  const withdrawOthers = async (because: string) => {
    for (const { key } of await asking.pending()) {
      if (key === asked) continue
      await asking.withdraw(key, because)
      // One that a person approved in this very moment still comes into force as they saw it.
      if ((await asking.latest(key))?.status === 'withdrawn')
        await removeWaiting(parts.dataFolder, key.slice(KEY.length))
    }
  }

  const reject = async ({ problems }: LoadResult) => {
    const errors = problems.filter(isError)
    disk = { kind: 'invalid', problems: errors }
    const print = contentHash(errors as unknown as JsonValue)
    if (print === rejected) return
    rejected = print
    await withdraw('The files have errors now.')
    const shown = errors
      .slice(0, MOST_PROBLEMS)
      .map(({ file, line, column, message }) => ({ file, line, column, message }))
    await parts.record({
      actor: ENGINE.id,
      eventType: 'config.rejected',
      payload: { path, errors: errors.length, problems: shown },
    })
  }

  const ask = async (loaded: ValidConfiguration, difference: FullDifference, told: string) => {
    const key = keyOf(loaded.configuration.hash)
    const last = await asking.latest(key)
    await withdraw('The files have changed again.', key)
    if (last?.status === 'refused' && last.decision !== null) {
      disk = { kind: 'refused', by: last.decision.by, at: last.decision.at }
      return
    }
    const change: ConfigurationChange = {
      path,
      from: inForce.configuration.hash,
      to: loaded.configuration.hash,
      weaker: difference.weaker,
      changes: difference.changes,
      risk: difference.risk,
      files: difference.files,
    }
    // Before anybody can approve it: what was seen is what comes into force, whatever the disk holds by then.
    await writeWaiting(parts.dataFolder, { hash: change.to, files: loaded.texts })
    // What was approved over what is in force comes into force in its turn. What was not to be loaded then is asked about again.
    const anew = key === told || last?.subject.from !== change.from
    const item = await asking.ask(key, { ...change }, { anew })
    if (item === null)
      throw new GatewayError('INTERNAL', 'Nobody could be asked about the new configuration.')
    disk = { kind: 'waiting', approvalId: item.id }
  }

  /** `told`: the key of what is carried out at this moment. */
  const consider = async ({ difference, ...loaded }: ConfigurationDiff, told = '') => {
    const { configuration } = loaded
    if (configuration === null) return await reject(loaded)
    rejected = ''
    if (difference === null) {
      disk = { kind: 'same' }
      await withdraw('The files are again what is in force.')
      // Comments and order may have changed.
      inForce = { ...loaded, configuration }
      if (!areSameTexts(loaded.texts, accepted.files)) await remember(inForce, accepted.by, accepted.at)
      return
    }
    const valid = { ...loaded, configuration }
    if (difference.wordsOnly) await putInForce(valid, null, difference)
    else await ask(valid, difference, told)
  }

  const readAgain = async (told = '') => {
    const loaded = await load()
    diskFiles = loaded.files
    diskTexts = loaded.texts
    await consider(loaded, told)
    parts.publish()
  }

  /** Before anybody is served, on the thread that has read it. */
  const considerFirst = async (loaded: LoadResult) => {
    const { configuration } = loaded
    const before = inForce.configuration
    if (configuration === null || configuration.hash === before.hash)
      return await consider({ ...loaded, difference: null })
    const difference = compareConfigurations(before, configuration, await parts.openRuns())
    const files = difference.wordsOnly ? [] : compareTexts(inForce.texts, loaded.texts)
    await consider({ ...loaded, difference: parts.concealment.difference({ ...difference, files }) })
  }

  return {
    current: () => inForce.configuration,
    problems: () => inForce.problems,
    status: () => ({
      path,
      hash: inForce.configuration.hash,
      acceptedAt: accepted.at,
      acceptedBy: accepted.by,
      disk,
    }),
    texts: () => inForce.texts,
    declaredIn: (file) => inForce.declared[file] ?? [],
    files: () => [...new Set([...diskFiles, ...inForce.files])],
    async hasMoved() {
      if ((await listBeside(path)).some((file) => !diskFiles.includes(file))) return true
      const texts = await Promise.all(diskFiles.map((file) => readFile(file, 'utf8').catch(() => undefined)))
      return diskFiles.some((file, index) => texts[index] !== diskTexts[file])
    },
    begin: () =>
      inTurn(async () => {
        await acceptance.begin()
        await considerFirst(parts.chosen.disk)
      }),
    consider: () => inTurn(() => readAgain()),
    isAsked: ({ from, to }) => inForce.configuration.hash === from && asked === keyOf(to),
    approve: (change, by, at) =>
      inTurn(async () => {
        const { hash } = inForce.configuration
        // Where what was seen as being in force still is, no time counts: the clock may have been set back.
        if (hash === change.to || (hash !== change.from && accepted.at > at)) return
        const waiting = await readWaiting(parts.dataFolder, change.to)
        if (waiting?.hash === change.to) {
          const { difference: _, ...loaded } = await load(waiting.files)
          const { configuration } = loaded
          if (configuration !== null) {
            await putInForce({ ...loaded, configuration }, by, { ...change, wordsOnly: false })
          }
          await removeWaiting(parts.dataFolder, change.to)
        }
        await readAgain(keyOf(change.to))
      }),
    refuse: (change, by, at) =>
      inTurn(async () => {
        if (asked === keyOf(change.to)) disk = { kind: 'refused', by, at }
        await removeWaiting(parts.dataFolder, change.to)
        parts.publish()
      }),
    checkFile: (file, text, secrets) => inTurn(() => load({ ...accepted.files, [file]: text }, secrets)),
    saveFile: (file, text, by, seen) =>
      inTurn(async () => {
        const before = await readFile(file, 'utf8').catch(() => null)
        if (seen !== undefined && before !== seen) return { ok: false, problems: [], moved: true }
        const { difference, ...loaded } = await load({ ...accepted.files, [file]: text })
        const { configuration } = loaded
        if (configuration === null) return { ok: false, problems: loaded.problems }
        const unwritten = await rewrite(file, text).then(
          () => null,
          (error: unknown) => `‘${file}’ cannot be written: ${reasonUnwritten(error)}. Nothing was changed.`,
        )
        if (unwritten !== null) return { ok: false, problems: [], unwritten }
        await putInForce({ ...loaded, configuration }, by, difference ?? NOTHING).catch(
          async (fault: unknown) => {
            if (inForce.configuration !== configuration) await putBack(file, before)
            throw fault
          },
        )
        // What else has changed on the disk is not accepted by saving this file; nor does that it cannot be asked
        // about now undo what is saved.
        await readAgain().catch(() => void parts.atLast(() => inTurn(() => readAgain())))
        return { ok: true }
      }),
  }
}

/** What is saved may differ in comments alone. */
const NOTHING: Told = { wordsOnly: true, weaker: [], changes: [] }

export type ConfigurationDiff = LoadResult & { difference: FullDifference | null }

const OWNER_MAY_WRITE = 0o200

/** A link stays one, and nobody may read the file who could not before. What is marked as read-only stays as it is. */
async function rewrite(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file)
  const facts = await stat(target).catch(() => null)
  // To be replaced, a file need not be writable.
  if (facts !== null && (facts.mode & OWNER_MAY_WRITE) === 0) throw new Error('it is marked as read-only')
  await writeWhole(target, text, facts === null ? 0o666 : facts.mode & 0o777)
}

/** A change that did not come into force is none on the disk either, as far as that lets it be put back. */
async function putBack(file: string, before: string | null): Promise<void> {
  await (before === null ? rm(file) : rewrite(file, before)).catch(() => undefined)
}

/** Without a joined copy of texts that may be large. */
function areSameTexts(one: Record<string, string>, other: Record<string, string>): boolean {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && one[name] === other[name])
  )
}

const KEY = 'configuration:'

function keyOf(hash: string): string {
  return `${KEY}${hash}`
}
