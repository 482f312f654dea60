import type { Notice } from '../../preload/contract.ts'

/**
 * A notification of the browser; a press on it leads to what it is about, and decides nothing. `ids`: the items. Two
 * pages that tell of the same are one notification; what comes later is another, since one that takes the place of a
 * former is not announced.
 */
export function showNotice({ title, body, route }: Notice, ids: readonly string[], sound: boolean): void {
  const shown = new Notification(title, { body, silent: !sound, tag: ids.toSorted().join(' ') })
  shown.onclick = () => {
    window.focus()
    window.location.hash = route.slice(1)
    shown.close()
  }
}

/** Quiet hours are those of the clock beside whoever is told; the gateway's may be in another time zone. */
export function minuteOfDay(): number {
  const now = new Date()
  return now.getHours() * 60 + now.getMinutes()
}
