/**
 * Updates as a person meets them: looked for, offered, taken when they say so, and never in the middle of anything. Knows
 * no electron: what downloads and what starts again are given. May import: model, store, preload/contract.
 */

import type { UpdateView } from '../../preload/contract.ts'
import { compareVersions } from '../model/compare-versions.ts'
import { codeOf } from '../model/error.ts'
import { takeTurns } from '../model/in-turn.ts'
import { DATABASE_FORMAT } from '../store/migrations.ts'
import { createListeners } from '../system/listeners.ts'
import {
  checkManifest,
  chooseFile,
  type Manifest,
  type ManifestVerdict,
  type UpdateFile,
} from './manifest.ts'
import { type StagedPackage, stagePackage, type UpdatePoint } from './place-package.ts'
import { isPassing, type Refusal, refuse } from './refusal.ts'
import { checkFile } from './update-file.ts'
import { changeRecord, readRecord, type UpdateRecord } from './update-record.ts'
import { type Installation, offBecause, type UpdateSource } from './update-source.ts'

/** The list of updates comes from its server: small, in time, and from there alone. */
const MOST_BYTES = 1024 * 1024
const WITHIN_MS = 30_000

type Fetch = (address: string, options: RequestInit) => Promise<Response>

/** The address of a file beside the others. */
function addressOf(folder: string, name: string): string {
  return new URL(encodeURIComponent(name), folder.endsWith('/') ? folder : `${folder}/`).href
}

/** Null: it cannot be had. Never throws. */
async function fetchManifest(fetch: Fetch, folder: string, channel: string): Promise<string | null> {
  try {
    const response = await fetch(addressOf(folder, `countersign-${channel}.json`), {
      cache: 'no-store',
      // Another server might be named, and an address without encryption.
      redirect: 'error',
      signal: AbortSignal.timeout(WITHIN_MS),
    })
    if (!response.ok || response.body === null) return null
    const pieces: Uint8Array[] = []
    let bytes = 0
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += piece.byteLength
      pieces.push(piece)
      // Its beginning is enough to refuse it as what it is: no list of updates.
      if (bytes > MOST_BYTES) break
    }
    return Buffer.concat(pieces).toString('utf8')
  } catch {
    return null
  }
}

/** What the desk needs of updates. */
export interface Updates {
  view(): UpdateView
  /** Looks now. Never throws. */
  look(): Promise<void>
  /** Whether to look by itself from now on. */
  setLook(look: boolean): Promise<void>
  /** Not now: it is offered again tomorrow, and what was told is read. */
  later(): Promise<void>
  /** Waits until nothing runs, and starts again with the new version; resolves at once. False: none is ready. */
  restart(): boolean
  onChange(listener: () => void): () => void
}

export interface OfferedFile {
  version: string
  file: UpdateFile
  address: string
}

/** What gets a package, and starts again with it. */
export interface PackagePort {
  /** @returns the path of the package. @throws if it does not come whole */
  download(offered: OfferedFile, progress: (fraction: number) => void): Promise<string>
  /** The file that is replaced; null: an installer does it. */
  target: string | null
  /** Runs the installer (where `target` is null), ends this process and starts the new version. */
  restart(): void
}

export interface UpdatesOptions {
  home: string
  version: string
  source: UpdateSource
  installation: Installation
  environment: Record<string, string | undefined>
  platform: NodeJS.Platform
  arch: string
  now(): number
  /** Once, after so many milliseconds; keeps no process alive. */
  after(milliseconds: number, callback: () => void): { cancel(): void }
  fetch: Fetch
  /** Null: this copy is not replaced by itself. */
  packages: PackagePort | null
  /** Begins nothing new, and resolves when nothing runs. It cannot be taken back. */
  drain(): Promise<void>
  /** How many steps run. */
  running(): number
  /** Replaces the policy of the machine in tests. */
  policyFile?: string
  point?: (name: UpdatePoint) => void
}

const DAY_MS = 86_400_000
const FIRST_LOOK_MS = 60_000
const LOOK_AGAIN_MS = 3_600_000
/** How often it is shown how much still runs. */
const RUNNING_SHOWN_MS = 500

type Work =
  | { kind: 'resting' }
  | { kind: 'looking' }
  | { kind: 'downloading'; manifest: Manifest; fraction: number }
  | { kind: 'ready'; manifest: Manifest; path: string; file: UpdateFile }
  /** It is for the person to get. */
  | { kind: 'offered'; manifest: Manifest; file: UpdateFile }
  | { kind: 'restarting'; manifest: Manifest }

const KIND: Partial<Record<Installation, UpdateFile['kind']>> = {
  AppImage: 'AppImage',
  nsis: 'nsis',
  zip: 'zip',
  deb: 'deb',
  rpm: 'rpm',
}

