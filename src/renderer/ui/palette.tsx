import { Dialog as Base } from '@base-ui/react/dialog'
import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import { Kbd } from './controls/kbd.tsx'
import { useGivesBack } from './focus-home.ts'
import { scoreLabel } from './palette-score.ts'

export interface PaletteItem {
  id: string
  label: string
  /** Other words by which it is found. */
  also?: string | undefined
  keys?: string
  icon: ReactNode
  onSelect: () => void
}

/** Type to find, Enter to do. Lies over everything, goes away after each choice. */
export function Palette({
  open,
  onClose,
  label,
  placeholder,
  noneLabel,
  groups,
}: {
  open: boolean
  onClose: () => void
  label: string
  placeholder: string
  noneLabel: string
  groups: { title: string; items: PaletteItem[] }[]
}) {
  const givesBack = useGivesBack(open)
  return (
    <Base.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Popup
          data-layer
          finalFocus={givesBack}
          aria-label={label}
          className="pop-in fixed top-[14vh] left-1/2 z-40 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-lg bg-raised shadow-float ring-1 ring-line"
        >
          <Command label={label} loop filter={scoreLabel}>
            <Command.Input
              placeholder={placeholder}
              className="h-11 w-full border-b border-line bg-transparent px-4 text-md outline-none"
            />
            <Command.List className="max-h-[50vh] scroll-py-2 overflow-y-auto p-2">
              <Command.Empty className="px-2 py-6 text-center text-ink-muted">{noneLabel}</Command.Empty>
              {groups.map((group) => (
                <Command.Group
                  key={group.title}
                  heading={group.title}
                  className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-ink-muted"
                >
                  {group.items.map((item) => (
                    <Command.Item
                      key={item.id}
                      value={[item.label, item.also, item.id].join(' ')}
                      onSelect={() => {
                        onClose()
                        item.onSelect()
                      }}
                      className="flex h-8 items-center gap-2 rounded-md px-2 data-[selected=true]:bg-hover"
                    >
                      <span aria-hidden className="inline-flex w-5 justify-center text-ink-muted">
                        {item.icon}
                      </span>
                      <span className="min-w-0 flex-1 truncate">{item.label}</span>
                      {item.keys ? <Kbd>{item.keys}</Kbd> : null}
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
