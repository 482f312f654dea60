import { useEffect, useRef, useState } from 'react'
import { ActionDialog } from '../action-dialog.tsx'
import type { DeskError } from '../gateway.ts'
import { useCall, useSend } from '../queries.ts'
import { Button } from '../ui/controls/button.tsx'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { useLatest } from '../ui/use-latest.ts'
import { isPin, PinField } from './pin-field.tsx'
import { pinWords } from './pin-words.ts'
import { expectEnd } from './proof-ended.tsx'

const proofWords = {
  proveTitle: 'Enter your PIN',
  proveText: (label: string) => `‘${label}’ is high risk. Your PIN is asked each time.`,
  prove: 'Confirm',
  touchId: 'Use Touch ID',
  noPin: 'You have no PIN, so you cannot make high-risk decisions or changes.',
} as const

/** Where a call may need a proof: asks for one, in the place of what called, and then calls again. */
export function useProof(label: string, again: () => void) {
  const [isAsked, setAsked] = useState(false)
  const close = (): void => setAsked(false)
  const prove = (): void => {
    close()
    again()
  }
  return {
    /** Whether that is why the call was refused. */
    isNeeded(fault: DeskError): boolean {
      const needed = fault.code === 'NEEDS_PROOF'
      if (needed) setAsked(true)
      return needed
    },
    dialog: isAsked ? <ProofDialog label={label} onProved={prove} onClose={close} /> : null,
  }
}

/**
 * Asks the person at the desk for a proof, for one decision or change of high risk. `label`: of the button that was
 * pressed; `onProved` decides at once, while the proof counts.
 */
export function ProofDialog({
  label,
  onProved,
  onClose,
}: {
  label: string
  onProved: () => void
  onClose: () => void
}) {
  const { data: view } = useCall('people.list', {})
  const send = useSend('people.prove')
  const [pin, setPin] = useState('')
  const you = view?.people.find(({ name }) => name === view.you)
  const hasPin = you?.hasPin === true
  const isOver = useRef(false)
  const isQuiet = useLatest(() => isOver.current || !hasPin)
  // Whoever types a PIN looks at their hands, and may not have begun: nothing of it falls on the screen below.
  useEffect(() => expectEnd(label, isQuiet), [label, isQuiet])
  function end(then: () => void): void {
    isOver.current = true
    then()
  }
  function prove(given: string | null): void {
    setPin('')
    send.mutate({ pin: given }, { onSuccess: () => end(onProved) })
  }
  const canTouch = view?.systemProof === 'touchId'
  // A PIN may have been removed at another desk since: what was wrong with it is over.
  const fault = hasPin || canTouch ? send.error : null
  return (
    <ActionDialog
      onClose={() => end(onClose)}
      title={proofWords.proveTitle}
      description={proofWords.proveText(label)}
      form
      isReady={isPin(pin) && !send.isPending}
      confirm={hasPin ? proofWords.prove : null}
      onConfirm={() => prove(pin)}
      more={
        canTouch ? (
          <Button disabled={send.isPending} onClick={() => prove(null)}>
            {proofWords.touchId}
          </Button>
        ) : null
      }
    >
      {hasPin ? (
        <PinField
          label={pinWords.yours}
          error={fault?.message}
          value={pin}
          onType={setPin}
          className="max-w-60"
        />
      ) : view === undefined || canTouch ? null : (
        <p className="flex flex-wrap items-center gap-3 py-1">
          {proofWords.noPin}
          <ButtonLink href="#/settings/people">{pinWords.set}</ButtonLink>
        </p>
      )}
      {fault ? (
        <p role="alert" className={hasPin ? 'sr-only' : 'text-failed'}>
          {fault.message}
        </p>
      ) : null}
    </ActionDialog>
  )
}
