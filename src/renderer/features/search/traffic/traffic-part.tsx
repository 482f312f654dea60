import { Radar } from 'lucide-react'
import { useState } from 'react'
import type { TrafficView } from '../../../../preload/contract.ts'
import { WordsDialog } from '../../../editing/words-dialog.tsx'
import { NotLoaded } from '../../../lists/failed-to-load.tsx'
import { useCall, useSend } from '../../../queries.ts'
import { useDesk } from '../../../state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Tabs } from '../../../ui/controls/tabs.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { TrafficHunts } from './traffic-hunts.tsx'
import { TrafficKept } from './traffic-kept.tsx'
import { LearningSection } from './traffic-learning.tsx'
import { TrafficQueries } from './traffic-queries.tsx'
import { percentOf } from './traffic-rows.ts'
import { trafficWords as words } from './traffic-words.ts'

const DAYS = ([1, 7, 30, 180] as const).map((value) => ({
  value: value as number,
  label: words.periods[value],
}))
const PARTS = ['queries', 'hunts', 'learning', 'kept'] as const
type Part = (typeof PARTS)[number]

/** What agents searched, and what came of it. */
export function TrafficPart() {
  const { filters, setFilter } = useDesk()
  const days = DAYS.find(({ value }) => String(value) === filters['traffic.days'])?.value ?? 7
  const { data, error, refetch } = useCall('traffic.report', { days }, { keepPrevious: true })
  if (data === undefined)
    return <NotLoaded error={error} onRetry={() => void refetch()} lines={6} className="p-6" />
  return (
    <div className="flex h-full min-h-[30rem] flex-col px-4 pt-3">
      {error ? <Notice tone="failed">{error.message}</Notice> : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Select
          label={words.period}
          value={days}
          onChange={(next) => setFilter('traffic.days', String(next))}
          options={DAYS}
          className="w-40"
        />
        <TrafficFacts view={data} />
      </div>
      <TrafficViews view={data} />
    </div>
  )
}

function TrafficFacts({ view: { searches, clients, followed, queries } }: { view: TrafficView }) {
  const without = queries.filter(({ total }) => total === 0).length
  const badly = queries.filter(({ weak }) => weak).length
  return (
    <p role="status" data-count className="flex flex-wrap gap-x-4 text-ink-muted">
      <span>
        <span className="font-medium text-ink">{words.searches(searches)}</span> {words.byClients(clients)}
      </span>
      <span>{words.followed(followed, percentOf(followed, searches))}</span>
      {without === 0 ? null : <span className="text-needs">{words.without(without)}</span>}
      {badly === 0 ? null : <span className="text-needs">{words.badly(badly)}</span>}
    </p>
  )
}

function TrafficViews({ view }: { view: TrafficView }) {
  const { filters, setFilter } = useDesk()
  const part = PARTS.find((one) => one === filters['traffic.part']) ?? 'queries'
  const keep = useSend('traffic.keep')
  const [adding, setAdding] = useState<string | null>(null)
  const counts: Partial<Record<Part, number>> = { queries: view.queries.length, hunts: view.hunts.length }
  const nothing = view.queries.length === 0 && view.hunts.length === 0
  return (
    <>
      {view.keeping || nothing ? null : (
        <Notice
          actions={
            <Button size="small" onClick={() => keep.mutate({ keep: true })}>
              {words.keepAgain}
            </Button>
          }
        >
          {words.notKeeping}
        </Notice>
      )}
      {keep.error ? <Notice tone="failed">{keep.error.message}</Notice> : null}
      <div className="flex min-h-0 flex-1 flex-col [&>div]:min-h-0 [&>div]:flex-1">
        <Tabs<Part>
          label={words.parts}
          value={part}
          onChange={(next) => setFilter('traffic.part', next)}
          tabs={PARTS.map((value) => ({
            value,
            label: words.part[value],
            ...(counts[value] === undefined ? {} : { count: counts[value] }),
          }))}
        >
          {part === 'kept' ? (
            <TrafficKept view={view} />
          ) : part === 'learning' ? (
            <LearningSection learning={view.learning} />
          ) : nothing ? (
            <EmptyState
              icon={<Radar aria-hidden size={28} strokeWidth={1.5} />}
              title={view.keeping ? words.emptyTitle : words.offTitle}
              actions={
                view.keeping ? (
                  <ButtonLink href="#/settings/connect">{words.connect}</ButtonLink>
                ) : (
                  <Button onClick={() => keep.mutate({ keep: true })}>{words.offAction}</Button>
                )
              }
            >
              {view.keeping ? words.emptyText : words.offText}
            </EmptyState>
          ) : part === 'hunts' ? (
            <TrafficHunts hunts={view.hunts} onAdd={setAdding} />
          ) : (
            <TrafficQueries queries={view.queries} onAdd={setAdding} />
          )}
        </Tabs>
      </div>
      {adding === null ? null : <WordsDialog query={adding} item={null} onClose={() => setAdding(null)} />}
    </>
  )
}
