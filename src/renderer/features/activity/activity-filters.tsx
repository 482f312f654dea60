import { X } from 'lucide-react'
import { useState } from 'react'
import { AUDIT_EVENTS } from '../../../main/model/audit-event.ts'
import { CONTROL } from '../../ui/controls/field.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { shortenId } from '../../ui/text/short-id.tsx'
import type { ActivityFilter } from './look.ts'
import { activityWords } from './words.ts'

const TYPES = [
  { value: '', label: activityWords.anyType },
  ...Object.entries(AUDIT_EVENTS).map(([value, label]) => ({ value, label })),
]

const PERIODS = (['any', 'between'] as const).map((value) => ({ value, label: activityWords.periods[value] }))

/** Words and kind of event; the run or the correlation that is followed, with the way back. */
export function ActivityFilters({
  filter,
  onChange,
}: {
  filter: ActivityFilter
  onChange: (name: keyof ActivityFilter, value: string) => void
}) {
  const [bounded, setBounded] = useState(false)
  const period = bounded || filter.from || filter.to ? 'between' : 'any'
  return (
    <div id="activity-filter" className="flex flex-col gap-2 border-b border-line p-2">
      <SearchField
        label={activityWords.filter}
        value={filter.text}
        onChange={(value) => onChange('text', value)}
      />
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-2">
        <Select
          label={activityWords.type}
          value={filter.type}
          onChange={(value) => onChange('type', value)}
          options={TYPES}
        />
        <Select
          label={activityWords.period}
          value={period}
          onChange={(value) => {
            setBounded(value === 'between')
            if (value === 'any') for (const name of ['from', 'to'] as const) onChange(name, '')
          }}
          options={PERIODS}
        />
      </div>
      {period === 'between' ? <Period filter={filter} onChange={onChange} /> : null}
      {filter.workflow || filter.correlation ? (
        <ul aria-label={activityWords.filters} className="flex flex-wrap gap-1">
          {filter.workflow ? (
            <Chip
              name={activityWords.onlyRun}
              id={filter.workflow}
              dropLabel={activityWords.dropRun}
              onDrop={() => onChange('workflow', '')}
            />
          ) : null}
          {filter.correlation ? (
            <Chip
              name={activityWords.onlyCorrelation}
              id={filter.correlation}
              dropLabel={activityWords.dropCorrelation}
              onDrop={() => onChange('correlation', '')}
            />
          ) : null}
        </ul>
      ) : null}
    </div>
  )
}

function Chip({
  name,
  id,
  dropLabel,
  onDrop,
}: {
  name: string
  id: string
  dropLabel: string
  onDrop: () => void
}) {
  return (
    <li className="inline-flex h-6 items-center gap-1.5 rounded-sm bg-accent-soft pl-2 text-sm text-accent">
      {name}
      <code title={id} className="font-mono text-xs">
        {shortenId(id)}
      </code>
      <button
        type="button"
        aria-label={dropLabel}
        onClick={onDrop}
        className="inline-flex size-6 items-center justify-center rounded-sm hover:bg-hover"
      >
        <X aria-hidden size={13} />
      </button>
    </li>
  )
}

const BOUNDS = ['from', 'to'] as const

/** Between which times; an empty field is no bound. */
function Period({
  filter,
  onChange,
}: {
  filter: ActivityFilter
  onChange: (name: 'from' | 'to', value: string) => void
}) {
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{activityWords.period}</legend>
      {BOUNDS.map((name) => (
        <label key={name} className="flex min-w-40 flex-1 flex-col text-xs text-ink-muted">
          {activityWords[name]}
          <input
            type="datetime-local"
            value={filter[name]}
            onChange={(event) => onChange(name, event.target.value)}
            className={`${CONTROL} h-8 text-sm`}
          />
        </label>
      ))}
    </fieldset>
  )
}
