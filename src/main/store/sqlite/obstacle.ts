/**
 * Why nothing can be saved: what lasts until somebody puts the files back, and what passes by itself, a full disk or
 * another program that holds the database.
 * May import: nothing of ours.
 */

/** So soon people learn that the files are gone, in milliseconds, also where nothing is written. */
const LOOK_EVERY_MS = 1000
/** For so long after a change was refused nothing is tried, in milliseconds: where there is room for little, most is refused. */
const REFUSED_MS = 2000

export interface ObstacleWatch {
  /** Why nothing that is written would last, as sentences; null: it would. */
  look(): string | null
  /** A change was refused, which may succeed later. */
  refused(reason: string): void
  close(): void
}

/**
 * @param lasting why nothing that is written would last
 * @param tryToWrite rejects where nothing can be written: nobody else may have anything to write for hours
 * @param tell told of each change, with sentences; null: everything can be saved again
 */
export function watchObstacle(
  lasting: () => string | null,
  tryToWrite: () => Promise<unknown>,
  tell: (reason: string | null) => void,
): ObstacleWatch {
  let told: string | null = null
  let passing: { reason: string; at: number } | null = null
  const look = () => {
    const found = lasting()
    const now = found ?? passing?.reason ?? null
    if (now !== told) {
      told = now
      tell(now)
    }
    return found
  }
  const lookAgain = async () => {
    if (look() !== null || passing === null || performance.now() - passing.at < REFUSED_MS) return
    try {
      await tryToWrite()
    } catch {
      return
    }
    passing = null
    look()
  }
  const looking = setInterval(lookAgain, LOOK_EVERY_MS)
  looking.unref()
  return {
    look,
    refused(reason) {
      passing = { reason: `${reason} Nothing is saved until then.`, at: performance.now() }
      look()
    },
    close: () => clearInterval(looking),
  }
}
