/** Archives whose bytes depend on nothing but the files in them. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeZip, type ZipEntry } from '../../../src/main/desk/clients/bundle/zip.ts'

/** @param under where the files are to lie in the archive: a path with a slash at its end, or nothing */
export function readEntries(folder: string, under = ''): ZipEntry[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .flatMap((path) => {
      const file = join(folder, path)
      const { mode } = statSync(file)
      if (statSync(file).isDirectory()) return []
      return [{ name: `${under}${path}`, content: readFileSync(file), executable: (mode & 0o100) !== 0 }]
    })
}

export function packEntries(entries: readonly ZipEntry[]): Buffer {
  return writeZip(entries, { compress: true })
}
