import { classNames } from '../class-names.ts'

export type ButtonLook = 'solid' | 'outline' | 'plain' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

const LOOKS: Record<ButtonLook, string> = {
  solid: 'bg-accent-solid text-on-accent not-disabled:hover:bg-accent-solid-hover border-transparent',
  outline: 'bg-surface text-ink border-control not-disabled:hover:bg-hover',
  plain: 'bg-transparent text-ink border-transparent not-disabled:hover:bg-hover',
  danger: 'bg-failed-solid text-on-accent not-disabled:hover:bg-failed-solid-hover border-transparent',
}

const SIZES: Record<ButtonSize, string> = {
  small: 'h-6 px-2 gap-1 text-sm',
  medium: 'h-8 px-3 gap-2',
  large: 'h-10 px-4 gap-2 text-md',
}

/** What makes something look like a button: a button, or a link that goes somewhere. */
export function lookLikeButton(look: ButtonLook, size: ButtonSize): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center rounded-md border font-medium whitespace-nowrap select-none',
    'transition-colors disabled:opacity-55',
    LOOKS[look],
    SIZES[size],
  )
}
