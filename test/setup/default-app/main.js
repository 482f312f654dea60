// Starts the app folder that the command line names. Electron's own download carries such a file; the
// stand-in, taken from a packaged app, does not.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const args = process.argv.slice(1)
if (args.includes('--version')) {
  process.stdout.write(`v${process.versions.electron}\n`)
  process.exit(0)
}

const named = args.find((arg) => !arg.startsWith('-'))
if (named === undefined || !existsSync(resolve(named, 'package.json'))) {
  process.stderr.write('Name a folder with a package.json.\n')
  process.exit(2)
}

const folder = resolve(named)
const manifest = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'))
app.setAppPath(folder)
app.setName(manifest.productName ?? manifest.name)
app.setVersion(manifest.version)
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true })

// Awaited at top level: Electron does not become ready before the app's main module has run.
await import(pathToFileURL(resolve(folder, manifest.main)).href).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`)
  process.exit(1)
})
