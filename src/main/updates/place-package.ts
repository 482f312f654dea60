/**
 * Puts a package in the place of another one, which is kept: for what is one file (AppImage). There is no instant without
 * a whole package at its place. May import: store (types).
 */
import { chmod, copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../system/files.ts'
import { endAttempt, readAttempt, type UpdateAttempt, writeAttempt } from './attempt.ts'
import { updateFolder } from './update-record.ts'

/** Named instants at which a durability test may stop the process. */
export const UPDATE_POINTS = [
  'update.kept',
  'update.staged',
  'update.noted',
  'update.placed',
  'start.counted',
  'start.confirmed',
  'return.noted',
  'return.databases',
  'return.placed',
  'return.told',
] as const
export type UpdatePoint = (typeof UPDATE_POINTS)[number]

export interface StagedPackage {
  /** What will be started. */
  file: string
  /** From here on the next start is one of the new version. */
  place(): Promise<void>
  /** As if nothing had been done. */
  drop(): Promise<void>
}

/**
 * Makes everything ready, so that what is left is one rename. `download`: the new package, checked.
 * @throws the system's error; everything is as before then
 */
export async function stagePackage(
  home: string,
  { download, ...attempt }: Pick<UpdateAttempt, 'from' | 'to' | 'format' | 'target'> & { download: string },
  point: (name: UpdatePoint) => void = () => {},
): Promise<StagedPackage> {
  const { target } = attempt
  const kept = keptFile(home)
  const staged = stagedFile(target)
  const drop = async () => {
    for (const file of [staged, kept]) await rm(file, { force: true })
    await endAttempt(home)
  }
  try {
    await keep(target, kept)
    point('update.kept')
    await copyWhole(download, staged)
    point('update.staged')
  } catch (error) {
    await drop()
    throw error
  }
  return {
    file: staged,
    drop,
    async place() {
      await writeAttempt(home, { ...attempt, kept, starts: 0, returning: false })
      point('update.noted')
      await rename(staged, target)
      await syncFolder(dirname(target))
      point('update.placed')
    },
  }
}

/** The package before comes back, whole and at once. @throws the system's error */
export async function placeKept({ kept, target }: UpdateAttempt): Promise<void> {
  if (kept === null) throw new Error('The package before was not kept.')
  const staged = stagedFile(target)
  await copyWhole(kept, staged)
  await rename(staged, target)
  await syncFolder(dirname(target))
}

/** What an update that is over has left, or one that was stopped half-way. */
export async function tidyUp(home: string, target: string | null): Promise<void> {
  if (readAttempt(home) !== null) return
  await rm(keptFile(home), { force: true })
  if (target !== null) await rm(stagedFile(target), { force: true })
}

function keptFile(home: string): string {
  return join(updateFolder(home), 'package-before')
}

function stagedFile(target: string): string {
  return `${target}.new`
}

/** Another name for the same file takes no room; across disks it is a copy. */
async function keep(target: string, kept: string): Promise<void> {
  await mkdir(dirname(kept), { recursive: true, mode: 0o700 })
  await rm(kept, { force: true })
  await link(target, kept).catch(() => copyWhole(target, kept))
}

async function copyWhole(from: string, to: string): Promise<void> {
  const draft = `${to}.part`
  try {
    await copyFile(from, draft)
    await chmod(draft, 0o755)
    const handle = await open(draft, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, to)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
