import type { ReactNode } from 'react'
import { FailedToLoad } from '../../lists/failed-to-load.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { words } from '../../words.ts'
import { AddServerButton } from './servers/add-server-button.tsx'
import type { ListView } from './views.ts'
import { catalogWords } from './words.ts'

/** The rows, or why there are none and what to do. */
export function ListBody({
  view,
  state,
  shown,
  all,
  error,
  onRetry,
  onClear,
  children,
}: {
  view: ListView
  state: 'loading' | 'failed' | 'there'
  shown: number
  all: number
  error: string | null
  onRetry: () => void
  onClear: () => void
  children: ReactNode
}) {
  if (state === 'loading') return <Skeleton label={words.common.loading} lines={8} className="p-4" />
  if (state === 'failed') {
    return <FailedToLoad message={error ?? ''} onRetry={onRetry} />
  }
  if (all === 0) {
    return (
      <EmptyState
        title={catalogWords.empty[view].title}
        actions={
          <>
            {view === 'workflows' ? null : <AddServerButton look="solid" />}
            <ButtonLink href="#/settings/workspace">{catalogWords.whereFile}</ButtonLink>
          </>
        }
      >
        {catalogWords.empty[view].text}
      </EmptyState>
    )
  }
  if (shown === 0) {
    return (
      <EmptyState
        title={catalogWords.nothingFound}
        actions={<Button onClick={onClear}>{catalogWords.clearAll}</Button>}
      >
        {catalogWords.nothingFoundText}
      </EmptyState>
    )
  }
  return (
    <>
      {children}
      <p data-count className="shrink-0 border-t border-line px-4 py-1 text-sm text-ink-muted">
        {catalogWords.count[view](shown, all)}
      </p>
    </>
  )
}
