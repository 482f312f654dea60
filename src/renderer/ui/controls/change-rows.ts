import { flushSync } from 'react-dom'

/**
 * What a press does to a list of fields (`data-row` each): one that comes takes the focus, and one that goes leaves it to
 * the list's last button, which adds one.
 */
export function changeRows(list: HTMLElement | null, change: () => void): void {
  const rows = () => [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const before = rows().length
  flushSync(change)
  const now = rows()
  const buttons = [...(list?.querySelectorAll('button') ?? [])]
  const next = now.length > before ? now.at(-1)?.querySelector('input') : buttons.at(-1)
  next?.focus()
}
