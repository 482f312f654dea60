import type { WhyView } from '../../../../preload/contract.ts'
import { FailedToLoad } from '../../../lists/failed-to-load.tsx'
import { useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Cell, Table } from '../../../ui/table.tsx'
import { QuoteChip, Revealed } from '../../../ui/text/quote-chip.tsx'
import { speakText } from '../../../ui/text/visible-text.ts'
import type { Profile } from '../profiles/profile-settings.ts'
import { sayFigure } from '../tuning/say-value.ts'
import { useTuning } from '../tuning/tuning.ts'
import { tuningWords } from '../tuning/tuning-words.ts'
import { sayPoints } from './explain.ts'
import { resultWords as words } from './result-words.ts'

/** Why one result stands above another: a sentence, a table, and the smallest change that would swap them. */
export function WhyDialog({
  query,
  above,
  below,
  onClose,
}: {
  query: string
  above: string
  below: string
  onClose: () => void
}) {
  const { draft, name, tryOut } = useTuning()
  const { data, error, refetch } = useCall('search.why', {
    query,
    above,
    below,
    ...(draft === null ? {} : { profile: draft }),
  })
  return (
    <Dialog wide onClose={onClose} title={words.whyTitle} onlyText={data === undefined}>
      {data !== undefined ? (
        <div className="flex flex-col gap-4 pb-2">
          <p className="text-md [overflow-wrap:anywhere]">
            <Revealed text={data.sentence} />
          </p>
          <Differences view={data} above={above} below={below} />
          <Swap
            swap={data.swap}
            onTry={(profile) => {
              tryOut(profile, draft === null ? '' : name)
              onClose()
            }}
          />
        </div>
      ) : error ? (
        <FailedToLoad message={error.message} onRetry={() => void refetch()} />
      ) : (
        <div className="flex flex-col gap-3 py-2">
          <p aria-hidden className="text-ink-muted">
            {words.working}
          </p>
          <Skeleton label={words.working} lines={4} />
        </div>
      )}
    </Dialog>
  )
}

function Differences({ view, above, below }: { view: WhyView; above: string; below: string }) {
  const most = Math.max(...view.differences.map((one) => Math.abs(one.above - one.below)), 0.001)
  const sum = (key: 'above' | 'below') => view.differences.reduce((total, one) => total + one[key], 0)
  return (
    <Table
      label={words.whyTitle}
      className="table-fixed"
      columns={[
        { title: words.part, className: 'w-1/4' },
        { title: <ItemName id={above} />, className: 'w-1/5 text-right' },
        { title: <ItemName id={below} />, className: 'w-1/5 text-right' },
        { title: words.difference, className: 'w-[35%]' },
      ]}
    >
      {view.differences.map(({ label, above: upper, below: lower }) => (
        <tr key={label}>
          <Cell>{label}</Cell>
          <Cell className="text-right">{sayPoints(upper)}</Cell>
          <Cell className="text-right">{sayPoints(lower)}</Cell>
          <Cell>
            <Gap gap={upper - lower} most={most} />
          </Cell>
        </tr>
      ))}
      <tr className="*:font-medium">
        <Cell>{words.together}</Cell>
        <Cell className="text-right">{sayPoints(sum('above'))}</Cell>
        <Cell className="text-right">{sayPoints(sum('below'))}</Cell>
        <Cell className="text-right">{saySigned(sum('above') - sum('below'))}</Cell>
      </tr>
    </Table>
  )
}

function ItemName({ id }: { id: string }) {
  return (
    <code className="line-clamp-3 font-mono text-xs break-all" title={speakText(id)}>
      <Revealed text={id} oneLine />
    </code>
  )
}

/** To the right what speaks for the upper one, to the left what speaks against it. */
function Gap({ gap, most }: { gap: number; most: number }) {
  const share = (Math.abs(gap) / most) * 50
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="relative h-2.5 min-w-16 flex-1 border-x border-line">
        <span className="absolute inset-y-0 left-1/2 w-px bg-line-strong" />
        <span
          className={`absolute inset-y-0 ${gap < 0 ? 'right-1/2 bg-control' : 'left-1/2 bg-accent'}`}
          style={{ width: `${share}%` }}
        />
      </span>
      <span className="w-12 shrink-0 text-right">{saySigned(gap)}</span>
    </span>
  )
}

function saySigned(points: number): string {
  if (Math.abs(points) < 0.005) return '0'
  return `${points > 0 ? '+' : '−'}${sayPoints(Math.abs(points))}`
}

function Swap({ swap, onTry }: { swap: WhyView['swap']; onTry: (profile: Profile) => void }) {
  if (swap === null) return <p className="text-ink-muted">{words.noSwap}</p>
  const { hurts, helps, judged } = swap
  return (
    <section
      aria-label={words.swap}
      className="flex flex-col gap-2 rounded-md bg-sunken p-3 ring-1 ring-line ring-inset"
    >
      <h3 className="text-sm font-semibold">{words.swap}</h3>
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <Revealed text={swap.sentence} />
        </p>
        <Button onClick={() => onTry(swap.profile)}>{words.tryIt}</Button>
      </div>
      {judged === 0 ? (
        <p className="text-sm text-ink-muted">{words.noJudged}</p>
      ) : hurts.length === 0 ? (
        <p className="text-sm text-done">
          {words.hurtsNone(judged)}
          {helps.length === 0 ? '' : `, ${words.helps(helps.length)}`}.
        </p>
      ) : (
        <div className="text-sm">
          <p className="text-failed">▼ {words.hurts(hurts.length)}</p>
          <ul className="my-1 flex flex-col gap-1">
            {hurts.map(({ query, before, after }) => (
              <li key={query} className="flex flex-wrap items-baseline gap-x-3">
                <QuoteChip text={query} />
                <span data-count className="text-ink-muted">
                  {words.fromTo(sayFigure(before), sayFigure(after))}
                </span>
              </li>
            ))}
          </ul>
          {helps.length === 0 ? null : <p className="text-done">▲ {tuningWords.better(helps.length)}</p>}
        </div>
      )}
    </section>
  )
}
