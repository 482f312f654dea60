import type { ReactNode } from 'react'
import type { CatalogItem } from '../../../preload/contract.ts'
import { classNames } from '../../ui/class-names.ts'
import { OneLine, QuoteChip } from '../../ui/text/quote-chip.tsx'
import { isOwn } from './look.ts'

/** A row of the catalog: a name with a remark at its end, and up to two quieter lines. */
export function CatalogRow({
  id,
  title,
  remark,
  lines,
  selected,
  tabIndex,
  onSelect,
}: {
  id: string
  title: ReactNode
  remark: ReactNode
  lines: ReactNode[]
  selected: boolean
  tabIndex: 0 | -1
  onSelect: () => void
}) {
  return (
    <button
      type="button"
      data-row={id}
      tabIndex={tabIndex}
      aria-current={selected ? 'true' : undefined}
      onClick={onSelect}
      className={classNames(
        'relative flex w-full flex-col gap-0.5 border-b border-line px-4 py-[calc(var(--row)+2px)] text-left outline-offset-[-2px] hover:bg-hover',
        selected && 'bg-accent-soft hover:bg-accent-soft',
        selected && 'before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent',
      )}
    >
      <span className="flex w-full items-baseline gap-2">
        <span className="min-w-0 truncate font-medium">{title}</span>
        <span className="ml-auto shrink-0 text-sm text-ink-muted">{remark}</span>
      </span>
      {lines.map((line, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a row do not move
          key={place}
          className="block w-full truncate text-sm text-ink-muted"
        >
          {line}
        </span>
      ))}
    </button>
  )
}

/** What the configuration calls its things as it is; what a server calls its tools is a quotation (R5.9). */
export function ItemTitle({ item: { title, source } }: { item: Pick<CatalogItem, 'title' | 'source'> }) {
  return isOwn(source) ? <OneLine text={title} /> : <QuoteChip text={title} />
}
