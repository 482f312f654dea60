/** The dialog in which a person adds a server: fill in, check, try, add. Nothing starts and nothing is written before they press. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { ServerCandidate, ServerExamination } from '../../../../preload/contract.ts'
import { useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import { SelectField } from '../../../ui/controls/select.tsx'
import { Switch } from '../../../ui/controls/switch.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Section } from '../../../ui/section.tsx'
import { words as shared } from '../../../words.ts'
import { routeOf } from '../views.ts'
import { Examined, SecretSwitches, Target } from './examined.tsx'
import { FillIn } from './fill-in.tsx'
import { keepKey, keysOf, useKeySecrets } from './kept-keys.ts'
import { SaveStep } from './save-step.tsx'
import {
  emptyForm,
  type FormReading,
  formOfCandidate,
  isMcp,
  missingIn,
  type ServerForm,
} from './server-form.ts'
import { StepList } from './step-list.tsx'
import { TrialView } from './trial-view.tsx'
import { useDraft } from './use-draft.ts'
import { useTrial } from './use-trial.ts'
import { serverWords as words } from './words.ts'

const ASKS: ServerForm['ask'][] = ['always', 'unlessReadOnly', 'never']

/** How agents get the tools of a new server: a person is asked before each, unless somebody says otherwise. */
function Offered({ form, onChange }: { form: ServerForm; onChange: (form: ServerForm) => void }) {
  const edit = (change: Partial<ServerForm>) => onChange({ ...form, ...change })
  return (
    <Section title={words.offer.title}>
      <div className="flex flex-col gap-3">
        {isMcp(form) ? (
          <Switch
            label={words.offer.isOffered}
            hint={words.offer.isOfferedHint}
            checked={form.isOffered}
            onChange={(isOffered) => edit({ isOffered })}
          />
        ) : null}
        {isMcp(form) && form.isOffered ? (
          <TextField
            label={words.offer.prefix}
            hint={words.offer.prefixHint(form.prefix)}
            value={form.prefix}
            maxLength={64}
            spellCheck={false}
            autoComplete="off"
            onType={(text) => edit({ prefix: text })}
            className="max-w-72 font-mono text-sm"
          />
        ) : null}
        {isMcp(form) && !form.isOffered ? null : (
          <SelectField<ServerForm['ask']>
            label={words.offer.ask}
            hint={words.offer.askHint}
            value={form.ask}
            options={ASKS.map((value) => ({ value, label: words.offer.asks[value] }))}
            onChange={(ask) => edit({ ask })}
            className="max-w-96"
          />
        )}
      </div>
    </Section>
  )
}

type Step = 'form' | 'look' | 'try' | 'change'

const NOTHING = { body: null, actions: undefined }

