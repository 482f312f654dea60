/** Given to vitest: whatever a run leaves in the temporary folder lies in one of its own, and goes with it. */
import { chmodSync } from 'node:fs'
import { makeFolder } from '../support/folders.ts'

/** By these names all that tests start, on whichever system, asks for the temporary folder. */
const NAMES = ['TMPDIR', 'TEMP', 'TMP']

export function setup(): void {
  // One letter: sockets lie in folders of this one, and the path of one may have about 100 bytes.
  const folder = makeFolder('r')
  // Some tests start a process of another user.
  chmodSync(folder.path, 0o711)
  for (const name of NAMES) process.env[name] = folder.path
  // The workers have ended by then. As long as they have not, their browsers still write.
  process.once('exit', folder.remove)
}
