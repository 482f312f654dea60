/** What runs below this process. Linux only; elsewhere always none. */
import { readdir, readFile } from 'node:fs/promises'

/** Children and their children, without the dead that only wait to be buried. */
export async function countChildren(root = process.pid): Promise<number> {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const parents = new Map<number, number>()
  for (const name of names) {
    const status = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '')
    const [state, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ')
    if (state !== undefined && state !== 'Z' && state !== 'X') parents.set(Number(name), Number(parent))
  }
  const below = (pid: number): number =>
    [...parents].filter(([, parent]) => parent === pid).reduce((sum, [child]) => sum + 1 + below(child), 0)
  return below(root)
}
