import { useRef } from 'react'
import type { ToolRow } from '../../../../preload/contract.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useToastsAbove } from '../../../ui/feedback/toast.tsx'
import type { Wish } from './change-dialog.tsx'
import { toolWords as words } from './tools-words.ts'

const ACTIONS = ['on', 'off', 'ask', 'tags', 'aliases', 'confirm'] as const
/** As many as one save changes. */
const MOST = 1000

/** What can be done to everything that is picked in the table. */
export function BulkBar({
  rows,
  onWish,
  onNone,
}: {
  rows: readonly ToolRow[]
  onWish: (wish: Wish) => void
  onNone: () => void
}) {
  const bar = useRef<HTMLElement>(null)
  useToastsAbove(bar)
  const isTooMuch = rows.length > MOST
  return (
    <section
      ref={bar}
      aria-label={words.selection}
      className="flex shrink-0 flex-wrap items-center gap-1 border-t border-line bg-raised p-2"
    >
      <span className="px-1 font-medium tabular-nums">{words.selected(rows.length)}</span>
      <Button size="small" look="plain" onClick={onNone}>
        {words.clearSelection}
      </Button>
      {ACTIONS.map((action) => (
        <Button key={action} size="small" disabled={isTooMuch} onClick={() => onWish({ action, rows })}>
          {words.actions[action]}
        </Button>
      ))}
      {isTooMuch ? <p className="w-full px-1 text-sm text-ink-muted">{words.tooMany(MOST)}</p> : null}
    </section>
  )
}
