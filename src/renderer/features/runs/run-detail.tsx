import type { RunDetail as Run, RunSummary, StepView } from '../../../preload/contract.ts'
import { Sentence } from '../../items/sentence.tsx'
import { WhoName } from '../../items/who.tsx'
import { NotThere } from '../../lists/failed-to-load.tsx'
import { useCall } from '../../queries.ts'
import { classNames } from '../../ui/class-names.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { Badge, ClockMark, Status, type Tone } from '../../ui/feedback/status.tsx'
import { Graph } from '../../ui/graph/graph.tsx'
import { HairlineList } from '../../ui/list.tsx'
import { Section } from '../../ui/section.tsx'
import { JsonView } from '../../ui/text/json-view.tsx'
import { OneLine, Quotation } from '../../ui/text/quote-chip.tsx'
import { Time } from '../../ui/text/time.tsx'
import { lookOf, sayState, sayWaiting } from './look.ts'
import { NextMoves } from './next-moves.tsx'
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
        <WhereItStands run={run} />
        <Guidance run={run} />
        {run.isSingleCall ? null : <NextMoves run={run} />}
        <RunTimeline timeline={run.timeline} isPartial={run.isPartial === true} />
        <JsonSection title={runWords.context} value={run.context} copyLabel={runWords.copyContext} />
        <JsonSection title={runWords.input} value={run.input} copyLabel={runWords.copyInput} />
        <EvidenceSection evidence={run.evidence} />
      </div>
    </article>
  )
}

/** Single calls stand side by side, and nowhere. */
function WhereItStands({ run }: { run: Run }) {
  if (run.isSingleCall) return null
  return (
    <Section title={runWords.diagram}>
      {run.diagram.states.length > 0 ? (
        <Graph {...run.diagram} ended={run.status !== 'running'} />
      ) : (
        <p className="text-ink-muted">{runWords.noDiagram}</p>
      )}
      {run.isPartial ? <p className="text-sm text-ink-muted">{runWords.diagramPartial}</p> : null}
    </Section>
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

/** What it is, how it is, and since when. */
function RunHeader({ run }: { run: Run }) {
  const look = lookOf(run)
  return (
    <header className="flex flex-col gap-1.5 pt-5 pb-4">
      <h2 className="text-xl font-semibold text-balance">
        <OneLine text={run.title} />
      </h2>
      {run.isSingleCall && run.about.length > 0 ? (
        <p>
          <Sentence parts={run.about} />
        </p>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-2">
        <Status tone={look.tone} className="font-medium">
          {look.word}
        </Status>
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {[sayState(run), sayWaiting(run)].filter(Boolean).join(' · ')}
        </span>
        {run.deadlineAt && run.status === 'running' ? (
          <ClockMark>
            {runWords.deadline} <Time at={run.deadlineAt} />
          </ClockMark>
        ) : null}
      </p>
      <p className="text-ink-muted">
        {runWords.started} <Time at={run.startedAt} /> {runWords.by} <WhoName id={run.startedBy} /> ·{' '}
        {runWords.changed} <Time at={run.updatedAt} /> ·{' '}
        <span data-count>
          {runWords.version} {run.version}
        </span>
      </p>
    </header>
  )
}

/** What somebody has to do about it, what failed, and why it was ended. */
function RunNotices({ run }: { run: Run }) {
  return (
    <>
      {run.pendingItem ? (
        <div className="mb-4">
          <Notice
            tone={run.attention === 'interrupted' || run.attention === 'unwritten' ? 'failed' : 'needs'}
            actions={
              <ButtonLink size="small" href={`#/inbox/${encodeURIComponent(run.pendingItem)}`}>
                {runWords.openItem}
              </ButtonLink>
            }
          >
            {run.decided ?? (run.attention === 'interrupted' ? runWords.interrupted : runWords.needsPerson)}
          </Notice>
        </div>
      ) : null}
      {run.unwritten ? (
        <div className="mb-4">
          <Notice tone="failed">{run.unwritten}</Notice>
        </div>
      ) : null}
      {run.failure?.uncertain ? (
        <div className="mb-4">
          <Notice tone="failed">{runWords.uncertain}</Notice>
        </div>
      ) : null}
      {run.failure ? (
        <Section title={run.refused ? runWords.status.refused : runWords.failure}>
          {run.refused ? null : (
            <Status tone="failed" className="mb-1 font-mono text-sm">
              {run.failure.code}
            </Status>
          )}
          <Quotation by={run.refused ? '' : runWords.failureSaid} text={run.failure.message} />
        </Section>
      ) : null}
      {run.endReason ? (
        <Section title={runWords.endReason}>
          <Quotation by="" text={run.endReason} />
        </Section>
      ) : null}
    </>
  )
}

/** What was recorded in support of the run, by whom, with its data. */
function EvidenceSection({ evidence }: { evidence: Run['evidence'] }) {
  if (evidence.length === 0) return null
  return (
    <Section title={runWords.evidence}>
      <HairlineList>
        {evidence.map((one) => (
          <li key={one.id} className="row-padding flex flex-col gap-1">
            <span className="flex flex-wrap items-center gap-x-3 text-sm text-ink-muted">
              <Badge shape={false}>{one.kind}</Badge>
              <WhoName id={one.by} />
              <span data-count>{runWords.versionShort(one.version)}</span>
              <Time at={one.at} className="ml-auto" />
            </span>
            <Quotation by="" text={one.summary} />
            {one.data === null ? null : (
              <JsonView label={runWords.evidenceData(one.id)} value={one.data} openDepth={1} />
            )}
          </li>
        ))}
      </HairlineList>
    </Section>
  )
}

/** The run whose step this one is. */
function Parent({ run }: { run: Run }) {
  if (run.parent === null) return null
  return (
    <Section title={runWords.partOf} aside={runWords.parentAside}>
      <HairlineList>
        <Related run={run.parent} />
      </HairlineList>
    </Section>
  )
}

/** The runs that are steps of this one. */
function Children({ run }: { run: Run }) {
  if (run.children.length === 0) return null
  return (
    <Section title={runWords.children}>
      <HairlineList>
        {run.children.map((child) => (
          <Related key={child.id} run={child} />
        ))}
      </HairlineList>
    </Section>
  )
}

function Related({ run }: { run: RunSummary }) {
  const look = lookOf(run)
  return (
    <li className="row-padding flex flex-wrap items-center gap-x-3">
      <a
        href={`#/runs/${encodeURIComponent(run.id)}`}
        className="rounded-sm font-medium text-accent hover:underline"
      >
        <OneLine text={run.title} />
      </a>
      <Status tone={look.tone}>{look.word}</Status>
      <span className="min-w-0 [overflow-wrap:anywhere] text-ink-muted">
        {[sayState(run), sayWaiting(run)].filter(Boolean).join(' · ')}
      </span>
      <Time at={run.updatedAt} className="ml-auto text-sm text-ink-muted" />
    </li>
  )
}
