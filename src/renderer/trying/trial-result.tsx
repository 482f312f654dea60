import { Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { TrialView } from '../../preload/contract.ts'
import { Button } from '../ui/controls/button.tsx'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { CopyButton } from '../ui/controls/copy-button.tsx'
import { Tabs } from '../ui/controls/tabs.tsx'
import { ProgressBar } from '../ui/feedback/progress-bar.tsx'
import { Status, type Tone } from '../ui/feedback/status.tsx'
import { Section } from '../ui/section.tsx'
import { CodeBlock } from '../ui/text/code.tsx'
import { JsonView } from '../ui/text/json-view.tsx'
import { Quotation } from '../ui/text/quote-chip.tsx'
import { Said } from '../ui/text/said.tsx'
import { Time } from '../ui/text/time.tsx'
import { isObject } from '../values/typed-fields.ts'
import { TypedValues } from '../values/typed-values.tsx'
import { words } from '../words.ts'
import { readSteps, StepResults } from './step-results.tsx'
import { tryWords } from './try-words.ts'

const TONES: Record<TrialView['state'], Tone> = {
  running: 'running',
  waiting: 'needs',
  done: 'done',
  refused: 'refused',
  failed: 'failed',
  cancelled: 'quiet',
}
const VIEWS = ['person', 'model'] as const
type ReaderView = (typeof VIEWS)[number]

/** What came of it: as a person reads it, and word for word as a model is sent it. */
export function TrialResult({
  trial,
  takesFocus,
  onStop,
}: {
  trial: TrialView
  /** It has just come, after a press. */
  takesFocus: boolean
  onStop: () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  const [view, setView] = useState<ReaderView>('person')
  const steps = readSteps(trial.output)
  // What an agent is told of waiting names times as programs write them, and how long it was a moment ago.
  const message = trial.item === null ? trial.message : tryWords.waits
  const runId = steps?.workflowId ?? (trial.run?.listed ? trial.run.id : null)
  return (
    <Section title={tryWords.result} aside={<Time at={trial.at} />}>
      <div
        ref={box}
        tabIndex={-1}
        aria-live="polite"
        className="flex scroll-my-24 flex-wrap items-center gap-x-3 gap-y-2 outline-none"
      >
        <Status tone={TONES[trial.state]} className="font-medium">
          {tryWords.state[trial.state]}
        </Status>
        {message === null ? null : (
          <span className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
            <Said text={message} />
          </span>
        )}
        {trial.item === null ? null : (
          <ButtonLink size="small" href={`#/inbox/${encodeURIComponent(trial.item)}`}>
            {tryWords.openItem}
          </ButtonLink>
        )}
        {runId === null ? null : (
          <ButtonLink size="small" href={`#/runs/${encodeURIComponent(runId)}`}>
            {tryWords.openRun}
          </ButtonLink>
        )}
        {trial.canCancel ? (
          <Button size="small" icon={<Square aria-hidden size={12} />} onClick={onStop}>
            {tryWords.stop}
          </Button>
        ) : null}
      </div>
      {trial.state === 'running' ? <Progress progress={trial.progress} /> : null}
      {trial.exchanges.length === 0 ? null : (
        <div className="mt-2">
          <Tabs<ReaderView>
            label={tryWords.resultViews}
            value={view}
            onChange={setView}
            tabs={VIEWS.map((value) => ({ value, label: tryWords.resultView[value] }))}
          >
            <div className="pt-3">
              {view === 'person' ? (
                <PersonResult trial={trial} steps={steps} />
              ) : (
                <ModelResult trial={trial} />
              )}
            </div>
          </Tabs>
        </div>
      )}
    </Section>
  )
}

function Progress({ progress }: { progress: TrialView['progress'] }) {
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      <ProgressBar
        label={words.common.howFar}
        part={progress?.total ? progress.progress / progress.total : null}
      />
      {progress === null ? null : (
        <span data-count className="text-ink-muted">
          {tryWords.progress(progress.progress, progress.total)}
        </span>
      )}
      {progress?.message ? <span className="text-ink-muted">{progress.message}</span> : null}
    </div>
  )
}

function PersonResult({ trial, steps }: { trial: TrialView; steps: ReturnType<typeof readSteps> }) {
  const { output, blocks } = trial
  if (steps !== null)
    return (
      <div className="flex flex-col gap-2">
        {steps.isRehearsal ? <p className="text-ink-muted">{tryWords.rehearsed}</p> : null}
        {steps.isPartial ? <Status tone="needs">{tryWords.partial}</Status> : null}
        {steps.error === null ? null : (
          <p className="text-failed [overflow-wrap:anywhere]">
            <Said text={steps.error} />
          </p>
        )}
        <StepResults {...steps} />
      </div>
    )
  // A text that came as a block stands in the output already.
  const others = blocks.filter((block) => block.type !== 'text' || output === null)
  return (
    <div className="flex flex-col gap-3">
      {isObject(output) && Object.keys(output).length > 0 ? (
        <TypedValues schema={null} values={output} against={null} how="nothing" />
      ) : output !== null && typeof output === 'object' ? (
        <JsonView label={tryWords.output} value={output} />
      ) : output === null ? (
        others.length > 0 || trial.state !== 'done' ? null : (
          <p className="text-ink-muted">{tryWords.nothing}</p>
        )
      ) : (
        <Quotation text={String(output)} />
      )}
      {others.map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks may be equal, and their place is all they have
        <section key={place} aria-label={tryWords.sent}>
          <h4 className="mb-1 text-sm text-ink-muted">{tryWords.sent}</h4>
          <TypedValues schema={null} values={block} against={null} how="nothing" />
        </section>
      ))}
    </div>
  )
}

function ModelResult({ trial: { exchanges } }: { trial: TrialView }) {
  return (
    <div className="flex flex-col gap-4">
      {exchanges.map((exchange) => (
        <div key={exchange.tool}>
          <div className="mb-1 flex flex-wrap items-center gap-3 text-sm text-ink-muted">
            <span>{tryWords.exchange(exchange.tool)}</span>
            <span data-count className="ml-auto flex items-center gap-2">
              {tryWords.tokens(exchange.tokens)}
              <CopyButton text={exchange.text} label={tryWords.copyAnswer} className="size-5" />
            </span>
          </div>
          <CodeBlock text={exchange.text} label={tryWords.exchange(exchange.tool)} wrap />
          {exchange.isCut ? <p className="mt-1 text-sm text-ink-muted">{tryWords.cut}</p> : null}
        </div>
      ))}
    </div>
  )
}
