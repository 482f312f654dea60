import type { TrafficView } from '../../../../preload/contract.ts'
import { sayChange, sayFigure } from '../../../items/figures.ts'
import { useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Fact, Facts } from '../../../ui/list.tsx'
import { Cell, Table } from '../../../ui/table.tsx'
import { FIGURES } from '../judging/judged-columns.ts'
import { useTuning } from '../tuning/tuning.ts'
import { trafficWords as words } from './traffic-words.ts'

/** Whether what was started after searches would help others, measured; and the way to try it. */
export function LearningSection({ learning }: { learning: TrafficView['learning'] }) {
  const { pairs, needed, share, figures, sentence } = learning
  return (
    <div className="flex h-full max-w-3xl flex-col gap-4 overflow-y-auto py-4">
      <p className="max-w-prose text-ink-muted">{words.learningLead}</p>
      <p className="max-w-prose text-md">{sentence}</p>
      <Facts>
        <Fact name={words.pairs}>
          <span data-count>{words.needed(pairs, needed)}</span>
          <p className="text-sm text-ink-muted">{words.pairsHow}</p>
        </Fact>
        <Fact name={words.inForce}>
          <span data-count>{words.share(share)}</span>
        </Fact>
      </Facts>
      {figures === null ? null : <Measured figures={figures} />}
    </div>
  )
}

function Measured({ figures }: { figures: NonNullable<TrafficView['learning']['figures']> }) {
  const { without, share, low, high } = figures
  const learnt = figures.with
  const [after, before] = [learnt.ndcg10, without.ndcg10]
  return (
    <section aria-label={words.measured} className="flex flex-col gap-3">
      <Table
        label={words.measured}
        columns={[{ title: words.what }, ...words.figures.map((title) => ({ title }))]}
      >
        {(
          [
            [words.without1, without],
            [words.with1(share), learnt],
          ] as const
        ).map(([name, row]) => (
          <tr key={name}>
            <Cell className="font-medium">{name}</Cell>
            {FIGURES.map((figure) => (
              <Cell key={figure}>{sayFigure(row[figure], 3)}</Cell>
            ))}
          </tr>
        ))}
      </Table>
      <p className="text-sm text-ink-muted" data-count>
        {words.measuredHow} {words.interval(sayChange(before, after, 3) || '0', signed(low), signed(high))}
      </p>
      {low > 0 ? <Offer share={share} /> : null}
    </section>
  )
}

/** Only where the whole interval is above nothing. */
function Offer({ share }: { share: number }) {
  const live = useCall('profiles.list', {}).data?.live.profile
  const { draft, change } = useTuning()
  const profile = draft ?? live
  if (profile === undefined) return null
  if (profile.ranking !== 'smart') return <p className="text-ink-muted">{words.smartOnly}</p>
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        onClick={() => {
          change('usage', { ...profile, usage: share }, Date.now())
          showToast(words.offered)
        }}
      >
        {words.offer(share)}
      </Button>
      <span className="text-sm text-ink-muted">{words.offerHint}</span>
    </div>
  )
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${sayFigure(Math.abs(value), 3)}`
}
