import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

/** A named part of a screen, under a hairline. */
export function Section({
  title,
  aside,
  children,
  className,
}: {
  title: ReactNode
  aside?: ReactNode
  children: ReactNode
  className?: string
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classNames('border-t border-line py-4', className)}>
      <div className="mb-2 flex min-h-5 items-center gap-3">
        <h3 id={id} className="text-sm font-semibold text-ink">
          {title}
        </h3>
        {aside ? <div className="ml-auto text-sm text-ink-muted">{aside}</div> : null}
      </div>
      {children}
    </section>
  )
}
