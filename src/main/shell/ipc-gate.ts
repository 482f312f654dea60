/** Between the window and the desk: checks who speaks on each call, and holds pushes until the window listens. */
import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron'
import type { Push } from '../../preload/contract.ts'
import type { DispatchReply } from '../desk/dispatch.ts'
import { isOurs } from './lock-down.ts'

export interface IpcGate {
  push(push: Push): void
  close(): void
}

/**
 * @param dispatch answers each call of the window; it never throws
 * @param onFirst called when the page listens for the first time
 */
export function openIpcGate(
  contents: WebContents,
  dispatch: (name: string, request: unknown) => Promise<DispatchReply>,
  onFirst: () => void,
): IpcGate {
  let listens = false
  /** It listened when it was to be left, and nothing has come in its place yet. */
  let stays = false
  let first: (() => void) | null = onFirst
  let held: Push | null = null

  /** Only the main frame of our own window, showing our own page, is a person's session (R1.1). */
  function isWindow(event: IpcMainEvent | IpcMainInvokeEvent): boolean {
    const frame = event.senderFrame
    return event.sender === contents && frame !== null && frame === contents.mainFrame && isOurs(frame.url)
  }

  ipcMain.handle('call', (event, name: unknown, request: unknown): Promise<DispatchReply> | DispatchReply => {
    if (isWindow(event)) return dispatch(String(name), toJson(request))
    return { ok: false, error: { code: 'NOT_ALLOWED', message: 'Only the desk’s own window may ask.' } }
  })

  const onReady = (event: IpcMainEvent, channel: unknown): void => {
    if (!isWindow(event)) return
    // The gateway lives in this process: the window is never without it.
    if (channel === 'link') contents.send('link', true)
    if (channel === 'push') {
      listens = true
      first?.()
      first = null
      if (held !== null) contents.send('push', held)
      held = null
    }
  }
  ipcMain.on('ready', onReady)

  // A page that loads anew has to say again that it listens. What it missed it will ask for anyway.
  contents.on('did-start-navigation', (details) => {
    if (!details.isMainFrame || details.isSameDocument) return
    stays ||= listens
    listens = false
  })
  contents.on('did-navigate', () => {
    stays = false
  })
  // What would lead to another page than ours is stopped (`lock-down.ts`): the page listens as before.
  contents.on('did-stop-loading', () => {
    if (!stays) return
    listens = true
    stays = false
    held = null
  })

  return {
    push(push) {
      if (listens || stays) contents.send('push', push)
      if (!listens && push.topic === 'navigate') held = push
    },
    close() {
      ipcMain.removeHandler('call')
      ipcMain.removeListener('ready', onReady)
    },
  }
}

/**
 * As HTTP would bring it: a structured clone keeps fields that have no value, and what was decided with one would not be
 * what was shown. What is no JSON at all fits no call.
 */
function toJson(request: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(request))
  } catch {
    return null
  }
}
