import type { ReactNode } from 'react'
import type { SearchView } from '../../../preload/contract.ts'
import { QuoteChip } from '../../ui/quote-chip.tsx'
import { FIELDS, type Field, fieldOf, sayMillis, unmetTerms } from './explain.ts'
import { resultWords } from './result-words.ts'
import { FIELD_LOOK } from './score-bar.tsx'
import { searchWords } from './words.ts'

/** What was looked for and what does not count, how much was found, how long it took, and what the shades mean. */
export function SearchFacts({
  view,
  onCount,
  onIgnore,
}: {
  view: SearchView
  /** Null where the ranking counts every word. */
  onCount: ((word: string) => void) | null
  onIgnore: ((word: string) => void) | null
}) {
  const used = new Set<Field>(view.results.flatMap((result) => result.explanation.map(fieldOf)))
  const unmet = view.results.length === 0 ? [] : unmetTerms(view)
  return (
    <div className="flex flex-col gap-2 text-sm text-ink-muted">
      <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium text-ink" data-count>
          {searchWords.found(view.results.length, view.total)}
        </span>
        <span data-count>{searchWords.took(sayMillis(view.elapsedMicros))}</span>
        {view.answer === null ? null : <span data-count>{resultWords.tokens(view.tokens)}</span>}
      </p>
      <WordLine name={searchWords.terms} entries={view.terms} none={searchWords.noTerms}>
        {(term) => (
          <>
            {unmet.includes(term) ? searchWords.unmet : null}
            {onIgnore === null ? null : (
              <Press label={resultWords.ignore(term)} onPress={() => onIgnore(term)}>
                {resultWords.ignoreShort}
              </Press>
            )}
          </>
        )}
      </WordLine>
      {view.ignored.length === 0 ? null : (
        <WordLine name={resultWords.ignored} entries={view.ignored}>
          {(word) =>
            onCount === null ? null : (
              <Press label={resultWords.count(word)} onPress={() => onCount(word)}>
                {resultWords.countShort}
              </Press>
            )
          }
        </WordLine>
      )}
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

function WordLine({
  name,
  entries,
  none,
  children,
}: {
  name: string
  entries: string[]
  none?: string
  children: (word: string) => ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>{name}</span>
      {entries.length === 0 ? <span>{none}</span> : null}
      {[...new Set(entries)].map((word) => (
        <span key={word} className="group inline-flex items-center gap-1">
          <QuoteChip text={word} className="text-ink" />
          {children(word)}
        </span>
      ))}
    </div>
  )
}

/** Stands back until the word is pointed at or focused. */
function Press({ label, onPress, children }: { label: string; onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="rounded-sm text-xs text-accent opacity-0 group-hover:opacity-100 hover:underline focus-visible:opacity-100"
    >
      {children}
    </button>
  )
}
