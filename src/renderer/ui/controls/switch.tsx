import { Switch as Base } from '@base-ui/react/switch'
import { type ReactNode, useId } from 'react'

export function Switch({
  label,
  hint,
  checked,
  onChange,
  disabled = false,
}: {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <Base.Root
        aria-labelledby={`${id}-label`}
        {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        className="mt-0.5 inline-flex h-4 w-7 shrink-0 items-center rounded-full border border-control bg-control p-px transition-colors data-[checked]:border-accent-solid data-[checked]:bg-accent-solid forced-colors:data-[checked]:bg-[Highlight]"
      >
        <Base.Thumb className="size-3 rounded-full bg-on-accent forced-colors:bg-[ButtonText] transition-transform data-[checked]:translate-x-3" />
      </Base.Root>
      <div className="min-w-0">
        <div id={`${id}-label`}>{label}</div>
        {hint ? (
          <div id={`${id}-hint`} className="text-sm text-ink-muted">
            {hint}
          </div>
        ) : null}
      </div>
    </div>
  )
}
