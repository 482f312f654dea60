import type { StepView } from '../../../preload/contract.ts'
import { classNames } from '../../ui/class-names.ts'
import { Status, type Tone } from '../../ui/feedback/status.tsx'
import { Section } from '../../ui/section.tsx'
import { OneLine } from '../../ui/text/quote-chip.tsx'
import { runWords } from './words.ts'

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
export function StepList({ steps }: { steps: StepView[] }) {
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
