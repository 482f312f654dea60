import type { ReactNode } from 'react'
import type { CatalogItem } from '../../../preload/contract.ts'
import { ListRow, type RowPlace } from '../../lists/list-row.tsx'
import { OneLine, QuoteChip } from '../../ui/text/quote-chip.tsx'
import { isOwn } from './look.ts'

/** A row of the catalog: a name with a remark at its end, and up to two quieter lines. */
export function CatalogRow({
  id,
  title,
  remark,
  lines,
  ...place
}: RowPlace & {
  id: string
  title: ReactNode
  remark: ReactNode
  lines: ReactNode[]
}) {
  return (
    <ListRow id={id} {...place} className="gap-0.5 px-4 py-[calc(var(--row)+2px)]">
      <span className="flex w-full items-baseline gap-2">
        <span className="min-w-0 truncate font-medium">{title}</span>
        <span className="ml-auto shrink-0 text-sm text-ink-muted">{remark}</span>
      </span>
      {lines.map((line, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a row do not move
          key={index}
          className="block w-full truncate text-sm text-ink-muted"
        >
          {line}
        </span>
      ))}
    </ListRow>
  )
}

/** What the configuration calls its things as it is; what a server calls its tools is a quotation (R5.9). */
export function ItemTitle({ item: { title, source } }: { item: Pick<CatalogItem, 'title' | 'source'> }) {
  return isOwn(source) ? <OneLine text={title} /> : <QuoteChip text={title} />
}
