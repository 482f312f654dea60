import type { RunDetail as Run, StepView } from '../../../preload/contract.ts'
import { NotThere } from '../../lists/failed-to-load.tsx'
import { useCall } from '../../queries.ts'
import { classNames } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Status, type Tone } from '../../ui/feedback/status.tsx'
import { Graph } from '../../ui/graph/graph.tsx'
import { Section } from '../../ui/section.tsx'
import { JsonView } from '../../ui/text/json-view.tsx'
import { OneLine } from '../../ui/text/quote-chip.tsx'
import { EvidenceSection } from './evidence-section.tsx'
import { NextMoves } from './next-moves.tsx'
import { Children, Parent } from './related-runs.tsx'
import { RunHeader } from './run-header.tsx'
import { RunNotices } from './run-notices.tsx'
import { RunTimeline } from './run-timeline.tsx'
import { RunToolbar } from './run-toolbar.tsx'
import { runWords } from './words.ts'

/** One run, fetched by its id; it stays when it leaves the list. */
export function RunDetail({ id, onBack }: { id: string; onBack: () => void }) {
  const { data: run, error, refetch } = useCall('runs.get', { id })
  if (run) return <OpenRun key={run.id} run={run} />
  const { gone, back } = runWords
  return <NotThere error={error} gone={gone} back={back} onBack={onBack} onRetry={() => void refetch()} />
}

function OpenRun({ run }: { run: Run }) {
  return (
    <article
      id="run"
      tabIndex={-1}
      aria-label={runWords.detail}
      className="flex h-full min-h-0 flex-col wrap-break-word outline-none"
    >
      <RunToolbar run={run} />
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-4">
        <RunHeader run={run} />
        <RunNotices run={run} />
        <Parent run={run} />
        <Children run={run} />
        <StepList steps={run.steps} />
        <Section title={runWords.diagram}>
          {run.diagram.states.length > 0 ? (
            <Graph {...run.diagram} ended={run.status !== 'running'} />
          ) : (
            <p className="text-ink-muted">{runWords.noDiagram}</p>
          )}
          {run.isPartial ? <p className="text-sm text-ink-muted">{runWords.diagramPartial}</p> : null}
        </Section>
        <Guidance run={run} />
        <NextMoves run={run} />
        <RunTimeline timeline={run.timeline} isPartial={run.isPartial === true} />
        <JsonSection title={runWords.context} value={run.context} copyLabel={runWords.copyContext} />
        <JsonSection title={runWords.input} value={run.input} copyLabel={runWords.copyInput} />
        <EvidenceSection evidence={run.evidence} />
      </div>
    </article>
  )
}

function Guidance({ run }: { run: Run }) {
  const { goal, instructions } = run.guidance
  if (run.status !== 'running' || (!goal && !instructions)) return null
  return (
    <Section title={runWords.guidance}>
      {goal ? <p>{goal}</p> : null}
      {instructions ? <p className="text-ink-muted">{instructions}</p> : null}
    </Section>
  )
}

function JsonSection({ title, value, copyLabel }: { title: string; value: Run['input']; copyLabel: string }) {
  const empty = Object.keys(value).length === 0
  return (
    <Section
      title={title}
      aside={
        empty ? null : (
          <span className="flex items-center gap-2">
            {runWords.values}
            <CopyButton text={JSON.stringify(value, null, 2)} label={copyLabel} className="size-5" />
          </span>
        )
      }
    >
      {empty ? (
        <p className="text-ink-muted">{runWords.nothing}</p>
      ) : (
        <JsonView label={runWords.asJson(title)} value={value} />
      )}
    </Section>
  )
}

const STEP_TONE: Record<StepView['status'], Tone> = {
  pending: 'quiet',
  waiting: 'needs',
  running: 'running',
  success: 'done',
  failed: 'failed',
  skipped: 'quiet',
  refused: 'refused',
  aborted: 'failed',
}

/** How far a workflow of steps is: every step with what became of it, members below their group. */
function StepList({ steps }: { steps: StepView[] }) {
  if (steps.length === 0) return null
  const done = steps.filter(({ status }) => status === 'success' || status === 'skipped').length
  return (
    <Section title={runWords.steps} aside={<span data-count>{runWords.stepsDone(done, steps.length)}</span>}>
      <ol className="divide-y divide-line">
        {steps.map((step) => (
          <li
            key={step.name}
            className={classNames('row-padding flex flex-wrap items-center gap-x-3', step.member && 'pl-6')}
          >
            <span className={classNames('font-medium', step.member ? 'min-w-40' : 'min-w-46')}>
              <OneLine text={step.title} />
            </span>
            <Status tone={STEP_TONE[step.status]}>{runWords.stepStatus[step.status]}</Status>
            {step.member ? <span className="text-sm text-ink-muted">{runWords.stepMember}</span> : null}
            {step.duration === null ? null : (
              <span data-count className="ml-auto text-sm text-ink-muted">
                {runWords.took(step.duration)}
              </span>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}
