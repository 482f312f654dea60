import { FailedToLoad } from '../../lists/failed-to-load.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { runWords } from './words.ts'

/** Why the list has nothing, and what to do about it. */
export function EmptyRuns({
  view,
  filtered,
  error,
  onRetry,
}: {
  view: keyof typeof runWords.empty
  filtered: boolean
  error: string | null
  onRetry: () => void
}) {
  if (error !== null) {
    return <FailedToLoad message={error} onRetry={onRetry} />
  }
  if (filtered) return <EmptyState title={runWords.nothingFound}>{runWords.nothingFoundText}</EmptyState>
  const starts = view === 'all' || view === 'running'
  return (
    <EmptyState
      title={runWords.empty[view].title}
      actions={
        starts ? (
          <>
            <ButtonLink href="#/settings/connect">{runWords.connect}</ButtonLink>
            <ButtonLink href="#/catalog">{runWords.seeCatalog}</ButtonLink>
          </>
        ) : null
      }
    >
      {runWords.empty[view].text}
    </EmptyState>
  )
}
