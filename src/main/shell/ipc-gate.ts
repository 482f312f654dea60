/** Between the window and the desk: checks who speaks on each call, and holds pushes until the window listens. */
import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron'
import type { Push } from '../../preload/contract.ts'
import type { DispatchReply } from '../desk/dispatch.ts'
import { isOurs } from './lock-down.ts'

export interface IpcGate {
  push(push: Push): void
  /** Whether calls are answered at present. */
  setLink(connected: boolean): void
  close(): void
}

/**
 * @param dispatch answers each call of the window; it never throws.
 */
export function openIpcGate(
  contents: WebContents,
  dispatch: (name: string, request: unknown) => Promise<DispatchReply>,
): IpcGate {
  const listens = { push: false, link: false }
  let held: Push[] = []
  let linked = true

  /** Only the main frame of our own window, showing our own page, is a person's session (R1.1). */
  function isWindow(event: IpcMainEvent | IpcMainInvokeEvent): boolean {
    const frame = event.senderFrame
    return event.sender === contents && frame !== null && frame === contents.mainFrame && isOurs(frame.url)
  }

  ipcMain.handle('call', (event, name: unknown, request: unknown): Promise<DispatchReply> | DispatchReply => {
    if (isWindow(event)) return dispatch(String(name), request)
    return { ok: false, error: { code: 'NOT_ALLOWED', message: 'Only the desk’s own window may ask.' } }
  })

  const onReady = (event: IpcMainEvent, channel: unknown): void => {
    if (!isWindow(event)) return
    if (channel === 'link') {
      listens.link = true
      contents.send('link', linked)
    }
    if (channel === 'push') {
      listens.push = true
      for (const push of held) contents.send('push', push)
      held = []
    }
  }
  ipcMain.on('ready', onReady)

  // A page that loads anew has to say again that it listens. What it missed it will ask for anyway.
  contents.on('did-start-navigation', (details) => {
    if (details.isMainFrame && !details.isSameDocument) Object.assign(listens, { push: false, link: false })
  })

  return {
    push(push) {
      if (listens.push) contents.send('push', push)
      else if (push.topic === 'navigate') held = [...held.filter(({ topic }) => topic !== 'navigate'), push]
    },
    setLink(connected) {
      linked = connected
      if (listens.link) contents.send('link', connected)
    },
    close() {
      ipcMain.removeHandler('call')
      ipcMain.removeListener('ready', onReady)
    },
  }
}
