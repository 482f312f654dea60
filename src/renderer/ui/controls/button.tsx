import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { type ButtonLook, type ButtonSize, lookLikeButton } from './button-look.ts'

export interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
  size?: ButtonSize
  icon?: ReactNode
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
    <button type="button" {...rest} className={classNames(lookLikeButton(look, size), className)}>
      {icon}
      {children}
    </button>
  )
}
