/**
 * How the app behaves on this computer, whatever workspace is open: whether it starts at login, and whether it stays when its
 * window is closed. May import: anything in main but shell.
 */
import { readFile, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { DeskOptions } from '../../desk/desk-options.ts'
import { readJsonSync, writeWhole } from '../../system/files.ts'
import { findImage } from '../../updates/own-image.ts'
import { deskHome } from '../places.ts'

/** Electron's `app`, as far as it is asked here; no Linux has these calls. */
export interface LoginItems {
  isPackaged: boolean
  getLoginItemSettings(options: { path: string; args: string[] }): { openAtLogin: boolean }
  setLoginItemSettings(settings: { openAtLogin: boolean; name: string; path: string; args: string[] }): void
}

export interface AppSettings extends NonNullable<DeskOptions['app']> {
  keepsRunning(): boolean
}

interface Installation {
  /** The folder of the desk. */
  home: string
  platform: NodeJS.Platform
  environment: NodeJS.ProcessEnv
  /** The app itself. */
  program: string
}

/** The name of the entry, which `resources/packaging` takes away again. */
const ENTRY = 'dev.countersign.desk'

/** @param hidden the word that makes the app start without its window */
export function openAppSettings(
  app: LoginItems,
  hidden: string,
  place: Installation = {
    ...{ home: deskHome(), platform: process.platform },
    ...{ environment: process.env, program: process.execPath },
  },
): AppSettings {
  const { home, platform, environment } = place
  // An image is somewhere else at each start; its file stays.
  const program = findImage(environment, place.program) ?? place.program
  const args = [hidden]
  const file = join(home, 'app.json')
  const autostart = join(
    environment.XDG_CONFIG_HOME || join(environment.HOME || homedir(), '.config'),
    'autostart',
    `${ENTRY}.desktop`,
  )
  // Linux desktops may show no tray, and closing is how people end an app there.
  let keepRunning = readKept(file) ?? platform !== 'linux'

  async function startsAtLogin(): Promise<boolean> {
    if (platform !== 'linux') return app.getLoginItemSettings({ path: program, args }).openAtLogin
    const entry = await readFile(autostart, 'utf8').catch(() => null)
    return entry !== null && !/^Hidden=true$/m.test(entry)
  }
  async function startAtLogin(on: boolean): Promise<void> {
    if (platform !== 'linux') app.setLoginItemSettings({ openAtLogin: on, name: ENTRY, path: program, args })
    else if (on) await writeWhole(autostart, writeAutostart(program, args), 0o644)
    else await rm(autostart, { force: true })
  }

  return {
    keepsRunning: () => keepRunning,
    // A checkout is no program that a system could start.
    look: async () => ({
      startAtLogin: app.isPackaged ? await startsAtLogin() : null,
      keepRunning,
    }),
    async save(change) {
      if (change.startAtLogin !== undefined && app.isPackaged) await startAtLogin(change.startAtLogin)
      if (change.keepRunning === undefined) return
      await writeWhole(file, JSON.stringify({ keepRunning: change.keepRunning }))
      keepRunning = change.keepRunning
    },
  }
}

function readKept(file: string): boolean | null {
  const { keepRunning } = (readJsonSync(file) ?? {}) as { keepRunning?: unknown }
  return typeof keepRunning === 'boolean' ? keepRunning : null
}

/** An entry of the XDG autostart specification. With `TryExec` it does nothing once the app is gone. Pure. */
export function writeAutostart(program: string, args: readonly string[]): string {
  const word = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  const quoted = `"${program.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`
  return `[Desktop Entry]
Type=Application
Name=Countersign
Comment=Tells you when an agent waits for you
TryExec=${word(program)}
Exec=${word([quoted, ...args].join(' '))}
X-GNOME-Autostart-enabled=true
`
}
