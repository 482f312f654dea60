import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useRef } from 'react'
import { useInSight } from '../use-in-sight.ts'

export interface Tab<Value extends string> {
  value: Value
  label: ReactNode
  /** Shown behind the label in tabular numbers. */
  count?: number
}

/** A row of tabs, which moves along where it has no room; the panel below belongs to the caller, who gets the value. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: {
  label: string
  tabs: Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  children?: ReactNode
}) {
  const row = useRef<HTMLDivElement>(null)
  useInSight(row, value)
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className="flex min-h-0 min-w-0 flex-col"
    >
      <Base.List
        ref={row}
        aria-label={label}
        className="relative -mx-1.5 -mb-px flex h-9.25 shrink-0 items-stretch gap-0.5 overflow-x-auto overflow-y-hidden pb-px [scrollbar-width:none] max-[47.5rem]:gap-0"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px inline-flex items-center gap-1 px-1.5 whitespace-nowrap border-b-2 border-transparent forced-colors:not-data-[active]:border-[Canvas] text-ink-muted outline-offset-[-2px] transition-colors hover:text-ink data-[active]:border-accent data-[active]:font-medium data-[active]:text-ink"
          >
            {tab.label}
            {tab.count === undefined ? null : (
              <span className="text-sm text-ink-faint max-[47.5rem]:hidden">
                {tab.count.toLocaleString('en')}
              </span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {/* What belongs to the caller takes the focus by itself. */}
      <Base.Panel value={value} tabIndex={children === undefined ? -1 : 0} className="min-h-0 flex-1">
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
