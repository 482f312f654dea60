import { JsonView } from './json-view.tsx'
import { Fact, Facts } from './list.tsx'
import { Quotation, Revealed } from './quote-chip.tsx'

import { revealText } from './visible-text.ts'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export interface ValuesWords {
  yes: string
  no: string
  empty: string
  showMore: string
  showLess: string
}

const LONG = 72

/** Named values of any kind: short ones in two columns, long texts on lines of their own, nested ones as a tree. */
export function Values({ values, words }: { values: { [key: string]: Json }; words: ValuesWords }) {
  const entries = Object.entries(values)
  if (entries.length === 0) return <p className="text-ink-muted">{words.empty}</p>
  const long = entries.filter(([, value]) => isLong(value))
  const short = entries.filter(([, value]) => !isLong(value))
  return (
    <div className="flex flex-col gap-3">
      {long.map(([name, value]) => (
        <Quotation
          key={name}
          by={name}
          text={String(value)}
          longest={1200}
          moreLabel={words.showMore}
          lessLabel={words.showLess}
        />
      ))}
      {short.length > 0 ? (
        <Facts>
          {short.map(([name, value]) => (
            <Fact key={name} name={name}>
              <Value name={name} value={value} words={words} />
            </Fact>
          ))}
        </Facts>
      ) : null}
    </div>
  )
}

function Value({ name, value, words }: { name: string; value: Json; words: ValuesWords }) {
  if (value === null || value === '') return <span className="text-ink-faint">{words.empty}</span>
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return <Revealed pieces={revealText(value)} />
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) {
    return <Revealed pieces={revealText(value.join(', '))} />
  }
  return <JsonView label={name} value={value} openDepth={1} />
}

function isLong(value: Json): boolean {
  return typeof value === 'string' && (value.length > LONG || value.includes('\n'))
}
