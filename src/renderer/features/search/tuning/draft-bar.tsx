import { useState } from 'react'
import type { EvaluationView, ProfilesView } from '../../../../preload/contract.ts'
import { useSettled } from '../../../lists/use-settled.ts'
import { useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Said } from '../../../ui/text/said.tsx'
import { KeepDialog } from '../profiles/keep-dialog.tsx'
import type { Profile } from '../profiles/profile-settings.ts'
import { sayFigure, sayGain } from './say-value.ts'
import { useTuning } from './tuning.ts'
import { tuningWords as words } from './tuning-words.ts'
import { countDiffering } from './use-tuning.ts'

const FIGURES = ['ndcg10', 'mrr', 'recall5'] as const
/** After the last change: a drag is measured when it has ended. */
const REST_MS = 350

/** What is tried, on every part of the playground: how it differs, what the judged queries say, and what to do with it. */
export function DraftBar({ profiles, draft }: { profiles: ProfilesView; draft: Profile }) {
  const { name, tryOut, set } = useTuning()
  const [keeping, setKeeping] = useState(false)
  const count = countDiffering(profiles, draft)
  return (
    <section
      aria-label={words.bar}
      className="flex shrink-0 items-center gap-x-4 gap-y-1 border-b border-line bg-accent-soft px-4 py-1.5 max-[53.75rem]:flex-wrap"
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-0.5 max-[53.75rem]:basis-full">
        <p className="min-w-0 [overflow-wrap:anywhere]">
          <span className="font-medium">
            <Said text={words.draft(name)} />.
          </span>{' '}
          <span className="text-ink-muted">
            {count === null
              ? words.otherRanking(profiles.live.profile.ranking, draft.ranking)
              : words.differs(count)}
          </span>
        </p>
        <Measured draft={draft} />
      </div>
      <div className="ml-auto flex shrink-0 items-center gap-2">
        <Button size="small" onClick={() => tryOut(null, '')}>
          {words.discard}
        </Button>
        <Button size="small" onClick={() => setKeeping(true)}>
          {words.keep}
        </Button>
        <Button
          size="small"
          look="solid"
          disabled={count === 0}
          onClick={() => set({ applying: { name, profile: draft, again: false } })}
        >
          {words.apply}
        </Button>
      </div>
      {keeping ? <KeepDialog name={name} profile={draft} onClose={() => setKeeping(false)} /> : null}
    </section>
  )
}

/** The judged queries under the draft against what is live. */
function Measured({ draft }: { draft: Profile }) {
  const profile = useSettled(draft, REST_MS)
  const { data, error, isFetching } = useCall('search.evaluate', { profile }, { keepPrevious: true })
  if (error) return <p className="text-sm text-failed">{error.message}</p>
  if (data === undefined) return <p className="text-sm text-ink-muted">{words.measuring}</p>
  if (data.total === null) {
    return (
      <p className="text-sm text-ink-muted">
        {words.noJudged}{' '}
        <a href="#/search/judged" className="text-accent underline underline-offset-2">
          {words.judge}
        </a>
      </p>
    )
  }
  return (
    <div
      aria-busy={isFetching || profile !== draft}
      className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm"
    >
      <Figures total={data.total} />
      <Verdict rows={data.rows} />
    </div>
  )
}

function Figures({ total }: { total: NonNullable<EvaluationView['total']> }) {
  return FIGURES.map((key) => {
    const before = total.before[key]
    const after = total.after[key]
    return (
      <span key={key} data-count title={words.figureMeans[key]} className="whitespace-nowrap">
        <span className="text-ink-muted">{words.figure[key]}</span> {sayFigure(before)} → {sayFigure(after)}{' '}
        <span className={toneOf(after - before)}>{sayGain(before, after)}</span>
      </span>
    )
  })
}

function Verdict({ rows }: { rows: EvaluationView['rows'] }) {
  const count = (change: 'better' | 'worse') => rows.filter((row) => row.change === change).length
  const [better, worse] = [count('better'), count('worse')]
  return (
    <span data-count className="flex items-baseline gap-3 whitespace-nowrap">
      {better > 0 ? <span className="text-done">▲ {words.better(better)}</span> : null}
      {worse > 0 ? <span className="text-failed">▼ {words.worse(worse)}</span> : null}
      {better + worse === 0 ? <span className="text-ink-muted">{words.unchanged(rows.length)}</span> : null}
      <a href="#/search/judged" className="text-accent underline underline-offset-2">
        {words.seeJudged}
      </a>
    </span>
  )
}

function toneOf(gain: number): string {
  if (Math.abs(gain) < 0.0005) return 'text-ink-muted'
  return gain > 0 ? 'text-done' : 'text-failed'
}
