import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../controls/button.tsx'
import { Said } from '../text/said.tsx'

/** Something failed here: the sentence, and a way to try again. */
export function ErrorState({
  title,
  message,
  retryLabel,
  onRetry,
  children,
}: {
  title: string
  message: string
  retryLabel?: string
  onRetry?: () => void
  children?: ReactNode
}) {
  return (
    <div
      role="alert"
      className="flex min-h-48 flex-col items-center justify-center gap-2 px-8 py-12 text-center"
    >
      <TriangleAlert aria-hidden size={20} className="text-failed" />
      <p className="text-md font-medium">{title}</p>
      <p className="max-w-lg break-words text-ink-muted">
        <Said text={message} />
      </p>
      {children}
      {onRetry && retryLabel ? (
        <Button className="mt-2" onClick={onRetry}>
          {retryLabel}
        </Button>
      ) : null}
    </div>
  )
}

/** One line in place: stale data, a lost connection, a refused press. What failed in a dialog comes into sight: it may stand below its edge. */
export function Notice({
  tone = 'needs',
  children,
  actions,
}: {
  tone?: 'needs' | 'failed' | 'accent'
  children: ReactNode
  actions?: ReactNode
}) {
  const look = {
    needs: 'bg-needs-soft text-needs',
    failed: 'bg-failed-soft text-failed',
    accent: 'bg-accent-soft text-accent',
  }[tone]
  const line = useRef<HTMLDivElement>(null)
  const sentence = typeof children === 'string' ? children : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another sentence is another failure
  useEffect(() => {
    if (tone === 'failed' && line.current?.closest('[data-layer]') !== null)
      line.current?.scrollIntoView({ block: 'nearest' })
  }, [tone, sentence])
  return (
    <div
      ref={line}
      role="status"
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-3 py-2 ${look}`}
    >
      <TriangleAlert aria-hidden size={14} className="shrink-0" />
      <div className="min-w-0 flex-1 break-words">
        {typeof children === 'string' ? <Said text={children} /> : children}
      </div>
      {actions}
    </div>
  )
}
