/** The built window as a closed list of files: a path that is not in it does not exist, whatever it spells. */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

export interface PageFile {
  path: string
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
export async function listPageFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = new Map<string, PageFile>()
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const type = TYPES[extname(entry.name)] ?? 'application/octet-stream'
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { path, type })
  }
  if (files.has('/index.html')) return files
  throw new Error(
    `The desk's window is not built: ${join(folder, 'index.html')} is missing. Run npm run build.`,
  )
}

export async function readPageFile(file: PageFile): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(file.path))
}
