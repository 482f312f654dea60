import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Rows divided by hairlines, without boxes. */
export function HairlineList({ className, ...rest }: ComponentProps<'ul'>) {
  return <ul {...rest} className={classNames('divide-y divide-line', className)} />
}

export function HairlineRow({ className, ...rest }: ComponentProps<'li'>) {
  return <li {...rest} className={classNames('row-padding flex min-h-8 items-center gap-3', className)} />
}

/** Name and value in two columns; the value may be anything. */
export function Facts({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <dl className={classNames('grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1', className)}>
      {children}
    </dl>
  )
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}
