import type { ManyPreview, ManyResult } from '../../../../preload/contract.ts'
import { Sentence } from '../../../items/sentence.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { dockWords } from '../dock/dock-words.ts'
import { listWords } from '../list/list-words.ts'
import { type InboxState, type Undoable, useInbox } from '../state.ts'
import { hasNotRun, isUndone } from '../undo/follow-ups.ts'
import { UndoButton } from '../undo/undo-button.tsx'
import { Values } from './many-list.tsx'

/** What came of the press: what ran, what is recorded, what can still be undone, what was not decided. Pure. */
export function sayResults(
  results: readonly ManyResult[],
  { undone, late }: Pick<InboxState, 'undone' | 'late'> = { undone: [], late: [] },
  now = Date.now(),
): string {
  const said = listWords.many
  const back = results.filter((result) => isBack(result, undone))
  const unsaved = back.filter((result) => isUnsaved(result, undone)).length
  const done = results.filter((result) => result.ok && !isBack(result, undone))
  const recorded = done.filter(({ missing }) => missing.people > 0)
  const needs = recorded.map(({ missing }) => missing.people)
  const fewest = Math.min(...needs)
  const mayBeMore = recorded.some(({ missing }) => missing.atLeast || missing.people > fewest)
  const waiting = done.filter((result) => isWaiting(result, now, late))
  const gone = done.filter(({ window }) => window !== null).length - waiting.length
  const failed = done.filter((result) => result.failed)
  const over = done.length - recorded.length - waiting.length - gone
  const parts = [
    over > 0 || done.length + back.length === 0 ? said.results(over, results.length) : '',
    recorded.length > 0 ? said.recorded(recorded.length, fewest, mayBeMore) : '',
    waiting.length > 0 ? said.waiting(waiting.length) : '',
    gone > 0 ? said.gone(gone) : '',
    back.length > unsaved ? dockWords.undone(back.length - unsaved, results.length) : '',
    unsaved > 0 ? dockWords.undoneUnsaved(unsaved, results.length) : '',
    failed.length > 0 ? said.alsoFailed(failed.length) : '',
    over === 0 && done.length + back.length < results.length
      ? said.undecided(results.length - done.length - back.length)
      : '',
  ]
  return parts.filter((part) => part !== '').join('; ')
}

/** What came of each: first those that were not decided, then those that failed. */
export function ManyResults({
  label,
  taken,
  results,
  onClose,
}: {
  label: string
  taken: ManyPreview
  results: ManyResult[]
  onClose: () => void
}) {
  const undone = useInbox((inbox) => inbox.undone)
  const late = useInbox((inbox) => inbox.late)
  const now = useNow()
  const items = new Map(taken.items.map(({ item }) => [item.id, item]))
  const place = ({ ok, failed }: ManyResult) => (ok ? (failed ? 1 : 2) : 0)
  const ordered = results.toSorted((one, other) => place(one) - place(other))
  return (
    <Dialog
      wide
      onClose={onClose}
      title={sayResults(results, { undone, late }, now)}
      actions={
        <>
          <UndoButton items={results.flatMap(undoableOf)} />
          <Button onClick={onClose}>{listWords.many.done}</Button>
        </>
      }
    >
      <ul aria-label={listWords.many.resultList} className="divide-y divide-line py-1">
        {ordered.map((result) => {
          const { id, message } = result
          const returned = isBack(result, undone)
          const isGone = result.window !== null && !isWaiting(result, now, late)
          return (
            <li key={id} className="flex flex-col gap-0.5 py-2">
              <p className="font-medium">
                <Sentence parts={items.get(id)?.sentence ?? [{ kind: 'author', text: id }]} />
              </p>
              <Values of={items.get(id)?.values ?? []} />
              <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-ink-muted">
                <Status tone={returned ? 'quiet' : toneOf(result, taken, isWaiting(result, now, late))}>
                  {returned ? sayBack(result, undone) : sayResult(result, label)}
                </Status>
                {returned ? null : (
                  <span className="min-w-0">{isGone ? listWords.many.goneOne : message}</span>
                )}
                {results.length > 1 ? <UndoButton items={undoableOf(result)} /> : null}
              </p>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

function undoableOf({ id, window }: ManyResult): Undoable[] {
  return window === null ? [] : [{ id, ...window }]
}

function isBack({ id, window }: ManyResult, undone: InboxState['undone']): boolean {
  return window !== null && isUndone({ id, ...window }, undone)
}

function isUnsaved(result: ManyResult, undone: InboxState['undone']): boolean {
  return isBack(
    result,
    undone.filter((decision) => decision.unsaved),
  )
}

function sayBack(result: ManyResult, undone: InboxState['undone']): string {
  return isUnsaved(result, undone) ? dockWords.undoneUnsaved(1, 1) : dockWords.undone(1, 1)
}

function isWaiting({ id, window }: ManyResult, now: number, late: InboxState['late']): boolean {
  return window !== null && hasNotRun({ id, ...window }, now, late)
}

function toneOf(result: ManyResult, { tone }: ManyPreview, waits: boolean) {
  if (!result.ok || result.failed) return 'failed' as const
  if (result.missing.people > 0 || waits) return 'needs' as const
  return tone === 'refuse' ? ('refused' as const) : ('done' as const)
}

function sayResult({ ok, failed, missing }: ManyResult, label: string): string {
  if (!ok) return listWords.many.notDecided
  if (failed) return listWords.many.failed(label)
  return missing.people > 0 ? listWords.many.recordedOne : label
}
