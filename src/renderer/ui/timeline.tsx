import { type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'
import { TONE_TEXT, type Tone } from './feedback/status.tsx'
import { Quotation } from './text/quote-chip.tsx'
import { Said } from './text/said.tsx'
import { Time } from './text/time.tsx'
import { uiWords } from './ui-words.ts'

export interface TimelineItem {
  id: string
  /** ISO time. */
  at: string
  text: string
  by: string
  quote: string | null
  tone: Tone
  quiet: boolean
  /** What is known of it beside. */
  note?: ReactNode
}

/** What happened, in order; quiet entries are folded into one line that opens. */
export function Timeline({ items }: { items: TimelineItem[] }) {
  const [all, setAll] = useState(false)
  const quiet = items.filter((item) => item.quiet).length
  const shown = all ? items : items.filter((item) => !item.quiet)
  return (
    <div>
      <ol className="relative flex flex-col gap-2 before:absolute before:inset-y-2 before:left-[3px] before:w-px before:bg-line">
        {shown.map((item) => (
          <li key={item.id} className="relative flex items-baseline gap-3 pl-5">
            <span
              aria-hidden
              className={classNames(
                'absolute top-[7px] left-0 size-[7px] rounded-full bg-current ring-3 ring-surface',
                item.quiet ? 'text-line-strong' : TONE_TEXT[item.tone],
              )}
            />
            <div
              className={classNames(
                'min-w-0 flex-1 [overflow-wrap:anywhere]',
                item.quiet && 'text-ink-muted',
              )}
            >
              <Said text={item.text} />
              {item.quote ? <Quotation className="mt-1" by={item.by} text={item.quote} /> : null}
              {item.note ? <div className="text-sm text-ink-muted">{item.note}</div> : null}
            </div>
            <Time at={item.at} className="text-sm text-ink-muted" />
          </li>
        ))}
      </ol>
      {quiet > 0 ? (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="mt-2 ml-5 rounded-sm text-sm text-accent hover:underline"
        >
          {all ? uiWords.timeline.hideQuiet : uiWords.timeline.quietEntries(quiet)}
        </button>
      ) : null}
    </div>
  )
}
