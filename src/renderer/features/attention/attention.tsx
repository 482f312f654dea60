/** Attention: how people decide, and what could ask less. May import: ui, queries, state, words. */
import { useEffect, useState } from 'react'
import type { AttentionGate, AttentionView } from '../../../preload/contract.ts'
import { ActivityViews } from '../../items/activity-views.tsx'
import { NotLoaded } from '../../lists/failed-to-load.tsx'
import { useCall, useGateway } from '../../queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { ScrollBox } from '../../ui/scroll-box.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { OneLine } from '../../ui/text/quote-chip.tsx'
import { describeExactly } from '../../ui/text/time-text.ts'
import { words as shared } from '../../words.ts'
import { SuggestionDialog } from './suggestion-dialog.tsx'
import { attentionWords as words } from './words.ts'

const NUMBER = 'text-right tabular-nums whitespace-nowrap'
const COLUMNS = Object.entries(words.columns).map(([name, title]) => ({
  title,
  ...(name === 'gate' || name === 'action' ? {} : { className: NUMBER }),
}))

/** What was asked most, first. */
function GateTable({
  gates,
  onSuggest,
}: {
  gates: AttentionGate[]
  onSuggest: (gate: AttentionGate) => void
}) {
  return (
    <ScrollBox label={words.table}>
      <Table label={words.table} columns={COLUMNS}>
        {gates.map((gate) => (
          <tr key={gate.key}>
            <Cell className="min-w-48 [overflow-wrap:anywhere]">
              <OneLine text={gate.title} />
              <span className="block text-sm text-ink-muted">{words.kind[gate.kind]}</span>
            </Cell>
            <Cell className={NUMBER}>{gate.decided.toLocaleString('en')}</Cell>
            <Cell className={NUMBER}>{gate.approved.toLocaleString('en')}</Cell>
            <Cell className={NUMBER}>{gate.refused.toLocaleString('en')}</Cell>
            <Cell className={NUMBER}>{gate.expired.toLocaleString('en')}</Cell>
            <Cell className={NUMBER}>{gate.medianMs === null ? '–' : sayTime(gate.medianMs)}</Cell>
            <Cell className={NUMBER}>{gate.hasty.toLocaleString('en')}</Cell>
            <Cell className="whitespace-nowrap">
              {gate.suggestible ? (
                <Button
                  size="small"
                  aria-label={words.suggestFor(gate.title)}
                  onClick={() => onSuggest(gate)}
                >
                  {words.suggest}
                </Button>
              ) : null}
            </Cell>
          </tr>
        ))}
      </Table>
    </ScrollBox>
  )
}

const PERIODS = ([7, 30, 90] as const).map((value) => ({
  value: value as number,
  label: words.periods[value],
}))

/** Counting reads thousands of decisions: not for each of a burst, in milliseconds. */
const BEHIND_MS = 1000

export function Attention() {
  const [days, setDays] = useState(30)
  const [open, setOpen] = useState<AttentionGate | null>(null)
  const { data, error, refetch } = useCall('attention.report', { days }, { keepPrevious: true })
  const { bridge, queries } = useGateway()
  // It counts what happens elsewhere: what was counted before is old when the screen is opened again, and soon after.
  useEffect(() => {
    void refetch()
    let timer: ReturnType<typeof setTimeout> | null = null
    function countAgain(): void {
      timer = null
      void refetch()
      // Of a rule that is being looked at: what it would have let through.
      void queries.invalidateQueries({ queryKey: ['attention.suggest'] })
    }
    const stop = bridge.onPush(({ topic }) => {
      if (topic === 'approval') timer ??= setTimeout(countAgain, BEHIND_MS)
    })
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [refetch, bridge, queries])
  return (
    <Page
      title={shared.screens.activity}
      tools={<Select label={words.period} value={days} onChange={setDays} options={PERIODS} />}
    >
      <ActivityViews here="attention" />
      {data !== undefined ? (
        <Report view={data} onSuggest={setOpen} />
      ) : (
        <NotLoaded error={error} onRetry={() => void refetch()} lines={6} className="p-6" />
      )}
      {open === null ? null : (
        <SuggestionDialog
          gate={open.key}
          title={open.title}
          onClose={() => setOpen(null)}
          onSaved={() => void refetch()}
        />
      )}
    </Page>
  )
}

function Report({ view, onSuggest }: { view: AttentionView; onSuggest: (gate: AttentionGate) => void }) {
  if (view.gates.length === 0) return <EmptyState title={words.emptyTitle}>{words.emptyText}</EmptyState>
  const hints = [
    ...view.hints.map((text) => ({ title: null, text })),
    ...view.gates.flatMap(({ title, hints: own }) => own.map((text) => ({ title, text }))),
  ]
  return (
    <div className="flex max-w-5xl flex-col gap-6 px-6 pt-5 pb-10">
      <div>
        <p className="text-ink-muted">{words.lead}</p>
        <p className="mt-2 text-lg font-medium" role="status">
          {sumUp(view)}
        </p>
        {view.since === null ? null : (
          <p className="mt-1 text-sm text-ink-muted">
            {words.since(
              view.gates.reduce((all, gate) => all + gate.decided + gate.expired, 0),
              describeExactly(Date.parse(view.since)),
            )}
          </p>
        )}
      </div>
      {hints.length === 0 ? null : (
        <section aria-label={words.hints}>
          <h2 className="mb-1 text-sm font-semibold">{words.hints}</h2>
          <ul className="flex flex-col gap-1">
            {hints.map(({ title, text }) => (
              <li key={`${title} ${text}`} className="border-l-2 border-needs pl-3">
                {title === null ? null : <span className="text-ink-muted">{title}: </span>}
                {text}
              </li>
            ))}
          </ul>
        </section>
      )}
      <div>
        <GateTable gates={view.gates} onSuggest={onSuggest} />
        {view.gates.some(({ kind }) => kind !== 'gate') ? (
          <p className="mt-2 max-w-prose text-sm text-ink-muted">{words.noRule}</p>
        ) : null}
      </div>
    </div>
  )
}

function sumUp({ decided, approved, hasty, medianMs }: AttentionView): string {
  return [
    words.decided(decided),
    ...(decided === 0 ? [] : [words.share(Math.round((approved / decided) * 100))]),
    ...(medianMs === null ? [] : [words.median(sayTime(medianMs))]),
    ...(hasty === 0 ? [] : [words.hasty(hasty)]),
  ].join(' · ')
}

/** “800 ms”, “12 s”, “3 min”, “2 h”; milliseconds in. Pure. */
function sayTime(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
  if (seconds < 48 * 3600) return `${Math.round(seconds / 3600)} h`
  return `${Math.round(seconds / 86_400)} days`
}
