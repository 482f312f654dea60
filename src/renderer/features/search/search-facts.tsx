import type { SearchView } from '../../../preload/contract.ts'
import { QuoteChip } from '../../ui/quote-chip.tsx'
import { FIELDS, type Field, fieldOf, sayMillis, unmetTerms } from './explain.ts'
import { FIELD_LOOK } from './score-bar.tsx'
import { searchWords } from './words.ts'

/** What was looked for, how much was found, how long it took, and what the shades mean. */
export function SearchFacts({ view }: { view: SearchView }) {
  const used = new Set<Field>(view.results.flatMap((result) => result.explanation.map(fieldOf)))
  const unmet = view.results.length === 0 ? [] : unmetTerms(view)
  return (
    <div className="flex flex-col gap-2 border-b border-line pb-3 text-sm text-ink-muted">
      <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium text-ink" data-count>
          {searchWords.found(view.results.length, view.total)}
        </span>
        <span className="flex flex-wrap items-center gap-1">
          {searchWords.terms}{' '}
          {view.terms.length === 0
            ? searchWords.noTerms
            : [...new Set(view.terms)].map((term) => (
                <span key={term} className="inline-flex items-center gap-1">
                  <QuoteChip text={term} />
                  {unmet.includes(term) ? searchWords.unmet : null}
                </span>
              ))}
        </span>
        <span data-count>{searchWords.took(sayMillis(view.elapsedMicros))}</span>
      </p>
      {used.size > 0 ? (
        <ul aria-label={searchWords.legend} className="flex flex-wrap gap-x-4 gap-y-1">
          {FIELDS.filter((field) => used.has(field)).map((field) => (
            <li key={field} className="inline-flex items-center gap-1.5">
              <span aria-hidden className={`h-2.5 w-4 rounded-sm ${FIELD_LOOK[field]}`} />
              {searchWords.field[field]}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
