import type { Notice } from '../../preload/contract.ts'

/** What this page has told and nobody has closed, with the items that it tells of and that wait. */
const open = new Set<{ ids: Set<string>; close(): void }>()

/**
 * A notification of the browser; a press on it leads to what it is about, and decides nothing. `ids`: the items. Two
 * pages that tell of the same are one notification; what comes later is another, since one that takes the place of a
 * former is not announced.
 */
export function showNotice({ title, body, route }: Notice, ids: readonly string[], sound: boolean): void {
  const shown = new Notification(title, { body, silent: !sound, tag: ids.toSorted().join(' ') })
  const told = { ids: new Set(ids), close: () => shown.close() }
  open.add(told)
  shown.onclose = () => open.delete(told)
  shown.onclick = () => {
    window.focus()
    window.location.hash = route.slice(1)
    shown.close()
  }
}

/** Whether a notification of this page that can still be seen tells of this item. */
export function isShown(id: string): boolean {
  return [...open].some(({ ids }) => ids.has(id))
}

/** These do not wait for the person any more: what told of nothing else goes. */
export function endNotices(over: readonly string[]): void {
  for (const told of open) {
    for (const id of over) told.ids.delete(id)
    if (told.ids.size > 0) continue
    open.delete(told)
    told.close()
  }
}

/** Another person sits at the desk, or nobody does: what was told to the former goes. */
export function endAllNotices(): void {
  for (const { close } of open) close()
  open.clear()
}

/** Quiet hours are those of the clock beside whoever is told; the gateway's may be in another time zone. */
export function minuteOfDay(): number {
  const now = new Date()
  return now.getHours() * 60 + now.getMinutes()
}
