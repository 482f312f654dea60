import { type ReactNode, useRef } from 'react'
import { words } from '../../../words.ts'
import { useToastsAbove } from './use-toasts-above.ts'

/** Below the item. In a narrow window it is the end of the item, and only its buttons stay in sight, in a bar. */
export function DockFrame({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-label={words.inbox.decision}
      className="flex max-h-[40%] shrink-0 flex-col overflow-y-auto border-t border-line-strong bg-canvas px-6 pt-3 pb-2 max-[720px]:contents"
    >
      <div className="flex min-h-0 max-w-4xl flex-auto flex-col gap-2 *:not-last:shrink-0 max-[720px]:max-w-none max-[720px]:flex-none max-[720px]:border-t max-[720px]:border-line-strong max-[720px]:bg-canvas max-[720px]:px-6 max-[720px]:pt-3 max-[720px]:pb-2">
        {children}
      </div>
      {bar === null ? null : <Bar>{bar}</Bar>}
    </section>
  )
}

function Bar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useToastsAbove(bar)
  return (
    <div
      ref={bar}
      data-bar
      className="sticky bottom-0 z-10 flex shrink-0 flex-wrap gap-2 border-t border-line-strong bg-canvas px-6 py-2 *:flex-1"
    >
      {children}
    </div>
  )
}
