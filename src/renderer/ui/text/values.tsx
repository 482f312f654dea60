import { Fact, Facts } from '../list.tsx'
import { uiWords } from '../ui-words.ts'
import { type Json, JsonView } from './json-view.tsx'
import { Numeral } from './numeral.tsx'
import { Quotation, Revealed } from './quote-chip.tsx'
import { readsLikeAnother } from './visible-text.ts'

const words = uiWords.values
const LONG = 72

/** Named values of any kind: short ones in two columns, long texts on lines of their own, nested ones as a tree. */
export function Values({ values }: { values: { [key: string]: Json } }) {
  const entries = Object.entries(values)
  if (entries.length === 0) return <p className="text-ink-muted">{words.empty}</p>
  const long = entries.filter(([, value]) => isLong(value))
  const short = entries.filter(([, value]) => !isLong(value))
  return (
    <div className="flex flex-col gap-3">
      {long.map(([name, value]) => (
        <Quotation key={name} by={name} text={String(value)} longest={1200} />
      ))}
      {short.length > 0 ? (
        <Facts>
          {short.map(([name, value]) => (
            <Fact key={name} name={name}>
              <Value name={name} value={value} />
            </Fact>
          ))}
        </Facts>
      ) : null}
    </div>
  )
}

function Value({ name, value }: { name: string; value: Json }) {
  if (Array.isArray(value)) {
    if (value.length === 0) return <span className="text-ink-faint">{words.empty}</span>
    if (value.every((entry) => typeof entry !== 'object' || entry === null)) {
      return (
        <ul className="flex flex-wrap gap-1">
          {value.map((entry, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries may be equal, and their place is all they have
            <li key={place} className="rounded-sm bg-sunken px-1.5 ring-1 ring-line ring-inset">
              <Scalar value={entry} />
            </li>
          ))}
        </ul>
      )
    }
  }
  if (typeof value === 'object' && value !== null) {
    return <JsonView label={name} value={value} openDepth={1} />
  }
  return <Scalar value={value} />
}

/** One value that is neither a list nor a record, told apart from a text that only reads like it. */
export function Scalar({
  value,
  oneLine = false,
}: {
  value: string | number | boolean | null
  /** Blanks that a line does not show are marks. */
  oneLine?: boolean
}) {
  if (value === null) return <span className="text-ink-faint">{words.none}</span>
  if (value === '') return <span className="text-ink-faint">{words.emptyText}</span>
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') return <Numeral value={value} />
  const shown = (
    <bdi className="whitespace-pre-wrap">
      <Revealed text={value} oneLine={oneLine} />
    </bdi>
  )
  const others = [words.yes, words.no, words.none, words.emptyText, words.empty]
  return readsLikeAnother(value, others) ? <q>{shown}</q> : shown
}

function isLong(value: Json): boolean {
  return typeof value === 'string' && (value.length > LONG || value.includes('\n'))
}
