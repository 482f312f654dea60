/** The tray icon: how many items wait, and the way to them while the window is closed. */
import { join } from 'node:path'
import { app, Menu, nativeImage, nativeTheme, Tray } from 'electron'

export interface TrayActions {
  open: () => void
  openOldest: () => void
  quit: () => void
}

export interface TrayIcon {
  setCount(pending: number): void
  close(): void
}

/** @param icons the folder `resources/icons` */
export function createTrayIcon(icons: string, actions: TrayActions): TrayIcon {
  let pending = 0
  const tray = new Tray(image())
  tray.on('click', actions.open)
  nativeTheme.on('updated', draw)
  draw()

  /** macOS tints a template itself; elsewhere the icon contrasts with the system's own colours. */
  function image(): Electron.NativeImage {
    const mac = process.platform === 'darwin'
    const shade = mac ? 'Template' : nativeTheme.shouldUseDarkColors ? '-light' : '-dark'
    const made = nativeImage.createFromPath(join(icons, `tray${pending > 0 ? '-waiting' : ''}${shade}.png`))
    made.setTemplateImage(mac)
    return made
  }

  function draw(): void {
    const text = sayPending(pending)
    tray.setImage(image())
    tray.setToolTip(`Countersign: ${text}`)
    if (process.platform === 'darwin') tray.setTitle(pending > 0 ? String(pending) : '')
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: text, enabled: false },
        { type: 'separator' },
        { label: 'Open Countersign', click: actions.open },
        { label: 'Open the Item That Waits Longest', enabled: pending > 0, click: actions.openOldest },
        { type: 'separator' },
        { label: 'Quit', click: actions.quit },
      ]),
    )
    app.setBadgeCount(pending)
  }

  return {
    setCount(count) {
      if (count === pending) return
      pending = count
      draw()
    },
    close() {
      nativeTheme.off('updated', draw)
      tray.destroy()
    },
  }
}

/** “Nothing waits for you”, “1 item waits for you”, “3 items wait for you”. */
function sayPending(pending: number): string {
  if (pending === 0) return 'Nothing waits for you'
  return pending === 1 ? '1 item waits for you' : `${pending} items wait for you`
}
