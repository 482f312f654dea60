/**
 * The desk on this machine's screen: window, menu, tray, notifications, held together.
 * May import: model, desk, gateway, preload/contract, electron.
 */
import { join } from 'node:path'
import {
  app,
  type BrowserWindow,
  Menu,
  type MenuItemConstructorOptions,
  Notification,
  nativeImage,
  nativeTheme,
  Tray,
} from 'electron'
import type {
  CallName,
  DeskStatus,
  InboxPage,
  ItemCard,
  Notice,
  PreferencesView,
  Push,
  ReplyOf,
  RequestOf,
} from '../../preload/contract.ts'
import type { DispatchReply } from '../desk/dispatch.ts'
import { silentBecause } from '../desk/people/silence.ts'
import type { JsonObject } from '../model/json.ts'
import { openIpcGate } from './ipc-gate.ts'
import { setMenu } from './menu.ts'
import { bodyOn, createNotifier } from './notifier.ts'
import { createOutsideAddresses } from './outside-addresses.ts'
import { composeTrayMenu, sayPending, type TrayActions, type TrayState } from './tray-menu.ts'
import { bringToFront, createWindow } from './window.ts'

/** Ages are told in minutes. */
const REDRAW_MS = 60_000

interface TrayIcon {
  set(change: Partial<TrayState>): void
  close(): void
}

/** @param icons the folder `resources/icons` */
function createTrayIcon(icons: string, actions: TrayActions): TrayIcon {
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

type Ask = (name: string, request: unknown) => Promise<DispatchReply>

/** So many are known one by one; of more, only their number. */
const MOST_LISTED = 500

/** What waits for the person, the most urgent first, asked for as the window asks. @throws Error if the desk does not answer */
async function listPending(ask: Ask): Promise<{ items: ItemCard[]; total: number; oldestAt: string | null }> {
  const { items, total, oldest } = await listInbox(ask, { limit: MOST_LISTED })
  const known = items.find(({ id }) => id === oldest)
  const [found] = oldest === null || known !== undefined ? [known] : await findPending(ask, [oldest])
  return { items, total, oldestAt: found?.requestedAt ?? null }
}

/** Those of these that wait. @throws Error if the desk does not answer */
async function findPending(ask: Ask, ids: string[]): Promise<ItemCard[]> {
  return (await listInbox(ask, { ids, limit: MOST_LISTED })).items
}

/** Of a desk at which nobody sits; null: nothing is to be told. @throws Error if the desk does not answer */
async function findLockedNotice(ask: Ask, ids: string[]): Promise<Notice | null> {
  const reply = await ask('inbox.noticeLocked', { ids })
  if (!reply.ok) throw new Error(reply.error.message)
  return (reply.value as ReplyOf<'inbox.noticeLocked'>).notice
}

/** The id of what has waited longest; null: nothing waits. @throws Error if the desk does not answer */
async function findOldest(ask: Ask): Promise<string | null> {
  return (await listInbox(ask, { limit: 1 })).oldest
}

async function listInbox(ask: Ask, request: RequestOf<'inbox.list'>): Promise<InboxPage> {
  const reply = await ask('inbox.list', { status: 'you', ...request })
  if (!reply.ok) throw new Error(reply.error.message)
  return reply.value as InboxPage
}

export interface DeskShellOptions {
  /** The folder with `out/` and `resources/`. */
  root: string
  /** Answers the calls of the window's person; never throws. */
  dispatch: (name: string, request: unknown) => Promise<DispatchReply>
  onPush: (listener: (push: Push) => void) => () => void
  /** The page has come to life, for the first time. */
  onShown: () => void
  windowState: JsonObject | null
  saveWindowState: (state: JsonObject) => Promise<void>
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
    // A menu of the system and a notification outlive the window while the app ends.
    if (window.isDestroyed()) return
    bringToFront(window)
    gate.push({ topic: 'navigate', id: route })
  }
  function goToOldest(): void {
    findOldest(options.dispatch).then(
      (oldest) => goTo(oldest === null ? '#/inbox' : `#/inbox/${oldest}`),
      () => goTo('#/inbox'),
    )
  }
  function notify(notice: Notice): () => void {
    if (!Notification.isSupported()) return () => undefined
    const silent = preferences?.sound !== true
    const notification = new Notification({
      title: notice.title,
      body: bodyOn(process.platform, notice.body),
      silent,
    })
    shown.add(notification)
    notification.on('click', () => goTo(notice.route))
    notification.on('close', () => shown.delete(notification))
    notification.show()
    return () => notification.close()
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
    const locked = !status.ok && status.error.code === 'LOCKED'
    if (status.ok || locked) notifier.seat(person?.name ?? null)
    tray.set({
      locked,
      preferences,
      awayUntil: away.find(({ name }) => name === person?.name)?.until ?? null,
    })
  }
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
  void readPeople()
  const stopPushes = options.onPush((push) => {
    gate.push(push)
    if (push.topic === 'approval') notifier.look(push.id)
    // Who may decide what is in the configuration.
    if (push.topic === 'people' || push.topic === 'configuration') notifier.look()
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
