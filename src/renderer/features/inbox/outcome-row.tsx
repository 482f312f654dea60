import { ArrowRight, Ban, Check, UserRound } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { InboxDetail, Outcome } from '../../../preload/contract.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { words } from '../../words.ts'
import { dockWords } from './dock-words.ts'
import { nameField } from './field-name.ts'
import type { OutcomePreview } from './use-previews.ts'
import { WhatNext } from './what-next.tsx'

const ICONS = { approve: Check, refuse: Ban, neutral: ArrowRight }

/** A button and, beside it, what it does. Armed by a first key press, it takes the focus and says so. */
export function OutcomeRow({
  outcome,
  states,
  shortcut,
  preview,
  armed,
  disabled,
  later,
  uncommented,
  changed,
  onSwitch,
  onPress,
  onDisarm,
}: {
  outcome: Outcome
  states: InboxDetail['diagram']['states']
  shortcut: string | null
  preview: OutcomePreview | undefined
  armed: boolean
  disabled: boolean
  later: boolean
  /** An agent will hear of it, and nothing is written for it yet. */
  uncommented: boolean
  /** That the person would have something else run than was asked for, as a sentence; empty: not so. */
  changed: string
  /** To another person; null: there is nobody else. */
  onSwitch: (() => void) | null
  onPress: () => void
  onDisarm: () => void
}) {
  const about = useId()
  const button = useRef<HTMLButtonElement>(null)
  const Icon = ICONS[outcome.tone]
  const problems = preview?.data?.problems ?? []
  /** What stands below an arrow begins where its text does. */
  const leads = (preview?.data?.nextStates.length ?? 0) > 0
  // What no value of the form can mend: this person may not, or it cannot run at all.
  const barred = problems.some(({ path }) => path === '')
  useEffect(() => {
    if (armed) button.current?.focus()
  }, [armed])
  return (
    <li className="col-span-2 grid grid-cols-subgrid items-start py-2 max-[720px]:flex max-[720px]:flex-col max-[720px]:items-stretch">
      <Button
        ref={button}
        data-outcome={outcome.name}
        aria-describedby={about}
        look={outcome.tone === 'approve' ? 'solid' : 'outline'}
        icon={<Icon aria-hidden size={15} />}
        disabled={disabled || preview?.current !== true || barred}
        onClick={onPress}
        // A key that is held down repeats itself as presses; a person has pressed once.
        onKeyDown={(event) => {
          if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
        }}
        onBlur={armed ? onDisarm : undefined}
        className={classNames(
          'h-auto min-h-8 justify-start py-1.5 text-left whitespace-normal',
          armed && 'ring-3 ring-accent/40',
        )}
      >
        <span className="flex-1">{outcome.label}</span>
        {shortcut ? <Kbd>{shortcut}</Kbd> : null}
      </Button>
      <div id={about} className="min-w-0 pt-1.5">
        {armed && shortcut ? (
          <p className="font-medium text-accent">{words.inbox.pressAgain(shortcut, outcome.label)}</p>
        ) : null}
        {outcome.description ? <p className="text-ink-muted">{outcome.description}</p> : null}
        <WhatNext
          preview={preview?.data}
          error={preview?.error ?? null}
          states={states}
          later={later}
          undoMs={outcome.undoMs}
        />
        {outcome.tone === 'refuse' && uncommented ? (
          <p className={classNames('text-ink-muted', leads && 'pl-5')}>{words.inbox.noComment}</p>
        ) : null}
        {changed ? <p className={classNames('text-needs', leads && 'pl-5')}>{changed}</p> : null}
        {problems.length > 0 ? (
          <p className="text-needs">
            {problems.some(({ path }) => path !== '') ? words.inbox.problems : words.inbox.notPossible}:{' '}
            {problems
              .map(({ path, message }) =>
                path ? `${nameField(outcome.inputSchema, path)} ${message}` : message,
              )
              .join('; ')}
          </p>
        ) : null}
        {barred && onSwitch !== null ? (
          <Button size="small" icon={<UserRound aria-hidden size={12} />} onClick={onSwitch} className="mt-1">
            {dockWords.switchPerson}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
