import type { Notice } from '../../preload/contract.ts'

/** A notification of the browser; a press on it leads to what it is about, and decides nothing. */
export function showNotice({ title, body, route }: Notice, sound: boolean): void {
  const shown = new Notification(title, { body, silent: !sound, tag: route })
  shown.onclick = () => {
    window.focus()
    window.location.hash = route.slice(1)
    shown.close()
  }
}
