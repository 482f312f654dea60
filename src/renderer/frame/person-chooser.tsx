import { ChevronRight, KeyRound } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { PeopleView } from '../../preload/contract.ts'
import { isPin, PinField } from '../proof/pin-field.tsx'
import { useCall, useSend } from '../queries.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { Badge } from '../ui/feedback/status.tsx'
import { HairlineList } from '../ui/list.tsx'
import { initialsOf } from './initials.ts'
import { peopleWords as words } from './people-words.ts'

type Person = PeopleView['people'][number]

/** One press for who has no PIN; whoever has one is asked for it in place. `onDone`: somebody sits here now. */
export function PersonChooser({ onDone }: { onDone: () => void }) {
  const { data: view } = useCall('people.list', {})
  const send = useSend('people.switch')
  // Undefined: nobody has chosen yet.
  const [chosen, setChosen] = useState<string | null>()
  if (view === undefined) return null
  const name = chosen === undefined ? onlyWhoOpens(view) : chosen
  const asked = view.people.find((person) => person.name === name)
  function go(name: string, pin: string | null): void {
    send.mutate({ name, pin }, { onSuccess: onDone })
  }
  if (asked !== undefined) {
    return (
      <PinForm
        key={asked.name}
        name={asked.name}
        problem={send.error?.message ?? null}
        busy={send.isPending}
        onSubmit={(pin) => go(asked.name, pin)}
        onBack={() => {
          send.reset()
          setChosen(null)
        }}
      />
    )
  }
  return (
    <>
      <HairlineList aria-label={words.people} className="-mx-2">
        {inOrder(view).map((person) => (
          <li key={person.name}>
            <PersonRow
              person={person}
              you={person.name === view.you}
              blocked={!person.hasPin && view.pinsExist && !view.opened}
              disabled={send.isPending}
              onChoose={() => {
                // Whoever has just set a PIN can show that they know it.
                if (person.name === view.you && (view.proven || !person.hasPin)) onDone()
                else if (person.hasPin) setChosen(person.name)
                else go(person.name, null)
              }}
            />
          </li>
        ))}
      </HairlineList>
      {send.error ? (
        <p role="alert" className="pt-2 text-failed">
          {send.error.message}
        </p>
      ) : null}
    </>
  )
}

/** Of a locked desk, if it is one person; there is nothing to choose. */
function onlyWhoOpens({ people, pinsExist, opened }: PeopleView): string | null {
  const [one, ...more] = people.filter(({ hasPin }) => hasPin)
  return pinsExist && !opened && more.length === 0 ? (one?.name ?? null) : null
}

/** Whoever can open this desk comes first. */
function inOrder({ people, pinsExist, opened }: PeopleView): Person[] {
  if (!pinsExist || opened) return people
  return people.toSorted((one, other) => Number(other.hasPin) - Number(one.hasPin))
}

function PersonRow({
  person,
  you,
  blocked,
  disabled,
  onChoose,
}: {
  person: Person
  you: boolean
  /** This desk would not know whether it is this person. */
  blocked: boolean
  disabled: boolean
  onChoose: () => void
}) {
  const hint = blocked ? words.noPin : person.hasPin ? words.hasPin : words.roles(person.roles)
  return (
    <button
      type="button"
      disabled={blocked || disabled}
      onClick={onChoose}
      aria-current={you ? 'true' : undefined}
      className={classNames(
        'flex min-h-11 w-full items-center gap-3 rounded-md px-2 text-left not-disabled:hover:bg-hover disabled:text-ink-muted',
      )}
    >
      <Initial name={person.name} />
      <span className="min-w-0 flex-1">
        <span className="font-medium break-words">{person.name}</span>{' '}
        {hint ? <span className="text-sm text-ink-muted">{hint}</span> : null}
      </span>
      {you ? <Badge tone="accent">{words.you}</Badge> : null}
      {person.hasPin ? (
        <KeyRound aria-hidden size={15} className="text-ink-muted" />
      ) : blocked ? null : (
        <ChevronRight aria-hidden size={15} className="text-ink-muted" />
      )}
    </button>
  )
}

export function Initial({ name, className }: { name: string; className?: string }) {
  const { data } = useCall('people.list', {})
  const all = data?.people.map((person) => person.name) ?? []
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent uppercase',
        className,
      )}
    >
      {initialsOf(name, all)}
    </span>
  )
}

function PinForm({
  name,
  problem,
  busy,
  onSubmit,
  onBack,
}: {
  name: string
  problem: string | null
  busy: boolean
  onSubmit: (pin: string) => void
  onBack: () => void
}) {
  const [pin, setPin] = useState('')
  const input = useRef<HTMLInputElement>(null)
  // The person has just said who they are: the PIN is the next thing that they type, and again after a wrong one.
  useEffect(() => {
    if (!busy) input.current?.focus()
  }, [busy])
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isPin(pin) || busy) return
    onSubmit(pin)
    setPin('')
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 py-1">
      <PinField
        label={words.pinOf(name)}
        error={problem ?? undefined}
        ref={input}
        value={pin}
        onType={setPin}
        className="h-10 max-w-60 text-md"
      />
      <div aria-live="polite" className="sr-only">
        {busy ? words.checking : problem}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="solid" disabled={!isPin(pin) || busy}>
          {words.open(name)}
        </Button>
        <Button onClick={onBack}>{words.other}</Button>
      </div>
    </form>
  )
}
