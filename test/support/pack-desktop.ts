/**
 * Makes a desktop package of what is built, as `resources/packaging` says, around the Electron of the tests; a process of
 * its own, since electron-builder reads the working directory. Arguments: the output folder, the targets.
 */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Arch, build, Platform } from 'electron-builder'
import configuration from '../../resources/packaging/electron-builder.ts'
import { ROOT, readFound } from '../setup/found.ts'

const [output = '', ...targets] = process.argv.slice(2)
const { electron } = readFound()
if (electron === null) throw new Error('There is no Electron; the test should have been skipped.')
const extra = join(output, 'sqlite')
if (electron.sqlite !== null) {
  mkdirSync(extra, { recursive: true })
  copyFileSync(electron.sqlite, join(extra, 'better_sqlite3.node'))
}
await build({
  projectDir: ROOT,
  targets: Platform.LINUX.createTarget(targets.length > 0 ? targets : 'dir', Arch.x64),
  publish: 'never',
  config: {
    ...configuration,
    directories: { ...configuration.directories, output },
    electronDist: dirname(electron.executable),
    electronVersion: electron.version,
    // The stand-in's is a folder, which no archive may be.
    afterExtract: async ({ appOutDir }) =>
      rmSync(join(appOutDir, 'resources/default_app.asar'), { recursive: true, force: true }),
    files: [
      ...(configuration.files as string[]),
      ...(electron.sqlite === null ? [] : [{ from: extra, to: 'node_modules/better-sqlite3/build/Release' }]),
    ],
  },
})
