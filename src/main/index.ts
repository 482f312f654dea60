/**
 * Electron's entry: one instance, and the first starts after an update are counted before anything else is even loaded.
 * May import: anything in main.
 */
import { join } from 'node:path'
import { app } from 'electron'
import { beginOwnStart, prepareApp } from './cli/own-start.ts'
import { createPackages } from './shell/packages.ts'
import { runApp } from './shell/run-app.ts'
import { findImage } from './updates/own-image.ts'

const home = prepareApp(app)
// Electron is not ready before this has ended.
await runApp({
  packages: createPackages(join(home, 'updates')),
  begin: () => beginOwnStart(home, findImage()),
  load: async () => (await import('./app.ts')).start,
})
