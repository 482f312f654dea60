import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

/** A list gives it to each of its rows. */
export interface RowPlace {
  selected: boolean
  tabIndex: 0 | -1
  onSelect: () => void
}

/** A row of a screen's list: pressed, it is chosen, and what it stands for opens beside the list. */
export function ListRow({
  id,
  selected,
  tabIndex,
  onSelect,
  className,
  children,
}: RowPlace & { id: string; className: string; children: ReactNode }) {
  return (
    <button
      type="button"
      data-row={id}
      tabIndex={tabIndex}
      aria-current={selected ? 'true' : undefined}
      onClick={onSelect}
      className={classNames(
        'relative flex w-full flex-col border-b border-line text-left outline-offset-[-2px] hover:bg-hover',
        className,
        selected && SELECTED_ROW,
      )}
    >
      {children}
    </button>
  )
}

export const SELECTED_ROW =
  'bg-accent-soft hover:bg-accent-soft before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent'
