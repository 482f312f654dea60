import type { SearchView } from '../../../preload/contract.ts'
import { type Field, sayPoints, segmentsOf, shareOf } from './explain.ts'
import { searchWords } from './words.ts'

/** Shades of the one accent, strongest for the heaviest field; the words stand beside them. */
export const FIELD_LOOK: Record<Field, string> = {
  title: 'bg-accent',
  id: 'bg-accent/78',
  tags: 'bg-accent/58',
  aliases: 'bg-accent/44',
  description: 'bg-accent/34',
  examples: 'bg-accent/38',
  text: 'bg-accent/25',
  parameters: 'bg-accent/30',
  whole: 'bg-ink/20',
}

/** The score as a length, divided by the fields that it comes from. */
export function ScoreBar({
  result,
  results,
}: {
  result: SearchView['results'][number]
  results: SearchView['results']
}) {
  const segments = segmentsOf(result.explanation)
  const spoken = segments
    .map(({ field, points }) => `${searchWords.field[field]} ${sayPoints(points)}`)
    .join(', ')
  return (
    <div
      role="img"
      aria-label={`${searchWords.bar(sayPoints(result.score))}: ${spoken}`}
      className="flex h-2.5 gap-px"
      style={{ width: `${shareOf(result.score, results)}%` }}
    >
      {segments.map(({ field, points, terms }) => (
        <span
          key={field}
          title={`${searchWords.field[field]}: ${sayPoints(points)} (${terms.join(', ')})`}
          className={`min-w-1 first:rounded-l-sm last:rounded-r-sm ${FIELD_LOOK[field]}`}
          style={{ flex: points }}
        />
      ))}
    </div>
  )
}
