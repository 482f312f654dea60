import type { TimelineEntry } from '../../../preload/contract.ts'
import { AnsweredLine } from '../../items/answered-line.tsx'
import { History } from '../../items/history.tsx'
import { speakQuote, WhoName } from '../../items/who.tsx'
import { useDesk } from '../../state.ts'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { Section } from '../../ui/section.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { JsonView } from '../../ui/text/json-view.tsx'
import { Quotation } from '../../ui/text/quote-chip.tsx'
import { Said } from '../../ui/text/said.tsx'
import { Time } from '../../ui/text/time.tsx'
import { runWords } from './words.ts'

const VIEWS = ['compact', 'full', 'raw'] as const
type TimelineView = (typeof VIEWS)[number]

/** What happened: what matters, all of it, or the log's own entries. */
export function RunTimeline({ timeline, isPartial }: { timeline: TimelineEntry[]; isPartial: boolean }) {
  const { filters, setFilter } = useDesk()
  const view = VIEWS.find((candidate) => candidate === filters['runs.history']) ?? 'compact'
  // Every run was started: where that is not listed, its beginning is gone.
  const isCut = timeline.every(({ eventType }) => eventType !== 'workflow.started')
  const missing = isPartial ? runWords.historyPartial : isCut ? runWords.historyRemoved : null
  return (
    <Section title={runWords.history}>
      <Tabs<TimelineView>
        label={runWords.historyViews}
        value={view}
        onChange={(next) => setFilter('runs.history', next)}
        tabs={VIEWS.map((value) => ({ value, label: runWords.historyView[value] }))}
      >
        <div className="pt-3">
          {missing === null ? null : <p className="mb-2 text-ink-muted">{missing}</p>}
          {view === 'compact' ? (
            <History entries={timeline} />
          ) : view === 'full' ? (
            <FullTimeline timeline={timeline} />
          ) : (
            <RawTimeline timeline={timeline} />
          )}
        </div>
      </Tabs>
    </Section>
  )
}

function RawTimeline({ timeline }: { timeline: TimelineEntry[] }) {
  return (
    <ol className="flex flex-col divide-y divide-line">
      {timeline.map((entry) => (
        <li key={entry.id} className="row-padding">
          <p className="flex items-baseline gap-3">
            <code className="font-mono text-sm font-medium">{entry.eventType}</code>
            <Time at={entry.at} className="ml-auto text-sm text-ink-muted" />
          </p>
          <JsonView label={`${entry.eventType} ${entry.id}`} value={entry.raw} openDepth={2} />
        </li>
      ))}
    </ol>
  )
}

/** Every entry, quiet ones too, with who did it and what kind of event it is. */
function FullTimeline({ timeline }: { timeline: TimelineEntry[] }) {
  return (
    <Table label={runWords.history} columns={runWords.fullColumns.map((title) => ({ title }))}>
      {timeline.map((entry) => (
        <tr key={entry.id} className={entry.quiet ? 'text-ink-muted' : ''}>
          <Cell className="text-sm text-ink-muted">
            <Time at={entry.at} />
          </Cell>
          <Cell className="[overflow-wrap:anywhere]">
            <Said text={entry.text} />
            {entry.quote ? <Quotation className="mt-1" by={speakQuote(entry)} text={entry.quote} /> : null}
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
