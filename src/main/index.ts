/**
 * Electron's entry: one instance, and the first starts after an update are counted before anything else is even loaded.
 * May import: anything in main.
 */
import { join } from 'node:path'
import { app } from 'electron'
import { beginOwnStart } from './cli/own-start.ts'
import { defaultHome } from './config/workspace.ts'
import { createPackages, findTarget } from './shell/packages.ts'
import { runApp } from './shell/run-app.ts'

const home = defaultHome(process.env, process.platform)
// One window a home: the lock of the single instance lies in this folder.
app.setPath('userData', join(home, 'window'))
// Electron is not ready before this has ended.
await runApp({
  packages: createPackages(join(home, 'updates')),
  begin: () => beginOwnStart(findTarget()),
  load: async () => (await import('./app.ts')).start,
})
