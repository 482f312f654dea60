/** Whatever page runs in the window, it stays on our page, opens nothing but what it is allowed to, and is granted nothing. */
import { type Session, shell, type WebContents } from 'electron'
import { APP_ORIGIN } from './protocol.ts'

/** Writing to the clipboard on a click is what a copy button does; Electron counts it as a permission. */
const GRANTED = new Set(['clipboard-sanitized-write'])

/** `mayOpen`: addresses that the person's own browser shows, never this window. */
export function lockDown(
  contents: WebContents,
  session: Session,
  mayOpen: (address: string) => boolean,
): void {
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    if (mayOpen(url)) void shell.openExternal(url).catch(() => undefined)
    return { action: 'deny' }
  })
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(GRANTED.has(permission) && isOurs(details.requestingUrl)),
  )
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => GRANTED.has(permission) && isOurs(origin),
  )
  session.setDevicePermissionHandler(() => false)
}

/** Whether an address belongs to the window's own page. */
export function isOurs(address: string): boolean {
  return address === APP_ORIGIN || address.startsWith(`${APP_ORIGIN}/`)
}
