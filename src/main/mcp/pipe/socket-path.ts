/**
 * Where the gateway's socket is: in a folder that only its owner may enter. A Unix socket's path may have about
 * 100 bytes, so a deep data folder gets one under the system's temporary folder. May import: nothing of ours.
 */
import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'

/** The shortest limit among the systems (macOS: 104 with the ending zero), with a little room. */
const LONGEST_PATH = 100

/** Says where; makes nothing. */
export function socketPath(dataFolder: string): string {
  const mark = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\countersign-${mark}`
  const near = join(dataFolder, 'socket', 'mcp.sock')
  if (Buffer.byteLength(near) <= LONGEST_PATH) return near
  return join(tmpdir(), `countersign-${userInfo().uid}-${mark}`, 'mcp.sock')
}

/**
 * Makes the folder of the socket, or checks the one that is there.
 * @throws Error if the folder is somebody else's, or a link: another user could have put it there first.
 */
export async function prepareSocketFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  if (!found.isDirectory() || found.uid !== userInfo().uid) {
    throw new Error(`${folder} belongs to another user, so Countersign’s socket cannot be put there.`)
  }
  await chmod(folder, 0o700)
}
