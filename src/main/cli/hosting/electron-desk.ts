/** Whether the desk can be a window here, and starting it as one. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { packageRoot } from '../package-root.ts'
import { onParentGone } from './parent.ts'

/** On a slow line; a line that is not there fails within seconds. */
const FETCH_WITHIN_MS = 15 * 60_000

export type ElectronDesk = { ok: true; executable: string } | { ok: false; why: string }

/** `why` is a sentence for a person. Fetches Electron's program the first time, if that can be done. */
export function findElectron(): ElectronDesk {
  if (process.platform !== 'win32' && process.getuid?.() === 0) {
    return { ok: false, why: 'A window is not opened for root.' }
  }
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    return { ok: false, why: 'There is no display for a window.' }
  }
  const require = createRequire(join(packageRoot(), 'package.json'))
  let folder: string
  try {
    folder = dirname(require.resolve('electron/package.json'))
  } catch {
    return { ok: false, why: 'Electron is not installed here.' }
  }
  const installed = executableIn(folder)
  if (installed !== null) return { ok: true, executable: installed }
  process.stdout.write('Fetching Electron for the window (once, about 110 MB) …\n')
  spawnSync(process.execPath, [join(folder, 'install.js')], { stdio: 'ignore', timeout: FETCH_WITHIN_MS })
  const fetched = executableIn(folder)
  if (fetched !== null) return { ok: true, executable: fetched }
  return { ok: false, why: 'Electron, which makes the window, could not be fetched.' }
}

/** Runs the app until it is closed; resolves with its exit code. */
export function runElectron(executable: string): Promise<number> {
  const child = spawn(executable, [packageRoot()], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  onParentGone(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

function executableIn(folder: string): string | null {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const name = existsSync(join(folder, 'path.txt'))
    ? readFileSync(join(folder, 'path.txt'), 'utf8')
    : 'electron'
  const executable = join(override ?? join(folder, 'dist'), name)
  return existsSync(executable) ? executable : null
}
