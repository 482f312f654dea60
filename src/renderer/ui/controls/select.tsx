import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { useLayerHome } from '../feedback/use-layer-home.ts'
import { CONTROL, Field } from './field.tsx'

export interface SelectOption<Value> {
  value: Value
  label: string
}

export function Select<Value extends string | number | null>({
  label,
  options,
  value,
  onChange,
  disabled = false,
  className,
  id,
  describedBy,
}: {
  label: string
  options: SelectOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  disabled?: boolean
  className?: string
  id?: string
  describedBy?: string | undefined
}) {
  const layer = useLayerHome()
  return (
    <Base.Root
      items={options}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      disabled={disabled}
    >
      <Base.Trigger
        ref={layer.trigger}
        aria-label={label}
        {...(id ? { id } : {})}
        {...(describedBy ? { 'aria-describedby': describedBy } : {})}
        className={classNames(CONTROL, 'flex h-8 items-center gap-2 text-left', className)}
      >
        <Base.Value className="min-w-0 flex-1 truncate" />
        <ChevronsUpDown aria-hidden size={13} className="shrink-0 text-ink-faint" />
      </Base.Trigger>
      <Base.Portal container={layer.home}>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
          <Base.Popup
            data-layer
            className="pop-in max-h-72 min-w-(--anchor-width) overflow-y-auto rounded-lg bg-raised py-1 shadow-float ring-1 ring-line"
          >
            {options.map((option) => (
              <Base.Item
                key={String(option.value)}
                value={option.value}
                className="flex h-7 items-center gap-2 px-2 outline-none data-[highlighted]:bg-hover"
              >
                <span aria-hidden className="inline-flex w-4 justify-center text-ink-muted">
                  <Base.ItemIndicator>
                    <Check size={14} />
                  </Base.ItemIndicator>
                </span>
                <Base.ItemText>{option.label}</Base.ItemText>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** With its label above, and what is said of it below. */
export function SelectField<Value extends string | number | null>({
  hint,
  ...select
}: Omit<ComponentProps<typeof Select<Value>>, 'id' | 'describedBy'> & { hint?: string }) {
  return (
    <Field label={select.label} hint={hint}>
      {(ids) => <Select {...select} id={ids.id} describedBy={ids['aria-describedby']} />}
    </Field>
  )
}
