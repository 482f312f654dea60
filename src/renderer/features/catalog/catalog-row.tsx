import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Revealed } from '../../ui/quote-chip.tsx'
import { revealText } from '../../ui/visible-text.ts'

/** A row of the catalog: a name with a remark at its end, and up to two quieter lines. */
export function CatalogRow({
  id,
  title,
  remark,
  lines,
  selected,
  onSelect,
}: {
  id: string
  title: string
  remark: ReactNode
  lines: ReactNode[]
  selected: boolean
  onSelect: () => void
}) {
  return (
    <button
      type="button"
      data-row={id}
      aria-current={selected ? 'true' : undefined}
      onClick={onSelect}
      className={classNames(
        'relative flex w-full flex-col gap-0.5 border-b border-line px-4 py-[calc(var(--row)+2px)] text-left outline-offset-[-2px] hover:bg-hover',
        selected && 'bg-accent-soft hover:bg-accent-soft',
        selected && 'before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent',
      )}
    >
      <span className="flex w-full items-baseline gap-2">
        <span className="min-w-0 truncate font-medium">
          <OneLine text={title} />
        </span>
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

/** What others call their things: plain, on one line, with what is invisible made visible. */
export function OneLine({ text }: { text: string }) {
  return (
    <bdi>
      <Revealed pieces={revealText(text, true)} />
    </bdi>
  )
}
