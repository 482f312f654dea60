import { Copy, Download, Ellipsis, ListChecks, Trash2, Upload } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import type { JudgedQuery } from '../../../../preload/contract.ts'
import { callGateway, messageOf } from '../../../gateway.ts'
import { useBridge, useCall, useSend } from '../../../queries.ts'
import { useDesk } from '../../../state.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { copyText } from '../../../ui/controls/copy-button.tsx'
import { downloadText } from '../../../ui/controls/download.ts'
import { Field, Input } from '../../../ui/controls/field.tsx'
import { Menu } from '../../../ui/controls/menu.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { LONG_OFFER_MS, offerToast } from '../../../ui/feedback/toast-button.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { useTuning } from '../tuning/tuning.ts'
import { useRowKeys } from '../tuning/use-row-keys.ts'
import { columnsOf, FIGURES, WIDE_ONLY } from './judged-columns.ts'
import { JudgedRowLine } from './judged-row.tsx'
import { combineJudged, filterJudged, isOf, ONLY, ORDERS, sortJudged } from './judged-rows.ts'
import { JudgedTotals } from './judged-totals.tsx'
import { judgedWords as words } from './judged-words.ts'
import { shuffle } from './judging.ts'
import { ListFilter, NothingLeft } from './list-filter.tsx'
import { useJudgingQueue } from './use-judging-queue.ts'

/** Of one call. */
const MOST_AT_ONCE = 5000

/** Removes judged queries, with the way back in the message that says so. */
function useRemoveJudged(): (qids: string[]) => void {
  const bridge = useBridge()
  function fail(fault: unknown): void {
    showToast(words.notDone, { tone: 'failed', detail: messageOf(fault) })
  }
  async function removeAll(qids: readonly string[]): Promise<JudgedQuery[]> {
    const removed: JudgedQuery[] = []
    for (let at = 0; at < qids.length; at += MOST_AT_ONCE) {
      const reply = await callGateway(bridge, 'judged.remove', { qids: qids.slice(at, at + MOST_AT_ONCE) })
      removed.push(...reply.removed)
    }
    return removed
  }
  return (qids) => {
    removeAll(qids).then((removed) => {
      offerToast(words.removed(removed.length), {
        label: words.undo,
        onPress: () =>
          void callGateway(bridge, 'judged.restore', { queries: removed }).then(
            ({ restored }) => showToast(words.restored(restored)),
            fail,
          ),
        forMs: LONG_OFFER_MS,
      })
    }, fail)
  }
}

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

/** What the columns of the list are; each row says it again to those who do not see it. */
function JudgedHeading({ isTried }: { isTried: boolean }) {
  return (
    <div
      aria-hidden
      className="flex shrink-0 items-center overflow-hidden border-b border-line text-sm text-ink-muted [scrollbar-gutter:stable] max-[47.5rem]:hidden"
    >
      <div className={classNames(columnsOf(isTried), 'min-w-0 flex-1 px-2 pb-1')}>
        <span>{words.query}</span>
        {isTried ? <span>{words.change}</span> : null}
        <span className="whitespace-nowrap">{words.first}</span>
        {FIGURES.map((name, place) => (
          <span key={name} className={place === 0 ? '' : WIDE_ONLY} title={words.figures[name].about}>
            {words.figures[name].name}
          </span>
        ))}
      </div>
      <span className="mr-1 w-7 shrink-0" />
    </div>
  )
}

/** What judged queries are for, and three ways to the first one. */
function JudgedEmpty({ onImport }: { onImport: () => void }) {
  const beside = useCall('judged.beside', {}).data?.found ?? null
  const take = useSend('judged.import')
  return (
    <div className="mx-auto max-w-2xl px-6 pb-10">
      <EmptyState
        icon={<ListChecks aria-hidden size={28} strokeWidth={1.5} />}
        title={words.emptyTitle}
        actions={
          <>
            {beside === null ? null : (
              <Button
                look="solid"
                disabled={take.isPending}
                onClick={() => take.mutate({ text: beside.text })}
              >
                {words.takeBeside(beside.queries, beside.file)}
              </Button>
            )}
            <ButtonLink href="#/search/traffic">{words.fromTraffic}</ButtonLink>
            <Button onClick={onImport}>{words.importSome}</Button>
          </>
        }
      >
        {words.emptyText}
      </EmptyState>
      {take.error === null ? null : (
        <Notice tone="failed">
          <span className="whitespace-pre-line">{take.error.message}</span>
        </Notice>
      )}
      <JudgedAdd />
    </div>
  )
}

/** What can be done with all of them. */
function JudgedTools({
  shown,
  onImport,
  onRemove,
}: {
  shown: string[]
  onImport: () => void
  onRemove: (qids: string[]) => void
}) {
  const bridge = useBridge()
  async function exportAll(to: 'file' | 'clipboard'): Promise<void> {
    try {
      const { text, queries } = await callGateway(bridge, 'judged.export', {})
      if (to === 'file') {
        downloadText('judged-queries.jsonl', text, 'application/jsonl')
        showToast(words.exported(queries))
      } else if (await copyText(text)) showToast(words.copied(queries))
      else showToast(words.notCopied, { tone: 'failed' })
    } catch (fault) {
      showToast(words.notDone, { tone: 'failed', detail: messageOf(fault) })
    }
  }
  return (
    <Menu
      trigger={<Button icon={<Ellipsis aria-hidden size={14} />}>{words.tools}</Button>}
      groups={[
        [
          { label: words.import, icon: <Upload size={14} />, opensDialog: true, onSelect: onImport },
          {
            label: words.download,
            icon: <Download size={14} />,
            onSelect: () => void exportAll('file'),
          },
          { label: words.copy, icon: <Copy size={14} />, onSelect: () => void exportAll('clipboard') },
        ],
        [
          {
            label: words.removeAll,
            icon: <Trash2 size={14} />,
            disabled: shown.length === 0,
            onSelect: () => onRemove(shown),
          },
        ],
      ]}
    />
  )
}

/** A query of a person's own; one of the same words that is judged already is opened. */
function JudgedAdd() {
  const begin = useJudgingQueue((queue) => queue.begin)
  const [query, setQuery] = useState('')
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (query.trim() !== '') begin([{ query: query.trim(), from: 'person' }])
  }
  return (
    <form onSubmit={submit}>
      <Field label={words.add}>
        {(ids) => (
          <div className="flex gap-2">
            <Input
              {...ids}
              value={query}
              maxLength={2000}
              autoComplete="off"
              onChange={(event) => setQuery(event.target.value)}
            />
            <Button type="submit" disabled={query.trim() === ''}>
              {words.judge}
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
