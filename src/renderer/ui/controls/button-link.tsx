import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { type ButtonLook, type ButtonSize, lookLikeButton } from './button-look.ts'

export interface ButtonLinkProps extends ComponentProps<'a'> {
  look?: ButtonLook
  size?: ButtonSize
  icon?: ReactNode
}

/** Goes somewhere, looks like a button. */
export function ButtonLink({
  look = 'outline',
  size = 'medium',
  icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <a {...rest} className={classNames(lookLikeButton(look, size), className)}>
      {icon}
      {children}
    </a>
  )
}
