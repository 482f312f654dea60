/** The file that this program runs from, where it is one: an AppImage. May import: nothing of ours. */
import { realpathSync } from 'node:fs'
import { sep } from 'node:path'

/**
 * Its runtime names the file in `APPIMAGE`, and in `APPDIR` where it lies open while it runs, mounted or unpacked. Whatever
 * is started from any AppImage, an editor say, inherits both: they are of this program if it lies in there itself. Null: not.
 */
export function findImage(
  { APPIMAGE, APPDIR }: Record<string, string | undefined> = process.env,
  program: string = process.execPath,
): string | null {
  if (!APPIMAGE || !APPDIR) return null
  try {
    // The folder of temporary files may be a link.
    return realpathSync(program).startsWith(realpathSync(APPDIR) + sep) ? APPIMAGE : null
  } catch {
    return null
  }
}
