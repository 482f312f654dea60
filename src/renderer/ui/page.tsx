import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A screen: a header line with its name and tools, and what scrolls below it. */
export function Page({
  title,
  tools,
  children,
  scroll = true,
}: {
  title: ReactNode
  tools?: ReactNode
  children: ReactNode
  /** False where the screen divides itself into panes that scroll on their own. */
  scroll?: boolean
}) {
  return (
    <div className="flex h-full min-h-0 min-w-0 flex-col">
      <header className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-4">
        <h1 className="text-md font-semibold">{title}</h1>
        {tools ? <div className="ml-auto flex min-w-0 items-center gap-2">{tools}</div> : null}
      </header>
      <div className={classNames('min-h-0 flex-1', scroll ? 'overflow-y-auto' : 'overflow-hidden')}>
        {children}
      </div>
    </div>
  )
}
