import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Tooltip } from '../feedback/tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** What it does; read aloud and shown as the tooltip. */
  label: string
  icon: ReactNode
  keys?: string
}

export function IconButton({ label, icon, keys, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip content={label} {...(keys ? { keys } : {})}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        className={classNames(
          'inline-flex size-7 shrink-0 items-center justify-center rounded-md text-ink-muted transition-colors',
          'enabled:hover:bg-hover enabled:hover:text-ink disabled:opacity-55',
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
