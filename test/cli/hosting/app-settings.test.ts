import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import {
  type LoginItems,
  openAppSettings,
  writeAutostart,
} from '../../../src/main/cli/hosting/app-settings.ts'
import { test as it } from '../../support/fixtures.ts'

/** Electron's own stand-in for the systems that keep login items themselves. */
function loginItems(isPackaged = true): LoginItems & { set: object[] } {
  let openAtLogin = false
  const set: object[] = []
  return {
    isPackaged,
    set,
    getLoginItemSettings: () => ({ openAtLogin }),
    setLoginItemSettings(settings) {
      set.push(settings)
      openAtLogin = settings.openAtLogin
    },
  }
}

const place = (folder: string, platform: NodeJS.Platform, environment: NodeJS.ProcessEnv = {}) => ({
  home: join(folder, 'desk'),
  platform,
  environment: { HOME: folder, ...environment },
  program: '/opt/Countersign/countersign-desk',
})

describe('starting at login [shell.at-login]', () => {
  it('is an entry of its own on Linux, without its window, which dies with the app', async ({ folder }) => {
    const settings = openAppSettings(loginItems(), '--hidden', place(folder, 'linux'))
    const entry = join(folder, '.config/autostart/dev.countersign.desk.desktop')
    expect(await settings.look()).toEqual({ startAtLogin: false, keepRunning: false })
    await settings.save({ startAtLogin: true })
    expect(await settings.look()).toMatchObject({ startAtLogin: true })
    const text = readFileSync(entry, 'utf8')
    expect(text).toContain('Exec="/opt/Countersign/countersign-desk" --hidden\n')
    expect(text).toContain('TryExec=/opt/Countersign/countersign-desk\n')
    // A desktop switches it off by a line of its own.
    writeFileSync(entry, `${text}Hidden=true\n`)
    expect(await settings.look()).toMatchObject({ startAtLogin: false })
    await settings.save({ startAtLogin: false })
    expect(existsSync(entry)).toBe(false)
    await settings.save({ startAtLogin: false })
  })

  it('starts the file of an image, which is somewhere else each time, and of no other [update.own-image]', async ({
    folder,
  }) => {
    const environment = {
      APPIMAGE: '/home/ann/My $apps/50% "new".AppImage',
      APPDIR: folder,
      XDG_CONFIG_HOME: join(folder, 'c'),
    }
    const written = async (program: string) => {
      const here = { ...place(folder, 'linux', environment), program }
      await openAppSettings(loginItems(), '--hidden', here).save({ startAtLogin: true })
      return readFileSync(join(folder, 'c/autostart/dev.countersign.desk.desktop'), 'utf8')
    }
    const inside = join(folder, 'countersign-desk')
    writeFileSync(inside, '')
    expect(await written(inside)).toContain(
      'Exec="/home/ann/My \\\\$apps/50%% \\\\"new\\\\".AppImage" --hidden\n',
    )
    // A terminal that is an AppImage has started it.
    expect(await written(process.execPath)).toContain(`Exec="${process.execPath}" --hidden\n`)
  })

  it('cannot be made to hold another line by a hostile name', () => {
    const text = writeAutostart('/tmp/a\nExec=rm -rf ~', [])
    expect(text.split('\n').filter((line) => line.startsWith('Exec='))).toHaveLength(1)
  })

  it('is left to the system elsewhere', async ({ folder }) => {
    const app = loginItems()
    const settings = openAppSettings(app, '--hidden', place(folder, 'win32'))
    await settings.save({ startAtLogin: true })
    expect(await settings.look()).toEqual({ startAtLogin: true, keepRunning: true })
    expect(app.set).toEqual([
      {
        openAtLogin: true,
        name: 'dev.countersign.desk',
        path: '/opt/Countersign/countersign-desk',
        args: ['--hidden'],
      },
    ])
    // What takes the package away knows the entry by this name.
    expect(readFileSync('resources/packaging/installer.nsh', 'utf8')).toContain('"dev.countersign.desk"')
    expect(readFileSync('resources/packaging/after-remove.sh', 'utf8')).toContain(
      'dev.countersign.desk.desktop',
    )
  })

  it('is no choice of a copy that is not installed', async ({ folder }) => {
    const settings = openAppSettings(loginItems(false), '--hidden', place(folder, 'linux'))
    await settings.save({ startAtLogin: true })
    expect(await settings.look()).toMatchObject({ startAtLogin: null })
    expect(existsSync(join(folder, '.config'))).toBe(false)
  })
})

describe('staying when the window is closed [shell.keeps-running]', () => {
  it('is remembered, for the owner alone, and falls back where it cannot be read', async ({ folder }) => {
    const here = place(folder, 'linux')
    const settings = openAppSettings(loginItems(), '--hidden', here)
    await settings.save({ keepRunning: true })
    expect(settings.keepsRunning()).toBe(true)
    expect(openAppSettings(loginItems(), '--hidden', here).keepsRunning()).toBe(true)
    const file = join(here.home, 'app.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    for (const text of ['', '{', 'null', '{"keepRunning":"yes"}']) {
      writeFileSync(file, text)
      expect(openAppSettings(loginItems(), '--hidden', here).keepsRunning()).toBe(false)
    }
  })

  it('stays as it was where it cannot be saved', async ({ folder }) => {
    const here = place(folder, 'linux')
    mkdirSync(join(here.home, 'app.json'), { recursive: true })
    const settings = openAppSettings(loginItems(), '--hidden', here)
    await expect(settings.save({ keepRunning: true })).rejects.toThrow()
    expect(settings.keepsRunning()).toBe(false)
  })
})
