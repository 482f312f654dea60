import { useState } from 'react'
import type { SearchView } from '../../../../preload/contract.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Revealed } from '../../../ui/text/quote-chip.tsx'
import { searchWords } from '../words.ts'
import { resultWords as words } from './result-words.ts'

export interface SearchFilters {
  kind: string | null
  source: string | null
  tags: string[]
}

export const NO_FILTERS: SearchFilters = { kind: null, source: null, tags: [] }

const SHOWN = 6

/** Of all matches: how many of each kind, source and tag; a press shows only those. */
export function Facets({
  facets,
  filters,
  onChange,
}: {
  facets: SearchView['facets']
  filters: SearchFilters
  onChange: (filters: SearchFilters) => void
}) {
  const single = (key: 'kind' | 'source') => (value: string) =>
    onChange({ ...filters, [key]: filters[key] === value ? null : value })
  const tag = (value: string) => {
    const rest = filters.tags.filter((one) => one !== value)
    onChange({ ...filters, tags: rest.length < filters.tags.length ? rest : [...rest, value] })
  }
  const kinds = searchWords.kind as Record<string, string>
  const chosen = filters.tags.length + (filters.kind === null ? 0 : 1) + (filters.source === null ? 0 : 1)
  if (chosen === 0 && Object.values(facets).every((values) => values.length < 2)) return null
  return (
    <section aria-label={words.filters} className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <Facet
        name={words.facet.kind}
        values={facets.kind}
        chosen={filters.kind === null ? [] : [filters.kind]}
        say={(value) => kinds[value] ?? value}
        onPress={single('kind')}
      />
      <Facet
        name={words.facet.source}
        values={facets.source}
        chosen={filters.source === null ? [] : [filters.source]}
        onPress={single('source')}
      />
      <Facet name={words.facet.tag} values={facets.tag} chosen={filters.tags} onPress={tag} />
    </section>
  )
}

function Facet({
  name,
  values,
  chosen,
  say = (value) => value,
  onPress,
}: {
  name: string
  values: { value: string; count: number }[]
  chosen: string[]
  say?: (value: string) => string
  onPress: (value: string) => void
}) {
  const [all, setAll] = useState(false)
  // A filter that is on stays in sight, whatever is found.
  const missing = chosen.filter((value) => !values.some((one) => one.value === value))
  const known = [...missing.map((value) => ({ value, count: 0 })), ...values]
  if (known.length < 2 && chosen.length === 0) return null
  const shown = all ? known : known.filter(({ value }, place) => place < SHOWN || chosen.includes(value))
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-1">
      <legend className="float-left mr-1 text-ink-muted">{name}</legend>
      {shown.map(({ value, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen.includes(value)}
          onClick={() => onPress(value)}
          className={classNames(
            'inline-flex h-6 max-w-48 items-center gap-1.5 rounded-full px-2 ring-1 ring-line ring-inset hover:bg-hover',
            chosen.includes(value) && 'bg-accent-soft font-medium text-accent ring-accent',
          )}
        >
          <span className="min-w-0 truncate" title={value}>
            <Revealed text={say(value)} oneLine />
          </span>
          <span data-count className="text-ink-muted">
            {count}
            <span className="sr-only"> {words.matching}</span>
          </span>
        </button>
      ))}
      {known.length > SHOWN ? (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="h-6 rounded-sm px-1 text-accent hover:underline"
        >
          {all ? words.fewerValues : words.moreValues(known.length - SHOWN)}
        </button>
      ) : null}
    </fieldset>
  )
}
