/**
 * The built app, laid out so that the Electron of the tests can run it: the checkout's packages by link, but
 * better-sqlite3 as a copy, because an older Electron needs a build of it that the checkout must not have.
 */
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type ElectronFound, ROOT } from '../setup/found.ts'
import { makeFolder } from './folders.ts'

export function makeAppFolder(electron: ElectronFound): { path: string; remove(): void } {
  const folder = makeFolder('app')
  // A link to out/ would lead its imports back into the checkout.
  for (const name of ['out', 'resources', 'package.json'])
    cpSync(join(ROOT, name), join(folder.path, name), { recursive: true })
  const modules = join(folder.path, 'node_modules')
  for (const name of packageNames()) {
    const from = join(ROOT, 'node_modules', name)
    const to = join(modules, name)
    mkdirSync(join(to, '..'), { recursive: true })
    if (name === 'better-sqlite3' && electron.sqlite !== null) {
      // Its sources (10 MB) are not needed.
      for (const part of ['lib', 'package.json'])
        cpSync(join(from, part), join(to, part), { recursive: true })
      cpSync(electron.sqlite, join(to, 'build/Release/better_sqlite3.node'))
    } else symlinkSync(from, to)
  }
  return folder
}

function packageNames(): string[] {
  const modules = join(ROOT, 'node_modules')
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((part) => `${name}/${part}`) : [name],
    )
}
