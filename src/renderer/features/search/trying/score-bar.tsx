import type { SearchView } from '../../../../preload/contract.ts'
import { searchWords } from '../words.ts'
import { type Field, lossOf, sayPoints, segmentsOf, shareOf } from './explain.ts'

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

/** What a result loses for what it lacks. */
export const LOSS_LOOK = 'border border-dashed border-control'

/** The score as a length, divided by the fields that it comes from. */
export function ScoreBar({
  result,
  results,
}: {
  result: SearchView['results'][number]
  results: SearchView['results']
}) {
  const segments = segmentsOf(result.explanation)
  const loss = lossOf(result.explanation)
  const spoken = segments
    .map(({ field, points }) => `${searchWords.field[field]} ${sayPoints(points)}`)
    .concat(loss === 0 ? [] : [`${searchWords.lost} ${sayPoints(-loss)}`])
    .join(', ')
  return (
    <div
      role="img"
      aria-label={`${searchWords.bar(sayPoints(result.score))}: ${spoken}`}
      className="flex h-2.5 gap-px forced-color-adjust-none"
      style={{ width: `${shareOf(result.score + loss, results)}%` }}
    >
      {segments.map(({ field, points, terms }) => (
        <span
          key={field}
          title={[`${searchWords.field[field]}: ${sayPoints(points)}`, terms.join(', ')]
            .filter(Boolean)
            .join('; ')}
          className={`min-w-1 first:rounded-l-sm last:rounded-r-sm ${FIELD_LOOK[field]}`}
          style={{ flex: points * (result.score / (result.score + loss)) }}
        />
      ))}
      {loss === 0 ? null : (
        <span
          title={`${searchWords.lost}: ${sayPoints(-loss)}`}
          className={`min-w-1 rounded-r-sm ${LOSS_LOOK}`}
          style={{ flex: loss }}
        />
      )}
    </div>
  )
}