export function createUpdates(options: UpdatesOptions): Updates & { begin(): void; close(): void } {
  const { home, version, source, installation, now } = options
  const off = offBecause(source, installation, options.environment, options.policyFile)
  const { tell: changed, listen, clear } = createListeners()
  const inTurn = takeTurns()
  const writing = takeTurns()
  let record = readRecord(home)
  let work: Work = { kind: 'resting' }
  let timer: { cancel(): void } | null = null

  function set(next: Work): void {
    work = next
    changed()
  }
  /** What cannot be kept is asked again after the next start. */
  async function keep(change: Partial<UpdateRecord>): Promise<void> {
    record = { ...record, ...change }
    await writing(() => changeRecord(home, change)).catch(() => undefined)
    changed()
  }
  const isTold = () => installation === 'deb' || installation === 'rpm'

  async function look(): Promise<void> {
    if (off !== null || source.address === null || work.kind === 'restarting') return
    const lastAt = new Date(now()).toISOString()
    const before = work
    if (before.kind !== 'ready') set({ kind: 'looking' })
    const begun = work
    const verdict = await askServer(source.address)
    // A person has said restart meanwhile: nothing else touches the work then.
    if (work !== begun) return
    const refusal = verdict.ok ? await consider(verdict, source.address) : verdict.refusal
    if (refusal !== null) work = (await staysGood(before, refusal)) ? before : { kind: 'resting' }
    await keep({ lastAt, refusal })
  }

  async function askServer(address: string): Promise<ManifestVerdict> {
    const { keys, channel } = source
    const text = await fetchManifest(options.fetch, address, channel)
    if (text === null) return { ok: false, refusal: refuse.unreachable(address) }
    // No list begins so; a network that wants a sign-in answers for every server.
    if (/^\s*</.test(text)) return { ok: false, refusal: refuse.aPage(address) }
    const { highest } = record
    const verdict = checkManifest(text, { keys, channel, current: version, highest, now: now() })
    if (verdict.ok) await keep({ highest: verdict.manifest.version })
    return verdict
  }

  /** What was signed is as good as before, unless its list has expired or another download has taken its place on the disk. */
  async function staysGood(before: Work, refusal: Refusal): Promise<boolean> {
    if (!isPassing(refusal)) return false
    if (before.kind === 'offered') return Date.parse(before.manifest.expires) > now()
    if (before.kind !== 'ready') return false
    return work === before || (await checkFile(before.path, before.file, before.manifest.version)) === null
  }

  /** Null: nothing is wrong. */
  async function consider(
    { manifest, isNewer }: Extract<ManifestVerdict, { ok: true }>,
    address: string,
  ): Promise<Refusal | null> {
    if (!isNewer || record.failed.includes(manifest.version)) {
      set({ kind: 'resting' })
      return null
    }
    const kind = KIND[installation] ?? ''
    const file = chooseFile(manifest, { platform: options.platform, arch: options.arch, kind })
    if (file === null) return refuse.noFile(manifest.version)
    if (work.kind === 'ready' && work.file.sha512 === file.sha512) return null
    if (isTold() || options.packages === null) {
      set({ kind: 'offered', manifest, file })
      return null
    }
    return await download(options.packages, manifest, file, address)
  }

  async function download(
    packages: PackagePort,
    manifest: Manifest,
    file: UpdateFile,
    address: string,
  ): Promise<Refusal | null> {
    set({ kind: 'downloading', manifest, fraction: 0 })
    const offered = { version: manifest.version, file, address: addressOf(address, file.name) }
    let path: string
    try {
      path = await packages.download(offered, (fraction) => {
        // One that broke off may still tell.
        if (work.kind === 'downloading') set({ kind: 'downloading', manifest, fraction })
      })
    } catch (error) {
      return explainDownload(error, manifest.version)
    }
    const refusal = await checkFile(path, file, manifest.version)
    if (refusal === null) set({ kind: 'ready', manifest, path, file })
    return refusal
  }

  async function take(packages: PackagePort, ready: Extract<Work, { kind: 'ready' }>): Promise<void> {
    const { manifest, path, file } = ready
    // It may have been ready for weeks.
    if (Date.parse(manifest.expires) <= now()) return await refuseReady(refuse.expired(manifest.expires))
    set({ kind: 'restarting', manifest })
    const staged = await stage(packages, ready).catch((error: unknown) =>
      explainPlacing(error, manifest.version, packages.target),
    )
    if (staged !== null && 'help' in staged) return await refuseReady(staged)
    // What will be started is looked at, not what it is a copy of.
    const refusal = await checkFile(staged?.file ?? path, file, manifest.version)
    if (refusal !== null) {
      await staged?.drop().catch(() => undefined)
      return await refuseReady(refusal)
    }
    const ticking = setInterval(changed, RUNNING_SHOWN_MS)
    // Drained is drained, as far as it went: it starts again in any case.
    await options.drain().catch(() => undefined)
    clearInterval(ticking)
    await staged?.place().catch(async (error: unknown) => {
      await staged.drop().catch(() => undefined)
      await keep({ refusal: explainPlacing(error, manifest.version, packages.target) })
    })
    packages.restart()
  }

  async function refuseReady(refusal: Refusal): Promise<void> {
    set({ kind: 'resting' })
    await keep({ refusal })
  }

  async function stage(
    { target }: PackagePort,
    { manifest, path, file }: Extract<Work, { kind: 'ready' }>,
  ): Promise<StagedPackage | null> {
    if (target === null) return null
    // A person, or another desk, has put it there: kept as the one before, it would be gone back to for ever.
    if ((await checkFile(target, file, manifest.version)) === null) return null
    const attempt = { from: version, to: manifest.version, format: DATABASE_FORMAT, target, download: path }
    return await stagePackage(home, attempt, options.point)
  }

  function schedule(inMs: number): void {
    if (off !== null) return
    timer = options.after(inMs, () => {
      const { look: wanted, lastAt, refusal } = record
      const isOld = lastAt === null || now() - Date.parse(lastAt) > DAY_MS || Date.parse(lastAt) > now()
      // What an earlier process has found is gone with it.
      const isLost = work.kind === 'resting' && findKnown(version, record)?.failed === false
      if (wanted && (isOld || (refusal === null ? isLost : isPassing(refusal)))) void inTurn(look)
      schedule(LOOK_AGAIN_MS)
    })
  }

  return {
    view: () => viewUpdates({ ...options, off, work, record }),
    look: () => inTurn(look),
    async setLook(wanted) {
      await keep({ look: wanted })
    },
    async later() {
      await keep({ laterUntil: new Date(now() + DAY_MS).toISOString(), news: null })
    },
    restart() {
      if (work.kind !== 'ready' || options.packages === null) return false
      void take(options.packages, work)
      return true
    },
    onChange: listen,
    begin() {
      // A first start has written down what became of the update.
      record = readRecord(home)
      changed()
      schedule(FIRST_LOOK_MS)
    },
    close() {
      timer?.cancel()
      clear()
    },
  }
}

