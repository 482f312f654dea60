/**
 * Gets the data folder for the app: from a gateway that nobody needs any more, or by asking the person (R3.2).
 * Knows no electron. May import: model.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { FolderHeld } from '../model/failure-to-open.ts'

/** What is drained takes ten seconds at most; then the lock goes. */
const GONE_WITHIN_MS = 20_000
const TRY_EVERY_MS = 200

export interface DataFolderOptions<Opened> {
  /** @throws FolderHeld */
  open: () => Promise<Opened>
  askForHandover: () => Promise<{ ok: true } | { ok: false; reason: string | null }>
  /** Shows the person whose process holds the folder; true: try again. */
  offerToTryAgain: (reason: string) => Promise<boolean>
}

/** Null: the person gave up. @throws whatever `open` throws, but for FolderHeld */
export async function openDataFolder<Opened>(options: DataFolderOptions<Opened>): Promise<Opened | null> {
  for (;;) {
    const opened = await tryToOpen(options.open)
    if (!(opened instanceof FolderHeld)) return opened
    const answer = await options.askForHandover()
    const last = answer.ok ? await keepTrying(options.open) : opened
    if (!(last instanceof FolderHeld)) return last
    const tryAgain = await options.offerToTryAgain(answer.ok ? last.message : (answer.reason ?? last.message))
    if (!tryAgain) return null
  }
}

async function keepTrying<Opened>(open: () => Promise<Opened>): Promise<Opened | FolderHeld> {
  const deadline = Date.now() + GONE_WITHIN_MS
  let opened = await tryToOpen(open)
  while (opened instanceof FolderHeld && Date.now() < deadline) {
    await pause(TRY_EVERY_MS)
    opened = await tryToOpen(open)
  }
  return opened
}

async function tryToOpen<Opened>(open: () => Promise<Opened>): Promise<Opened | FolderHeld> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof FolderHeld) return error
    throw error
  }
}
