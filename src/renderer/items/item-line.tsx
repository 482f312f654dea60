import type { ReactNode } from 'react'
import type { CatalogItem } from '../../preload/contract.ts'
import { Revealed } from '../ui/text/quote-chip.tsx'
import { foldText, revealText } from '../ui/text/visible-text.ts'
import { itemWords as words } from './item-words.ts'

const LONGEST = 400
const LONGEST_TITLE = 160

/** An item as a person recognises it: title, identifier, kind, and what its author says of it. */
export function ItemLine({ item, children }: { item: CatalogItem; children?: ReactNode }) {
  const { text, folded } = foldText(item.description, LONGEST)
  const title = foldText(item.title, LONGEST_TITLE)
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <bdi className="min-w-0 font-medium [overflow-wrap:anywhere]">
          <Revealed pieces={revealText(title.text, true)} />
          {title.folded ? '…' : ''}
        </bdi>
        <code className="min-w-0 font-mono text-xs text-ink-muted [overflow-wrap:anywhere]">
          <Revealed pieces={revealText(item.id, true)} />
        </code>
        <span className="text-sm text-ink-muted">{words.kind[item.kind]}</span>
        {children}
      </span>
      {text === '' ? null : (
        <bdi className="line-clamp-3 text-sm text-ink-muted [overflow-wrap:anywhere]">
          <Revealed pieces={revealText(text, true)} />
          {folded ? '…' : ''}
        </bdi>
      )}
    </span>
  )
}
