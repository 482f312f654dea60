import type {
  ImportChoice,
  ImportPreview,
  SandboxMode,
  ServerExamination,
} from '../../../../preload/contract.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import { Examined, Target } from '../servers/examined.tsx'
import { TrialView } from '../servers/trial-view.tsx'
import { useTrial } from '../servers/use-trial.ts'
import { sourceWords } from './source-words.ts'

const words = sourceWords.import

/** One of the servers that would be added: its command, and what is wrong with it; the rest when it is asked for. */
export function ReviewedServer({
  server: { draft, examination },
  choice,
  hash,
  isOpen,
  onToggle,
  onSandbox,
}: {
  server: ImportPreview['drafts'][number]
  choice: ImportChoice
  /** Of the preview that shows it. */
  hash: string
  isOpen: boolean
  onToggle: () => void
  onSandbox: (mode: SandboxMode) => void
}) {
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-md font-semibold">{draft.name}</h3>
        <Button size="small" look="plain" className="ml-auto" aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? words.less : words.more} <span className="sr-only">{draft.name}</span>
        </Button>
      </div>
      {isOpen ? (
        <Examined examination={examination} sandbox={sandboxOf(draft.connection)} onSandbox={onSandbox} />
      ) : (
        <>
          <Target examination={examination} />
          <Remarks examination={examination} />
        </>
      )}
      <FirstStart name={draft.name} examination={examination} choice={choice} hash={hash} />
    </li>
  )
}

/** It is started once, with the secrets of its file, which stay at the gateway; its command is in view. */
function FirstStart({
  name,
  examination: { hazards, problems },
  choice,
  hash,
}: {
  name: string
  examination: ServerExamination
  choice: ImportChoice
  hash: string
}) {
  const trial = useTrial('sources.try')
  const { view } = trial
  const isRunning = view?.status === 'running' || trial.isStarting
  const canStart = problems.length === 0 && hazards.every(({ level }) => level !== 'refused')
  return (
    <>
      {trial.error === null ? null : <Notice tone="failed">{trial.error}</Notice>}
      {view === null ? null : <TrialView trial={view} />}
      <Button
        size="small"
        className="self-start"
        disabled={!canStart}
        onClick={isRunning ? trial.cancel : () => trial.begin({ choice, hash, name })}
      >
        {isRunning ? words.stop : words.tryOnce} <span className="sr-only">{name}</span>
      </Button>
    </>
  )
}

function Remarks({ examination: { hazards, needs, problems } }: { examination: ServerExamination }) {
  const missing = needs.filter(({ found }) => found === null)
  return (
    <>
      {hazards.map(({ level, literal, text }) => (
        <Notice key={`${literal} ${text}`} tone={level === 'refused' ? 'failed' : 'needs'}>
          <Code>{literal}</Code> {text}
        </Notice>
      ))}
      {problems.map((problem) => (
        <Notice key={problem} tone="failed">
          {problem}
        </Notice>
      ))}
      {missing.map(({ program, help }) => (
        <p key={program} className="flex flex-wrap gap-x-2">
          <Status tone="failed">
            <OneLine text={words.missingProgram(program)} />
          </Status>
          {help}
        </p>
      ))}
    </>
  )
}

function sandboxOf({ sandbox }: Record<string, unknown>): SandboxMode {
  return sandbox === 'readOnly' || sandbox === 'noNetwork' ? sandbox : 'none'
}
