import type { TimelineEntry } from '../../../preload/contract.ts'
import { AnsweredLine } from '../../items/answered-line.tsx'
import { speakQuote, WhoName } from '../../items/who.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { Quotation } from '../../ui/text/quote-chip.tsx'
import { Time } from '../../ui/text/time.tsx'
import { words } from '../../words.ts'
import { runWords } from './words.ts'

/** Every entry, quiet ones too, with who did it and what kind of event it is. */
export function FullTimeline({ timeline }: { timeline: TimelineEntry[] }) {
  return (
    <Table label={runWords.history} columns={runWords.fullColumns.map((title) => ({ title }))}>
      {timeline.map((entry) => (
        <tr key={entry.id} className={entry.quiet ? 'text-ink-muted' : ''}>
          <Cell className="text-sm text-ink-muted">
            <Time at={entry.at} />
          </Cell>
          <Cell className="[overflow-wrap:anywhere]">
            {entry.text}
            {entry.quote ? (
              <Quotation
                className="mt-1"
                by={speakQuote(entry)}
                text={entry.quote}
                moreLabel={words.common.showMore}
                lessLabel={words.common.showLess}
              />
            ) : null}
            {entry.answered ? (
              <p className="text-sm text-ink-muted">
                <AnsweredLine answered={entry.answered} />
              </p>
            ) : null}
          </Cell>
          <Cell className="text-sm whitespace-nowrap">
            <WhoName id={entry.actor} />
            <code className="block font-mono text-xs text-ink-muted">{entry.eventType}</code>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
