import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type ButtonLook = 'solid' | 'outline' | 'plain' | 'danger'

const LOOKS: Record<ButtonLook, string> = {
  solid: 'bg-accent-solid text-on-accent enabled:hover:bg-accent-solid-hover border-transparent',
  outline: 'bg-surface text-ink border-control enabled:hover:bg-hover',
  plain: 'bg-transparent text-ink border-transparent enabled:hover:bg-hover',
  danger: 'bg-failed-solid text-on-accent enabled:hover:bg-failed-solid-hover border-transparent',
}

export interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
  size?: 'small' | 'medium' | 'large'
  icon?: ReactNode
}

const SIZES = {
  small: 'h-6 px-2 gap-1 text-sm',
  medium: 'h-8 px-3 gap-2',
  large: 'h-10 px-4 gap-2 text-md',
}

/** A button says the verb and the object. It never truncates its label. */
export function Button({
  look = 'outline',
  size = 'medium',
  icon,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-md border font-medium whitespace-nowrap select-none',
        'transition-colors disabled:opacity-55',
        LOOKS[look],
        SIZES[size],
        className,
      )}
    >
      {icon}
      {children}
    </button>
  )
}
