import { type LucideIcon, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SearchView } from '../../../../preload/contract.ts'
import { QuoteChip } from '../../../ui/text/quote-chip.tsx'
import { searchWords } from '../words.ts'
import { FIELDS, type Field, fieldOf, lossOf, sayMillis, showsAll, unmetTerms } from './explain.ts'
import { resultWords } from './result-words.ts'
import { FIELD_LOOK, LOSS_LOOK } from './score-bar.tsx'

/** What was looked for and what does not count, how much was found, how long it took, and what the shades mean. */
export function SearchFacts({
  view,
  onCount,
  onIgnore,
  children,
}: {
  view: SearchView
  /** Null where the ranking counts every word. */
  onCount: ((word: string) => void) | null
  onIgnore: ((word: string) => void) | null
  /** At the end of the first line. */
  children: ReactNode
}) {
  const unmet = view.results.length === 0 ? [] : unmetTerms(view)
  return (
    <div className="flex flex-col gap-2 text-sm text-ink-muted">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium text-ink" data-count>
            {searchWords.found(view.results.length, view.total)}
            {view.weak ? `, ${searchWords.weak}` : null}
          </span>
          <span data-count>{searchWords.took(sayMillis(view.elapsedMicros))}</span>
          <span data-count>{resultWords.tokens(view.tokens)}</span>
        </p>
        {children}
      </div>
      <WordLine name={searchWords.terms} entries={view.terms} none={searchWords.noTerms}>
        {(term) => (
          <>
            {unmet.includes(term) ? (
              <span className="ml-1">{showsAll(view) ? searchWords.unmet : searchWords.unmetHere}</span>
            ) : null}
            {onIgnore === null ? null : (
              <Press label={resultWords.ignore(term)} icon={X} onPress={() => onIgnore(term)} />
            )}
          </>
        )}
      </WordLine>
      {view.ignored.length === 0 ? null : (
        <WordLine name={resultWords.ignored} entries={view.ignored}>
          {(word) =>
            onCount === null ? null : (
              <Press label={resultWords.count(word)} icon={Plus} onPress={() => onCount(word)} />
            )
          }
        </WordLine>
      )}
    </div>
  )
}

/** What the shades of the bars mean. */
export function Legend({ view }: { view: SearchView }) {
  const used = new Set<Field>(
    view.results.flatMap(({ explanation }) => explanation.filter(({ points }) => points > 0).map(fieldOf)),
  )
  if (used.size === 0) return null
  const entries = FIELDS.filter((field) => used.has(field)).map((field) => ({
    label: searchWords.field[field] as string,
    look: FIELD_LOOK[field],
  }))
  if (view.results.some(({ explanation }) => lossOf(explanation) > 0))
    entries.push({ label: searchWords.lost, look: LOSS_LOOK })
  return (
    <ul aria-label={searchWords.legend} className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-muted">
      {entries.map(({ label, look }) => (
        <li key={label} className="inline-flex items-center gap-1.5">
          <span aria-hidden className={`h-2.5 w-4 rounded-sm forced-color-adjust-none ${look}`} />
          {label}
        </li>
      ))}
    </ul>
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
    <div className="flex flex-wrap items-center gap-x-2">
      <span>{name}</span>
      {entries.length === 0 ? <span>{none}</span> : null}
      {[...new Set(entries)].map((word) => (
        <span key={word} className="inline-flex min-h-6 items-center">
          <QuoteChip text={word} className="text-ink" />
          {children(word)}
        </span>
      ))}
    </div>
  )
}

/** Beside a word, small: what would become of it. */
function Press({ label, icon: Icon, onPress }: { label: string; icon: LucideIcon; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className="inline-flex size-6 items-center justify-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink"
    >
      <Icon aria-hidden size={11} />
    </button>
  )
}
