/**
 * Gets the data folder for the app: from a gateway that nobody needs any more, or by asking the person (R3.2).
 * Knows no electron. May import: model.
 */
import { ConfigurationDiffers, FolderHeld } from '../../model/failure-to-open.ts'

/** What is drained takes ten seconds at most; then the lock goes. */
const GONE_WITHIN_MS = 20_000
/** Nobody answers where a gateway is just beginning or ending; not for longer than this. */
const SILENT_FOR_MS = 6_000
const TRY_EVERY_MS = 200

export interface DataFolderOptions<Opened> {
  /** @throws FolderHeld, ConfigurationDiffers unless `acceptsPath` */
  open: (acceptsPath: boolean) => Promise<Opened>
  askForHandover: () => Promise<{ ok: true } | { ok: false; reason: string | null }>
  /** Shows the person whose process holds the folder; true: try again. */
  offerToTryAgain: (reason: string) => Promise<boolean>
  /** Shows that the folder has had another configuration; true: it may have this one from now on (R2.1). */
  offerToAccept: (reason: string) => Promise<boolean>
}

/** Null: the person gave up. @throws whatever else `open` throws */
export async function openDataFolder<Opened>(options: DataFolderOptions<Opened>): Promise<Opened | null> {
  let acceptsPath = false
  for (;;) {
    const opened = await openOrTakeOver(options, acceptsPath)
    if ('opened' in opened) return opened.opened
    if ('differs' in opened) {
      acceptsPath = await options.offerToAccept(opened.differs)
      if (!acceptsPath) return null
    } else if (!(await options.offerToTryAgain(opened.held))) return null
  }
}

/**
 * Asks again and again: a pipe that loses its gateway starts another one at once, which then has to make room, too.
 * `held` is a sentence that says whose process holds the folder.
 */
async function openOrTakeOver<Opened>(
  { open, askForHandover }: DataFolderOptions<Opened>,
  acceptsPath: boolean,
): Promise<{ opened: Opened } | { held: string } | { differs: string }> {
  const began = Date.now()
  let heard = began
  for (;;) {
    const opened = await tryToOpen(() => open(acceptsPath))
    if (opened instanceof ConfigurationDiffers) return { differs: opened.message }
    if (!(opened instanceof FolderHeld)) return { opened }
    const answer = await askForHandover()
    if (!answer.ok && answer.reason !== null) return { held: answer.reason }
    const now = Date.now()
    if (answer.ok) heard = now
    if (now - began > GONE_WITHIN_MS || now - heard > SILENT_FOR_MS) return { held: opened.message }
    await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS))
  }
}

async function tryToOpen<Opened>(
  open: () => Promise<Opened>,
): Promise<Opened | FolderHeld | ConfigurationDiffers> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof FolderHeld || error instanceof ConfigurationDiffers) return error
    throw error
  }
}
