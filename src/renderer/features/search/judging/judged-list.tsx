import { useMemo } from 'react'
import type { JudgedQuery } from '../../../../preload/contract.ts'
import { useCall } from '../../../queries.ts'
import { useDesk } from '../../../state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { useTuning } from '../tuning/tuning.ts'
import { useRowKeys } from '../tuning/use-row-keys.ts'
import { JudgedAdd } from './judged-add.tsx'
import { JudgedEmpty } from './judged-empty.tsx'
import { JudgedHeading } from './judged-heading.tsx'
import { JudgedRowLine } from './judged-row.tsx'
import { combineJudged, filterJudged, isOf, ONLY, ORDERS, sortJudged } from './judged-rows.ts'
import { JudgedTools } from './judged-tools.tsx'
import { JudgedTotals } from './judged-totals.tsx'
import { judgedWords as words } from './judged-words.ts'
import { shuffle } from './judging.ts'
import { ListFilter, NothingLeft } from './list-filter.tsx'
import { useJudgingQueue } from './use-judging-queue.ts'
import { useRemoveJudged } from './use-remove-judged.tsx'

const ROW_PX = 53

/** Every judged query with its figures, and all of them together. */
export function JudgedList({ judged, onImport }: { judged: readonly JudgedQuery[]; onImport: () => void }) {
  const { filters, setFilter } = useDesk()
  const begin = useJudgingQueue((queue) => queue.begin)
  const { evaluation, error, isTried } = useEvaluation({ enabled: judged.length > 0 })
  const remove = useRemoveJudged()
  const text = filters['judged.text'] ?? ''
  const order = ORDERS.find((one) => one === filters['judged.order']) ?? 'change'
  const only = ONLY.find((one) => one === filters['judged.only']) ?? 'all'
  const rows = useMemo(() => combineJudged(judged, evaluation), [judged, evaluation])
  const shown = useMemo(() => sortJudged(filterJudged(rows, text, only), order), [rows, text, only, order])
  const keys = useMemo(() => shown.map((row) => row.judged.qid), [shown])
  const chosen = filters['judged.chosen'] ?? null
  useRowKeys({
    keys,
    chosen,
    choose: (qid) => setFilter('judged.chosen', qid),
    filterId: 'judged-filter',
  })
  if (judged.length === 0) return <JudgedEmpty onImport={onImport} />
  const queued = ({ query }: JudgedQuery) => ({ query, from: 'person' as const })
  return (
    <div className="flex h-full min-h-[30rem] flex-col px-4 pt-3">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2 pb-3">
        <div className="min-w-0 flex-1 basis-80">
          <JudgedAdd />
        </div>
        <Button
          title={words.judgeAllHint}
          disabled={shown.length === 0}
          onClick={() =>
            begin(
              shuffle(
                shown.map((row) => queued(row.judged)),
                Math.random,
              ),
            )
          }
        >
          {words.judgeAll}
        </Button>
        <JudgedTools shown={keys} onImport={onImport} onRemove={remove} />
      </div>
      {error ? <Notice tone="failed">{error.message}</Notice> : null}
      <JudgedTotals evaluation={evaluation} isTried={isTried} failed={error !== null} />
      <ListFilter
        list="judged"
        words={words}
        only={{ value: only, values: ONLY }}
        orders={{ value: order, values: ORDERS }}
        countOf={(value) => rows.filter((row) => isOf(row, value)).length}
        shown={shown.length}
        all={rows.length}
      />
      {shown.length === 0 ? (
        <NothingLeft list="judged" words={words} />
      ) : (
        <div className="flex min-h-60 flex-1 flex-col [&>div]:[scrollbar-gutter:stable]">
          <JudgedHeading isTried={isTried} />
          <VirtualList
            label={words.list}
            items={shown}
            keyOf={(row) => row.judged.qid}
            rowPx={ROW_PX}
            selected={chosen}
          >
            {(row) => (
              <JudgedRowLine
                row={row}
                isTried={isTried}
                selected={row.judged.qid === chosen}
                onOpen={() => {
                  setFilter('judged.chosen', row.judged.qid)
                  begin([queued(row.judged)])
                }}
                onRemove={() => remove([row.judged.qid])}
              />
            )}
          </VirtualList>
        </div>
      )}
    </div>
  )
}

/** The judged queries under what is tried against what is live; under the live profile alone where nothing is tried. */
function useEvaluation({ enabled }: { enabled: boolean }) {
  const draft = useTuning((tuning) => tuning.draft)
  const live = useCall('profiles.list', {}, { enabled: enabled && draft === null }).data?.live.profile
  const profile = draft ?? live
  const evaluation = useCall(
    'search.evaluate',
    { profile: profile ?? { ranking: 'classic' } },
    { enabled: enabled && profile !== undefined, keepPrevious: true },
  )
  return { evaluation: evaluation.data, error: evaluation.error, isTried: draft !== null }
}
