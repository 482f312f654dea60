/** The window: sandboxed, isolated, without Node; kept where the person left it. */
import { join } from 'node:path'
import { BrowserWindow, nativeTheme, screen } from 'electron'
import type { JsonObject } from '../model/json.ts'
import { lockDown } from './lock-down.ts'
import { APP_PAGE, serveApp } from './protocol.ts'
import { readWindowState, SMALLEST, writeWindowState } from './window-state.ts'

/** A resize is many events; the last one counts. */
const SAVE_AFTER_MS = 400
const CRASHES_APART_MS = 10_000

export interface WindowOptions {
  /** The folder `out/`. */
  out: string
  icon: string
  state: JsonObject | null
  saveState: (state: JsonObject) => Promise<void>
  /** Whether an address may be opened in the person's browser. */
  mayOpen: (address: string) => boolean
  /** Until somebody asks for it. */
  hidden: boolean
}

/** @throws if the page is not built */
export async function createWindow(options: WindowOptions): Promise<BrowserWindow> {
  const state = readWindowState(
    options.state,
    screen.getAllDisplays().map((display) => display.workArea),
  )
  const window = new BrowserWindow({
    title: 'Countersign',
    show: false,
    width: state.width,
    height: state.height,
    ...(state.place ?? {}),
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    icon: options.icon,
    // The ground of the page, so that nothing flashes before it is drawn.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#141518' : '#f6f6f7',
    webPreferences: {
      preload: join(options.out, 'preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  })
  const { session } = window.webContents
  await serveApp(session, join(options.out, 'renderer'))
  lockDown(window.webContents, session, options.mayOpen)
  if (state.maximized) window.maximize()
  if (!options.hidden) window.once('ready-to-show', () => window.show())
  keepState(window, options.saveState)
  keepAlive(window)
  void window.loadURL(APP_PAGE)
  return window
}

function keepState(window: BrowserWindow, save: WindowOptions['saveState']): void {
  // Why nothing can be saved stands at the desk. The window then opens where it was before.
  const write = (): void =>
    void save(writeWindowState(window.getNormalBounds(), window.isMaximized())).catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const writeSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(write, SAVE_AFTER_MS)
  }
  window.on('resize', writeSoon)
  window.on('move', writeSoon)
  window.on('maximize', writeSoon)
  window.on('unmaximize', writeSoon)
  window.on('close', () => {
    clearTimeout(timer)
    write()
  })
}

/** A page that crashed is loaded anew; one that crashes again at once is left alone until somebody wants to see it. */
function keepAlive(window: BrowserWindow): void {
  let last = 0
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    const now = Date.now()
    // Within the event, Chromium has not yet done with the process that is gone: a new one then can end the whole app.
    if (reason !== 'clean-exit' && now - last > CRASHES_APART_MS) setImmediate(loadAnew, window)
    last = now
  })
  window.on('focus', () => loadAnew(window))
}

/** Only a page that is gone; a window can be closed before its turn comes. */
function loadAnew(window: BrowserWindow): void {
  if (!window.isDestroyed() && window.webContents.isCrashed()) window.webContents.reload()
}

/** Brings the window before the person, wherever it was. */
export function bringToFront(window: BrowserWindow): void {
  loadAnew(window)
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
