import type { ReactNode } from 'react'
import type { CatalogItem } from '../../preload/contract.ts'
import { OneLine, Revealed } from '../ui/text/quote-chip.tsx'
import { itemWords as words } from './item-words.ts'

const LONGEST = 400
const LONGEST_TITLE = 160

/** An item as a person recognises it: title, identifier, kind, and what its author says of it. */
export function ItemLine({ item, children }: { item: CatalogItem; children?: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <OneLine
          text={item.title}
          longest={LONGEST_TITLE}
          className="min-w-0 font-medium [overflow-wrap:anywhere]"
        />
        <code className="min-w-0 font-mono text-xs text-ink-muted [overflow-wrap:anywhere]">
          <Revealed text={item.id} oneLine />
        </code>
        <span className="text-sm text-ink-muted">{words.kind[item.kind]}</span>
        {children}
      </span>
      {item.description === '' ? null : (
        <OneLine
          text={item.description}
          longest={LONGEST}
          className="line-clamp-3 text-sm text-ink-muted [overflow-wrap:anywhere]"
        />
      )}
    </span>
  )
}
