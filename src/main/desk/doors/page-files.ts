/**
 * The built window as a closed list of files: a path that is not in it does not exist, whatever it spells. They are kept as
 * they were at the start: an update that replaces them would give this gateway the half of another page.
 */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

interface PageFile {
  body: Uint8Array<ArrayBuffer>
  /** Content type. */
  type: string
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

/** By URL path. @throws if the folder holds no index.html: the window is not built. */
export async function readPageFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = new Map<string, PageFile>()
  await Promise.all(
    entries.map(async (entry) => {
      if (!entry.isFile()) return
      const path = join(entry.parentPath, entry.name)
      const type = TYPES[extname(entry.name)] ?? 'application/octet-stream'
      const body = new Uint8Array(await readFile(path))
      files.set(`/${relative(folder, path).split(sep).join('/')}`, { body, type })
    }),
  )
  if (files.has('/index.html')) return files
  throw new Error(
    `The desk's window is not built: ${join(folder, 'index.html')} is missing. Run npm run build.`,
  )
}
