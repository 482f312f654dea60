/**
 * The desk on this machine's screen: window, menu, tray, notifications, held together.
 * May import: model, desk, gateway, preload/contract, electron.
 */
import { join } from 'node:path'
import { app, type BrowserWindow, Notification } from 'electron'
import type {
  CallName,
  DeskStatus,
  Notice,
  PreferencesView,
  Push,
  RequestOf,
} from '../../preload/contract.ts'
import type { DispatchReply } from '../desk/dispatch.ts'
import { silentBecause } from '../desk/people/silence.ts'
import type { JsonObject } from '../model/json.ts'
import { openIpcGate } from './ipc-gate.ts'
import { setMenu } from './menu.ts'
import { createNotifier } from './notifier.ts'
import { createOutsideAddresses } from './outside-addresses.ts'
import { findLockedNotice, findOldest, findPending, listPending } from './pending.ts'
import { createTrayIcon } from './tray.ts'
import { bringToFront, createWindow } from './window.ts'

export interface DeskShellOptions {
  /** The folder with `out/` and `resources/`. */
  root: string
  /** Answers the calls of the window's person; never throws. */
  dispatch: (name: string, request: unknown) => Promise<DispatchReply>
  onPush: (listener: (push: Push) => void) => () => void
  /** The page has come to life, for the first time. */
  onShown: () => void
  windowState: JsonObject | null
  saveWindowState: (state: JsonObject) => void
  /** Starts without showing its window. */
  hidden: boolean
  /** Whether the app stays when its window is closed. */
  keepsRunning: () => boolean
}

export interface DeskShell {
  bringToFront(): void
  /** Shows this place of the desk, in front. */
  goTo(route: string): void
  close(): void
}

/** @throws if the page is not built */
export async function openDeskShell(options: DeskShellOptions): Promise<DeskShell> {
  const icons = join(options.root, 'resources/icons')
  const outside = createOutsideAddresses()
  const window = await createWindow({
    out: join(options.root, 'out'),
    icon: join(icons, 'icon.png'),
    state: options.windowState,
    saveState: options.saveWindowState,
    mayOpen: outside.mayOpen,
    hidden: options.hidden,
  })
  const gate = openIpcGate(
    window.webContents,
    async (name, request) => {
      const reply = await options.dispatch(name, request)
      outside.note(name, reply)
      return reply
    },
    options.onShown,
  )
  // Notifications without a reference are collected, and their clicks with them.
  const shown = new Set<Notification>()

  function goTo(route: string): void {
    bringToFront(window)
    gate.push({ topic: 'navigate', id: route })
  }
  function goToOldest(): void {
    findOldest(options.dispatch).then(
      (oldest) => goTo(oldest === null ? '#/inbox' : `#/inbox/${oldest}`),
      () => goTo('#/inbox'),
    )
  }
  function notify(notice: Notice): void {
    if (!Notification.isSupported()) return
    const silent = preferences?.sound !== true
    const notification = new Notification({ title: notice.title, body: notice.body, silent })
    shown.add(notification)
    notification.on('click', () => goTo(notice.route))
    notification.on('close', () => shown.delete(notification))
    notification.show()
  }

  const tray = createTrayIcon(icons, {
    open: () => bringToFront(window),
    openOldest: goToOldest,
    openSettings: () => goTo('#/settings/notifications'),
    pause: (pausedUntil) => send('preferences.save', { pausedUntil }),
    away: (until) => send('people.away', { until }),
    quit: () => app.quit(),
  })
  let preferences: PreferencesView | null = null
  /** The window shows what came of it, and asks again by itself. */
  function send<Name extends CallName>(name: Name, request: RequestOf<Name>): void {
    void options.dispatch(name, request)
  }
  async function readPeople(): Promise<void> {
    const [kept, status] = await Promise.all([
      options.dispatch('preferences.get', {}),
      options.dispatch('desk.status', {}),
    ])
    if (kept.ok) preferences = kept.value as PreferencesView
    const { person, away } = status.ok ? (status.value as DeskStatus) : { person: null, away: [] }
    tray.set({
      locked: !status.ok && status.error.code === 'LOCKED',
      preferences,
      awayUntil: away.find(({ name }) => name === person?.name)?.until ?? null,
    })
  }
  void readPeople()
  const notifier = createNotifier({
    listPending: () => listPending(options.dispatch),
    noticeLocked: (ids) => findLockedNotice(options.dispatch, ids),
    findPending: (ids) => findPending(options.dispatch, ids),
    now: Date.now,
    isFocused: () => window.isFocused(),
    shownItem: () => shownItem(window),
    notify,
    mayTell: () => preferences === null || silentBecause(preferences, new Date()) === null,
    count: (pending, oldestAt) => tray.set({ pending, oldestAt }),
  })
  const stopPushes = options.onPush((push) => {
    gate.push(push)
    if (push.topic === 'approval') notifier.look(push.id)
    if (push.topic === 'people') notifier.look()
    if (push.topic === 'people') void readPeople()
  })
  setMenu({ goTo, goToOldest }, { mac: process.platform === 'darwin', developer: !app.isPackaged })
  const stopKeeping = keepRunning(window, options.keepsRunning)

  return {
    bringToFront: () => bringToFront(window),
    goTo,
    close() {
      stopKeeping()
      stopPushes()
      notifier.close()
      tray.close()
      gate.close()
      if (!window.isDestroyed()) window.destroy()
    },
  }
}

/** The item in a window that can be seen; null if it is hidden or shows something else. */
function shownItem(window: BrowserWindow): string | null {
  if (!window.isVisible() || window.isMinimized()) return null
  return /#\/inbox\/([^/?]+)/.exec(window.webContents.getURL())?.[1] ?? null
}

/**
 * A closed window leaves the gateway running behind the dock or tray icon, or quits, as the person has chosen; a client's
 * pipe then starts a gateway without a window.
 */
function keepRunning(window: BrowserWindow, keeps: () => boolean): () => void {
  let quitting = false
  const onQuit = (): void => {
    quitting = true
  }
  const onActivate = (): void => bringToFront(window)
  app.on('before-quit', onQuit)
  app.on('activate', onActivate)
  window.on('close', (event) => {
    if (quitting || !keeps()) return
    event.preventDefault()
    window.hide()
  })
  return () => {
    quitting = true
    app.off('before-quit', onQuit)
    app.off('activate', onActivate)
  }
}
