import type { AppliedProfile, ProfilesView } from '../../../../preload/contract.ts'
import { WhoName } from '../../../items/who.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Cell, Table } from '../../../ui/table.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { sayFigure, sayGain } from '../tuning/say-value.ts'
import { useTuning } from '../tuning/tuning.ts'
import { tuningWords } from '../tuning/tuning-words.ts'
import { describeChange } from './describe-profile.ts'
import { profileWords as words } from './profile-words.ts'

/** What was applied: when, by whom, what the judged queries said then, and the way back. */
export function AppliedTable({ profiles }: { profiles: ProfilesView }) {
  const { history } = profiles
  return (
    <Table
      label={words.historyTitle}
      columns={[
        { title: words.columns.profile },
        { title: words.columns.when },
        { title: words.columns.figures },
        { title: <span className="sr-only">{words.columns.actions}</span> },
      ]}
    >
      {history.map((applied, place) => {
        const isLive = place === 0 && !profiles.changedElsewhere
        return (
          <tr key={applied.id}>
            <Cell>
              <span className="font-medium [overflow-wrap:anywhere]">
                <OneLine text={applied.name} />
              </span>
              {isLive ? (
                <span className="block text-sm text-done">● {words.current}</span>
              ) : (
                <Differs applied={applied} profiles={profiles} />
              )}
            </Cell>
            <Cell>
              {/* When it was found says nothing of since when it was live. */}
              {applied.found ? (
                <span className="text-ink-muted">{words.found}</span>
              ) : (
                <>
                  <Time at={applied.at} />
                  <span className="block text-sm text-ink-muted">
                    {words.by} <WhoName id={applied.by} />
                  </span>
                </>
              )}
            </Cell>
            <Cell>
              <Figures applied={applied} />
            </Cell>
            <Cell className="text-right">{isLive ? null : <RollBack applied={applied} />}</Cell>
          </tr>
        )
      })}
    </Table>
  )
}

function Differs({
  applied,
  profiles: { live, settings },
}: {
  applied: AppliedProfile
  profiles: ProfilesView
}) {
  const lines = describeChange(live.profile, applied.profile, settings)
  if (lines.length === 0) return <span className="block text-sm text-ink-muted">{words.sameAsLive}</span>
  return (
    <details className="text-sm text-ink-muted">
      <summary className="rounded-sm text-accent hover:underline">{words.showDifference}</summary>
      <ul className="list-disc pl-4">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}

function Figures({ applied: { figures } }: { applied: AppliedProfile }) {
  if (figures === null) return <span className="text-ink-muted">{words.noFigures}</span>
  const { before, after, queries } = figures
  return (
    <span title={tuningWords.figureMeans.ndcg10}>
      {tuningWords.figure.ndcg10} {sayFigure(before.ndcg10)} → {sayFigure(after.ndcg10)} (
      {sayGain(before.ndcg10, after.ndcg10)})
      <span className="block text-sm text-ink-muted">{words.figures(queries)}</span>
    </span>
  )
}

function RollBack({ applied: { name, profile } }: { applied: AppliedProfile }) {
  const set = useTuning((tuning) => tuning.set)
  return (
    <Button
      size="small"
      aria-label={words.rollBackNamed(name)}
      onClick={() => set({ applying: { name, profile, again: true } })}
    >
      {words.rollBack}
    </Button>
  )
}
