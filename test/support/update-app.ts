/**
 * The app as an AppImage starts it: one file that is a program, with its path in `APPIMAGE` and where it lies open in
 * `APPDIR`. A real one needs tools that no test machine can fetch; for whoever replaces it, it is a file.
 */
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readFound } from '../setup/found.ts'
import { makeAppFolder } from './app-folder.ts'
import { makeFolder } from './folders.ts'

export interface UpdatableApp {
  /** The file that is started and replaced. */
  file: string
  /** What a package of the newer version is. */
  newer: Buffer
  older: Buffer
  remove(): void
}

/** @param broken what the newer version does instead of loading its app, as a script */
export function makeUpdatableApp(
  source: { address: string; keys: string[] },
  broken: string | null = null,
): UpdatableApp {
  const { electron } = readFound()
  if (electron === null) throw new Error('There is no Electron; the test should have been skipped.')
  const place = makeFolder('appimage')
  const file = join(place.path, 'Countersign.AppImage')
  const folders = ['1.0.0', '1.0.1'].map((version) => {
    const folder = makeAppFolder(electron)
    const manifest = JSON.parse(readFileSync(join(folder.path, 'package.json'), 'utf8'))
    writeFileSync(join(folder.path, 'package.json'), JSON.stringify({ ...manifest, version }))
    writeFileSync(
      join(folder.path, 'out/updates.json'),
      JSON.stringify({ ...source, channel: 'stable', page: null }),
    )
    return folder
  })
  const [older, newer] = folders.map(({ path }) =>
    Buffer.from(`#!/bin/sh
export APPIMAGE="${file}" APPDIR="${dirname(electron.executable)}"
exec "${electron.executable}" --no-sandbox --disable-gpu "$@" "${path}"
`),
  )
  if (broken !== null) {
    const chunks = join(folders[1]?.path ?? '', 'out/main/chunks')
    for (const name of readdirSync(chunks))
      if (/^app-.*\.js$/.test(name)) writeFileSync(join(chunks, name), broken)
  }
  writeFileSync(file, older ?? '')
  chmodSync(file, 0o755)
  return {
    file,
    older: older ?? Buffer.alloc(0),
    newer: newer ?? Buffer.alloc(0),
    remove() {
      for (const folder of [...folders, place]) folder.remove()
    },
  }
}
