import type { ReactNode } from 'react'
import { ErrorState } from '../ui/feedback/error-state.tsx'
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
