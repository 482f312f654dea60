/** The tray icon: how many items wait, and the way to them while the window is closed. */
import { join } from 'node:path'
import { app, Menu, type MenuItemConstructorOptions, nativeImage, nativeTheme, Tray } from 'electron'
import { composeTrayMenu, sayPending, type TrayActions, type TrayState } from './tray-menu.ts'

/** Ages are told in minutes. */
const REDRAW_MS = 60_000

export interface TrayIcon {
  set(change: Partial<TrayState>): void
  close(): void
}

/** @param icons the folder `resources/icons` */
export function createTrayIcon(icons: string, actions: TrayActions): TrayIcon {
  let state: TrayState = { locked: false, pending: 0, oldestAt: null, preferences: null, awayUntil: null }
  const tray = new Tray(image())
  tray.on('click', actions.open)
  nativeTheme.on('updated', draw)
  const timer = setInterval(draw, REDRAW_MS)
  draw()

  /** macOS tints a template itself; elsewhere the icon contrasts with the system's own colours. */
  function image(): Electron.NativeImage {
    const mac = process.platform === 'darwin'
    const shade = mac ? 'Template' : nativeTheme.shouldUseDarkColors ? '-light' : '-dark'
    const waiting = state.pending > 0 ? '-waiting' : ''
    const made = nativeImage.createFromPath(join(icons, `tray${waiting}${shade}.png`))
    made.setTemplateImage(mac)
    return made
  }

  function draw(): void {
    const now = new Date()
    tray.setImage(image())
    tray.setToolTip(`Countersign: ${sayPending(state, now)}`)
    if (process.platform === 'darwin') tray.setTitle(state.pending > 0 ? String(state.pending) : '')
    const menu = composeTrayMenu(state, actions, now) as MenuItemConstructorOptions[]
    tray.setContextMenu(Menu.buildFromTemplate(menu))
    app.setBadgeCount(state.pending)
  }

  return {
    set(change) {
      state = { ...state, ...change }
      draw()
    },
    close() {
      clearInterval(timer)
      nativeTheme.off('updated', draw)
      tray.destroy()
    },
  }
}
