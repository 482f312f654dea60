import { type ReactNode, useState } from 'react'
import type { CatalogDetail, TrialCall, TrialPreview } from '../../preload/contract.ts'
import { ProofDialog } from '../proof/proof-dialog.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/error-state.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Section } from '../ui/section.tsx'
import type { Values } from './call-text.ts'
import { ConfirmCall } from './confirm-call.tsx'
import { LiteralCall } from './literal-call.tsx'
import { TrialResult } from './trial-result.tsx'
import { TryInput } from './try-input.tsx'
import { tryWords } from './try-words.ts'
import { useTrial } from './use-trial.ts'
import { WhatWouldRun } from './what-would-run.tsx'

/**
 * A call that a person makes as an agent would: what it takes, what would happen, the press that is meant, what came of
 * it. `rehearsal`: the same without an effect. `subject`: the last answer for it is shown again.
 */
export function TryPanel({
  schema,
  initial,
  compose,
  label,
  rehearsal,
  subject = null,
  once = false,
  options,
  isHeld = false,
}: {
  schema: CatalogDetail['inputSchema']
  initial: Values
  compose: (values: Values) => TrialCall
  label: string
  rehearsal?: (values: Values) => TrialCall
  subject?: string | null
  /** After the press there is nothing to press again. */
  once?: boolean
  options?: ReactNode
  /** The options hold something that cannot be sent. */
  isHeld?: boolean
}) {
  const [values, setValues] = useState(initial)
  const [isReadable, setReadable] = useState(true)
  const [asking, setAsking] = useState<TrialPreview | null>(null)
  const [proving, setProving] = useState(false)
  const call = compose(values)
  const screen = useTrial(call, subject)
  const dry = useTrial(rehearsal === undefined ? call : rehearsal(values), null)
  const { preview, shown, error, trial, refusal } = screen
  const isWhole = isReadable && !isHeld
  const isReady = isWhole && preview !== undefined && preview.problems.length === 0 && !screen.isSending

  function change(next: Values): void {
    setAsking(null)
    setValues(next)
  }
  function run(seen: TrialPreview): void {
    setAsking(null)
    screen.begin(call, seen)
  }
  function press(): void {
    if (preview === undefined) return
    if (preview.writes) setAsking(preview)
    else run(preview)
  }
  function confirm(seen: TrialPreview): void {
    if (seen.needsProof) setProving(true)
    else run(seen)
  }
  const latest = newest(trial, dry.trial)
  const result =
    latest === undefined ? null : (
      <TrialResult
        key={latest.id}
        trial={latest}
        takesFocus={latest === dry.trial ? dry.isOwn : screen.isOwn}
        onStop={latest === dry.trial ? dry.stop : screen.stop}
      />
    )
  if (once && trial !== undefined) return result
  return (
    <div>
      <TryInput schema={schema} values={values} onChange={change} onReadable={setReadable} />
      {options}
      {asking === null ? (
        <Section title={tryWords.shown} aside={tryWords.shownAside}>
          {error ? (
            <p className="text-failed">{error.message}</p>
          ) : shown === undefined ? (
            <Skeleton label={tryWords.checking} lines={2} />
          ) : (
            <WhatWouldRun preview={shown} />
          )}
          <LiteralCall call={call} />
          <div className="mt-3 flex flex-wrap items-center gap-2">
            <Button look="solid" disabled={!isReady} onClick={press}>
              {label}
            </Button>
            {rehearsal === undefined ? null : (
              <Button
                title={tryWords.rehearseHint}
                disabled={!isWhole || dry.preview === undefined || dry.isSending}
                onClick={() => dry.preview && dry.begin(rehearsal(values), dry.preview)}
              >
                {tryWords.rehearse}
              </Button>
            )}
            <span className="text-sm text-ink-muted">{tryWords.asYou}</span>
          </div>
          {refusal === null || refusal.code === 'NEEDS_PROOF' ? null : (
            <div className="mt-3">
              <Notice tone="failed">
                {refusal.code === 'SEEN_CHANGED' ? tryWords.changed : refusal.message}
              </Notice>
            </div>
          )}
        </Section>
      ) : (
        <ConfirmCall
          key={asking.hash}
          preview={asking}
          call={call}
          onConfirm={() => confirm(asking)}
          onBack={() => setAsking(null)}
        />
      )}
      {result}
      {proving && asking !== null ? (
        <ProofDialog
          label={tryWords.confirm}
          onProved={() => {
            setProving(false)
            run(asking)
          }}
          onClose={() => setProving(false)}
        />
      ) : null}
    </div>
  )
}

function newest<Trial extends { at: string }>(
  one: Trial | undefined,
  other: Trial | undefined,
): Trial | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return other.at > one.at ? other : one
}
