import type { ReactNode } from 'react'

/** Nothing here yet: says why in one line and teaches the next step. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
}: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className="flex h-full min-h-48 flex-col items-center justify-center gap-2 px-8 py-12 text-center">
      {icon ? <div className="mb-1 text-ink-faint">{icon}</div> : null}
      <p className="text-md font-medium">{title}</p>
      {children ? <div className="max-w-md text-ink-muted">{children}</div> : null}
      {actions ? <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  )
}