/** `candidate`: what was found in a client's file or a registry, and is not trusted; without, an empty form. */
export function AddServer({
  candidate,
  tabs,
  instead,
  onClose,
}: {
  candidate?: ServerCandidate | undefined
  /** Above the form: other ways to come to a server. */
  tabs?: ReactNode
  /** One of them, in place of the form, with buttons of its own. */
  instead?: ReactNode
  onClose: () => void
}) {
  const [, navigate] = useLocation()
  const field = useRef<HTMLTextAreaElement | HTMLInputElement>(null)
  const [step, setStep] = useState<Step>('form')
  const [form, setForm] = useState(() =>
    candidate === undefined ? emptyForm('command') : formOfCandidate(candidate),
  )
  const [presses, setPresses] = useState(0)
  const [final, setFinal] = useState<FormReading | null>(null)
  const taken = (useCall('connections.list', {}).data ?? []).map(({ name }) => name)
  const began = candidate?.id ?? null
  const reading = useDraft(form)
  const { draft } = reading
  const { data: examination, error } = useCall(
    'servers.examine',
    { draft, candidate: began },
    { enabled: step === 'look' || step === 'try', keepPrevious: true, keptMs: 0 },
  )
  const trial = useTrial()
  const missing = missingIn(form, taken, words.missing) ?? lackingInput(candidate, form)
  useKeySecrets(step === 'look' ? examination : undefined, form, setForm)
  useSandbox(step === 'look' ? examination : undefined, form, setForm)
  const isRefused = examination?.hazards.some(({ level }) => level === 'refused') ?? false
  const canStart = examination !== undefined && examination.problems.length === 0 && !isRefused

  function toLook(): void {
    setPresses(presses + 1)
    if (missing === null) setStep('look')
  }
  function toTry(): void {
    setStep('try')
    trial.begin({ draft, candidate: began, values: reading.secrets })
  }
  function toChange(): void {
    trial.end()
    setFinal(reading)
    setStep('change')
  }
  function close(): void {
    trial.end()
    onClose()
  }

  if (step === 'change' && final !== null) {
    return (
      <SaveStep
        reading={final}
        candidate={began}
        onBack={() => setStep('look')}
        onSaved={() => navigate(routeOf('connections', final.draft.name))}
        onClose={close}
      />
    )
  }
  const startLabel = words.try.start[form.kind]
  const { view } = trial
  const steps: Record<Exclude<Step, 'change'>, () => { body: ReactNode; actions: ReactNode }> = {
    form: () => ({
      body: (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            toLook()
          }}
        >
          <FillIn form={form} taken={taken} candidate={candidate} field={field} onChange={setForm} />
          {presses > 0 && missing !== null ? (
            <Notice key={presses} tone="failed">
              {missing}
            </Notice>
          ) : null}
          <button type="submit" className="sr-only" tabIndex={-1} aria-hidden>
            {words.next}
          </button>
        </form>
      ),
      actions: (
        <>
          <Button onClick={close}>{shared.common.cancel}</Button>
          <Button look="solid" onClick={toLook}>
            {words.next}
          </Button>
        </>
      ),
    }),
    look: () => ({
      body:
        examination !== undefined ? (
          <>
            <Examined
              examination={examination}
              sandbox={form.sandbox}
              onSandbox={(sandbox) => setForm({ ...form, sandbox })}
            >
              <SecretSwitches
                keys={keysOf(form, examination)}
                onChange={(id, on) => setForm(keepKey(form, id, on))}
              />
            </Examined>
            <p className="border-t border-line py-3 text-ink-muted">{words.try.startText[form.kind]}</p>
          </>
        ) : error ? null : (
          <p className="py-4 text-ink-muted">{words.look.examining}</p>
        ),
      actions: (
        <>
          <Button onClick={() => setStep('form')}>{words.back}</Button>
          <Button disabled={!canStart} onClick={() => setStep('try')}>
            {words.try.skip}
          </Button>
          <Button look="solid" disabled={!canStart} onClick={toTry}>
            {startLabel}
          </Button>
        </>
      ),
    }),
    try: () => ({
      body: (
        <div className="flex flex-col gap-3 py-1">
          {examination === undefined ? null : <Target examination={examination} />}
          {trial.error === null ? null : <Notice tone="failed">{trial.error}</Notice>}
          {view === null && trial.error === null && !trial.isStarting ? (
            <p className="text-ink-muted">{words.try.untried[form.kind]}</p>
          ) : null}
          {view === null ? null : <TrialView trial={view} found={words.try.found[form.kind]} />}
          {view?.status === 'running' ? null : <Offered form={form} onChange={setForm} />}
        </div>
      ),
      actions:
        view?.status === 'running' || trial.isStarting ? (
          <Button onClick={trial.cancel}>{words.try.cancel}</Button>
        ) : (
          <>
            <Button onClick={() => setStep('look')}>{words.back}</Button>
            {view?.status === 'answered' ? null : (
              <Button onClick={toTry}>{view === null ? startLabel : words.try.again}</Button>
            )}
            <Button look={view?.status === 'failed' ? 'outline' : 'solid'} onClick={toChange}>
              {view?.status === 'failed' ? words.try.anyway : words.next}
            </Button>
          </>
        ),
    }),
  }
  const isForm = step === 'form'
  const isElsewhere = isForm && Boolean(instead)
  const { body, actions } = isElsewhere || step === 'change' ? NOTHING : steps[step]()
  return (
    <Dialog
      wide
      onClose={close}
      title={isForm || form.name === '' ? words.title : words.titleOf(form.name)}
      // What somebody else has written is read from its beginning.
      {...(isForm && !isElsewhere && candidate === undefined ? { field } : {})}
      actions={actions}
    >
      {isForm && tabs !== undefined ? <div className="mb-3">{tabs}</div> : null}
      {isElsewhere ? instead : <StepList step={step} />}
      {error && !isForm ? <Notice tone="failed">{error.message}</Notice> : null}
      {body}
    </Dialog>
  )
}

function lackingInput(candidate: ServerCandidate | undefined, form: ServerForm): string | null {
  const lacking = candidate?.inputs.find(
    ({ name, isRequired }) => isRequired && (form.inputs[name]?.value ?? '').trim() === '',
  )
  return lacking === undefined ? null : words.lacking(lacking.name)
}

/** The lock that fits is on, once for each command. */
function useSandbox(
  examination: ServerExamination | undefined,
  form: ServerForm,
  setForm: (form: ServerForm) => void,
): void {
  const judged = useRef<string | null>(null)
  useEffect(() => {
    if (examination === undefined || judged.current === examination.target) return
    judged.current = examination.target
    const suggested = examination.sandbox?.suggested ?? 'none'
    if (suggested !== form.sandbox) setForm({ ...form, sandbox: suggested })
  }, [examination, form, setForm])
}
