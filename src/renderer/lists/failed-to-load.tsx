import type { ReactNode } from 'react'
import type { DeskError } from '../gateway.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { words } from '../words.ts'

/** In place of what a call should have answered: why it did not, and a way to ask again. */
export function FailedToLoad({
  message,
  onRetry,
  children,
}: {
  message: string
  onRetry: () => void
  children?: ReactNode
}) {
  return (
    <ErrorState
      title={words.common.failedToLoad}
      message={message}
      retryLabel={words.common.retry}
      onRetry={onRetry}
    >
      {children}
    </ErrorState>
  )
}

/** In place of what a call answers: that it comes, or why it could not be fetched. */
export function NotLoaded({
  error,
  onRetry,
  lines,
  className,
}: {
  error: { message: string } | null
  onRetry: () => void
  /** Of what is shown while it comes. */
  lines: number
  className?: string
}) {
  if (error !== null) return <FailedToLoad message={error.message} onRetry={onRetry} />
  return <Skeleton label={words.common.loading} lines={lines} {...(className && { className })} />
}

/** In place of what has an id: that it comes, that it is gone, with the way back, or why it could not be fetched. */
export function NotThere({
  error,
  gone,
  back,
  onBack,
  onRetry,
}: {
  error: DeskError | null
  gone: string
  back: string
  onBack: () => void
  onRetry: () => void
}) {
  if (error?.code !== 'NOT_FOUND')
    return <NotLoaded error={error} onRetry={onRetry} lines={6} className="p-6" />
  return <ErrorState title={gone} message={error.message} retryLabel={back} onRetry={onBack} />
}
