import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isPin, PinField } from '../../../proof/pin-field.tsx'
import { pinWords } from '../../../proof/pin-words.ts'
import { useCall, useSend } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Section } from '../../../ui/section.tsx'
import { words as shared } from '../../../words.ts'
import { signInWords as words } from './sign-in-words.ts'

type PinAction = 'set' | 'remove' | null

/** One's own PIN. Nobody sets another person's. */
export function PinSection() {
  const { data: view } = useCall('people.list', {})
  const [doing, setDoing] = useState<PinAction>(null)
  const ways = useRef<HTMLDivElement>(null)
  const wasDoing = useRef<PinAction>(null)
  // The form takes the focus with it.
  useEffect(() => {
    if (doing === null && wasDoing.current !== null) ways.current?.querySelector('button')?.focus()
    wasDoing.current = doing
  }, [doing])
  const you = view?.people.find(({ name }) => name === view.you)
  if (view === undefined || you === undefined) return null
  const canTouch = view.systemProof === 'touchId'
  const without = view.people.filter(({ hasPin }) => !hasPin).map(({ name }) => name)
  return (
    <Section title={pinWords.yours}>
      <div className="flex max-w-2xl flex-col gap-2">
        <p>{you.hasPin ? words.some : words.none}</p>
        <p className="text-ink-muted">{words.locks}</p>
        {view.pinsExist && without.length > 0 ? (
          <p className="text-ink-muted">{words.others(without.join(', '))}</p>
        ) : null}
        {view.proof === 'highRisk' ? (
          <p className="text-ink-muted">
            {words.proof(canTouch)}
            {!canTouch && (!you.hasPin || doing === 'remove') ? ` ${words.proofLost}` : ''}
          </p>
        ) : null}
        {doing === null ? (
          <div ref={ways} className="mt-1 flex flex-wrap gap-2">
            <Button onClick={() => setDoing('set')}>{you.hasPin ? words.change : pinWords.set}</Button>
            {you.hasPin ? <Button onClick={() => setDoing('remove')}>{words.remove}</Button> : null}
          </div>
        ) : (
          <PinForm doing={doing} hasPin={you.hasPin} onDone={() => setDoing(null)} />
        )}
      </div>
    </Section>
  )
}

function PinForm({
  doing,
  hasPin,
  onDone,
}: {
  doing: Exclude<PinAction, null>
  hasPin: boolean
  onDone: () => void
}) {
  const send = useSend('people.setPin')
  const first = useRef<HTMLInputElement>(null)
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  // Whoever opened the form is about to type.
  useEffect(() => first.current?.focus(), [])
  const differs = again !== '' && again !== next
  const complete = (!hasPin || isPin(current)) && (doing === 'remove' || (isPin(next) && again === next))
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!complete || send.isPending) return
    send.mutate(
      { current: hasPin ? current : null, next: doing === 'remove' ? null : next },
      {
        onSuccess: () => {
          if (doing === 'set') showToast(words.saved, { detail: words.savedText })
          else showToast(words.removed, { detail: words.removedText })
          onDone()
        },
        onError: () => setCurrent(''),
      },
    )
  }
  return (
    <form onSubmit={submit} className="mt-1 flex max-w-60 flex-col gap-3">
      {hasPin ? (
        <PinField
          label={words.current}
          value={current}
          onType={setCurrent}
          error={send.error?.message}
          ref={first}
        />
      ) : null}
      {doing === 'set' ? (
        <>
          <PinField
            label={words.next}
            value={next}
            onType={setNext}
            hint={words.nextHint}
            {...(hasPin ? {} : { ref: first })}
          />
          <PinField
            label={words.again}
            value={again}
            onType={setAgain}
            error={differs ? words.differs : undefined}
          />
        </>
      ) : null}
      {send.error && !hasPin ? (
        <p role="alert" className="text-failed">
          {send.error.message}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          look={doing === 'remove' ? 'danger' : 'solid'}
          disabled={!complete || send.isPending}
        >
          {doing === 'remove' ? words.remove : words.save}
        </Button>
        <Button onClick={onDone}>{shared.common.cancel}</Button>
      </div>
    </form>
  )
}
