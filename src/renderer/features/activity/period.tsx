import { CONTROL } from '../../ui/controls/field.tsx'
import type { ActivityFilter } from './look.ts'
import { activityWords } from './words.ts'

const BOUNDS = ['from', 'to'] as const

/** Between which times; an empty field is no bound. */
export function Period({
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