function findKnown(current: string, { highest, failed }: UpdateRecord): UpdateView['known'] {
  if (highest === null || compareVersions(highest, current) <= 0) return null
  return { version: highest, failed: failed.includes(highest) }
}

/** @param work what is going on; `off`: why nothing is */
function viewUpdates({
  version,
  installation,
  source,
  off,
  work,
  record,
  now,
  running,
}: Pick<UpdatesOptions, 'version' | 'installation' | 'source' | 'now' | 'running'> & {
  off: string | null
  work: Work
  record: UpdateRecord
}): UpdateView {
  const { look, lastAt, refusal, laterUntil, news } = record
  const until = laterUntil === null ? 0 : Date.parse(laterUntil)
  // Farther away, it was written while the clock was wrong.
  const isLater = until > now() && until <= now() + DAY_MS
  const offered =
    'manifest' in work
      ? {
          version: work.manifest.version,
          notes: work.manifest.notes,
          how: work.kind === 'offered' ? sayHow(installation, work.file, source.page) : null,
        }
      : null
  return {
    version,
    off,
    look,
    lastAt,
    // What is offered is right, whatever came after it.
    refusal: off === null && offered === null ? refusal : null,
    state: work.kind,
    offered,
    known: offered === null && off === null ? findKnown(version, record) : null,
    fraction: work.kind === 'downloading' ? work.fraction : null,
    running: running(),
    isLater,
    news,
  }
}

/** What the person gets is checked before it is installed: it comes another way than the list. */
function sayHow(installation: Installation, { name, sha512 }: UpdateFile, page: string | null): string {
  if (installation !== 'deb' && installation !== 'rpm')
    return 'Open the Countersign app on this computer: it puts the new version in place.'
  const from = page === null ? 'where you got this one' : page
  const manager = installation === 'rpm' ? 'dnf' : 'apt'
  // The signed list allows no name that a shell could read otherwise.
  const hash = Buffer.from(sha512, 'base64').toString('hex')
  const command = `echo '${hash}  ${name}' | sha512sum --check && sudo ${manager} install './${name}'`
  return `Countersign does not install it by itself. Get ${name} from ${from}, then run this in its folder: ${command}`
}

function explainDownload(error: unknown, version: string): Refusal {
  const code = codeOf(error)
  if (code === 'ERR_CHECKSUM_MISMATCH') return refuse.changedFile(version)
  return code === 'ENOSPC' ? refuse.noRoom(version) : refuse.broken(version)
}

function explainPlacing(error: unknown, version: string, target: string | null): Refusal {
  const code = codeOf(error)
  if (code === 'ENOSPC') return refuse.noRoom(version)
  if (target !== null && ['EACCES', 'EPERM', 'EROFS'].includes(code))
    return refuse.notWritable(version, target)
  return refuse.failed(version)
}
