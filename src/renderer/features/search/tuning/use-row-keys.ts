import { focusRow, stepKey } from '../../../lists/list-keys.ts'
import { useDesk } from '../../../state.ts'
import { useKeys } from '../../../ui/controls/keys.ts'

/** J and K move through rows that open nothing by themselves, / goes to their filter. Enter presses the row. */
export function useRowKeys({
  keys,
  chosen,
  choose,
  filterId,
}: {
  /** Of the rows, in order; a row carries its key as `data-row`. */
  keys: readonly string[]
  chosen: string | null
  choose: (key: string) => void
  /** The element around the filter's field. */
  filterId: string
}): void {
  const singleKeys = useDesk((desk) => desk.singleKeys)
  function move(step: 1 | -1): void {
    const next = stepKey(keys, chosen, step)
    if (next === null) return
    choose(next)
    // A row far away exists only once the list has moved there.
    requestAnimationFrame(() => focusRow(next))
  }
  useKeys({ j: () => move(1), k: () => move(-1) }, { enabled: singleKeys, repeats: true })
  useKeys(
    {
      '/': (event) => {
        event.preventDefault()
        document.querySelector<HTMLInputElement>(`#${filterId} input`)?.focus()
      },
    },
    { enabled: singleKeys },
  )
}
