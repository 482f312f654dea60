import { useDesk } from '../state.ts'
import { useKeys } from '../ui/controls/keys.ts'
import { focusShown } from '../ui/split.tsx'

/** J and K move, and so do the arrows from a row, where Tab stops once; Enter goes into the detail, Esc comes back, / goes to the filter: the same on every list screen. */
export function useListKeys({
  keys,
  selected,
  open,
  detailId,
  filterId,
}: {
  /** Of the rows, in order; a row carries its key as `data-row`. */
  keys: readonly string[]
  selected: string | null
  open: (key: string) => void
  /** The element that takes the focus for the detail. */
  detailId: string
  /** The element around the filter's field. */
  filterId: string
}): void {
  const singleKeys = useDesk((desk) => desk.singleKeys)
  function move(step: 1 | -1): void {
    const next = stepKey(keys, selected, step)
    if (next === null) return
    open(next)
    focusRow(next)
  }
  useKeys(
    {
      j: () => move(1),
      k: () => move(-1),
      Enter: (event) => {
        if (selected === null || answersEnter(event.target)) return
        event.preventDefault()
        focusShown(document.getElementById(detailId))
      },
      '/': (event) => {
        event.preventDefault()
        focusShown(document.querySelector<HTMLInputElement>(`#${filterId} input`))
      },
    },
    { enabled: singleKeys },
  )
  const arrow = (step: 1 | -1) => (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.closest('[data-row]') === null) return
    event.preventDefault()
    move(step)
  }
  useKeys({ ArrowDown: arrow(1), ArrowUp: arrow(-1) })
  useKeys({ Escape: () => (selected === null ? undefined : focusShown(rowOf(selected))) })
}

export function focusRow(key: string): void {
  rowOf(key)?.focus()
}

function rowOf(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
}

/** One step up or down; from nowhere to the first. Stays at the ends. Pure. */
export function stepKey(keys: readonly string[], selected: string | null, step: 1 | -1): string | null {
  const place = selected === null ? -1 : keys.indexOf(selected)
  if (place === -1) return keys[0] ?? null
  return keys[Math.min(keys.length - 1, Math.max(0, place + step))] ?? null
}

/** A button or link answers Enter itself; a row's Enter also goes into the detail. */
function answersEnter(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('button:not([data-row]), a, [role=tab], summary, input, textarea') !== null
  )
}
