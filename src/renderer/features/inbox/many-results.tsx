import type { ManyPreview } from '../../../preload/contract.ts'
import { Sentence } from '../../sentence.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QuoteChip } from '../../ui/quote-chip.tsx'
import { Status } from '../../ui/status.tsx'
import { words } from '../../words.ts'
import { listWords } from './list-words.ts'

export interface Result {
  id: string
  ok: boolean
  message: string
  failed: boolean
  goesOn: boolean
}

/** How many were decided, and how many of those failed. Pure. */
export function sayResults(results: readonly Result[]): string {
  const done = results.filter(({ ok }) => ok).length
  const failed = results.filter((result) => result.ok && result.failed).length
  return `${listWords.many.results(done, results.length)}${failed > 0 ? listWords.many.alsoFailed(failed) : ''}`
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
  results: Result[]
  onClose: () => void
}) {
  const items = new Map(taken.items.map(({ item }) => [item.id, item]))
  const place = ({ ok, failed }: Result) => (ok ? (failed ? 1 : 2) : 0)
  const ordered = results.toSorted((one, other) => place(one) - place(other))
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={sayResults(results)}
      closeLabel={words.common.close}
      actions={<Button onClick={onClose}>{listWords.many.done}</Button>}
    >
      <ul aria-label={listWords.many.resultList} className="divide-y divide-line py-1">
        {ordered.map(({ id, ok, failed, message }) => (
          <li key={id} className="flex flex-col gap-0.5 py-2">
            <p className="font-medium">
              <Sentence parts={items.get(id)?.sentence ?? [{ kind: 'author', text: id }]} />
            </p>
            <p className="truncate text-sm empty:hidden">
              {items.get(id)?.values.map(({ name, text }) => (
                <span key={name} className="mr-1.5">
                  <QuoteChip text={`${name}: ${text}`} />
                </span>
              ))}
            </p>
            <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-ink-muted">
              <Status tone={ok && !failed ? (taken.tone === 'refuse' ? 'refused' : 'done') : 'failed'}>
                {!ok ? listWords.many.notDecided : failed ? listWords.many.failed(label) : label}
              </Status>
              <span className="min-w-0">{message}</span>
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
