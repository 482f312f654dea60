import { focusRow, stepKey } from '../../../lists/list-keys.ts'
import { useDesk } from '../../../state.ts'
import { useKeys } from '../../../ui/controls/keys.ts'

/** J and K go through the results, Enter explains the one in focus, X chooses it for a comparison, / goes to the query. */
export function useResultKeys({
  ids,
  toggle,
  pick,
}: {
  /** In the order in which they are shown. */
  ids: string[]
  toggle: (id: string) => void
  pick: (id: string) => void
}): void {
  const singleKeys = useDesk((desk) => desk.singleKeys)
  function move(step: 1 | -1): void {
    const next = stepKey(ids, findFocused(), step)
    if (next !== null) focusRow(next)
  }
  useKeys({ j: () => move(1), k: () => move(-1) }, { enabled: singleKeys, repeats: true })
  useKeys(
    {
      Enter: (event) => {
        const id = event.target instanceof HTMLElement ? event.target.dataset.row : undefined
        if (id === undefined) return
        event.preventDefault()
        toggle(id)
      },
      x: () => {
        const id = findFocused()
        if (id !== null) pick(id)
      },
      '/': (event) => {
        event.preventDefault()
        document.querySelector<HTMLInputElement>('#search-query input')?.focus()
      },
    },
    { enabled: singleKeys },
  )
}

/** The row that has the focus, or that holds what has it. */
function findFocused(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row ?? null
}
