import { ArrowRight, Ban, Check, UserRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { InboxDetail, Outcome } from '../../../../preload/contract.ts'
import { useGateway } from '../../../queries.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { focusShown } from '../../../ui/split.tsx'
import { Said } from '../../../ui/text/said.tsx'
import { words } from '../../../words.ts'
import { nameField } from '../card/sections/field-name.ts'
import { waitsForSight } from '../card/use-sight.ts'
import { NextState } from '../card/what-next.tsx'
import { type ItemScreen, pressOutcome } from '../press.ts'
import { changeCard, hasSelection, useInbox } from '../state.ts'
import { dockWords } from './dock-words.ts'
import type { OutcomePreview } from './use-previews.ts'

const ICONS = { approve: Check, refuse: Ban, neutral: ArrowRight }

/** Armed by a first key press, it takes the focus and says so, without moving anything else. */
export function OutcomeButton({
  screen,
  outcome,
  about,
  ready,
}: {
  screen: ItemScreen
  outcome: Outcome
  /** Id of what says where it leads. */
  about: string
  /** A press on what is on screen counts now. */
  ready: boolean
}) {
  const gateway = useGateway()
  const button = useRef<HTMLButtonElement>(null)
  const preview = screen.previews.get(outcome.name)
  const waits = useInbox(({ card }) => waitsForSight(card, screen.item, outcome, preview?.data))
  const armed = useInbox(({ card: { press } }) => press?.step === 'arm' && press.outcome === outcome.name)
  const isForSelection = useInbox(hasSelection)
  const shortcut = isForSelection ? undefined : screen.keys.get(outcome.name)
  const Icon = ICONS[outcome.tone]
  const isOff = !ready || preview?.current !== true || isBarred(preview) || waits
  useEffect(() => {
    // When this drawing is done: the list may have its place. One that is switched off takes it when it is on again.
    if (armed && !isOff) queueMicrotask(() => focusShown(button.current))
  }, [armed, isOff])
  return (
    <Button
      ref={button}
      data-outcome={outcome.name}
      aria-describedby={about}
      look={outcome.tone === 'approve' ? 'solid' : 'outline'}
      icon={<Icon aria-hidden size={15} />}
      disabled={isOff}
      onClick={() => pressOutcome(gateway, screen, outcome.name, 'pointer')}
      // A key that is held down repeats itself as presses; a person has pressed once.
      onKeyDown={(event) => {
        if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
      }}
      onBlur={({ currentTarget }) => {
        // It was switched off, and nobody went elsewhere.
        if (currentTarget.disabled) return
        const { press } = useInbox.getState().card
        if (armed && press?.step === 'arm') changeCard({ press: null })
      }}
      className={classNames(
        'h-auto min-h-8 max-w-60 justify-start py-1.5 text-left whitespace-normal max-[58.75rem]:max-w-full',
        armed && 'ring-3 ring-accent/40',
      )}
    >
      <span className="min-w-0 flex-1 wrap-break-word">{outcome.label}</span>
      {shortcut ? (
        <span className="inline-flex items-center gap-1 whitespace-nowrap">
          <Kbd>{shortcut}</Kbd>
          {armed ? <span aria-hidden>{words.inbox.onceMore}</span> : null}
        </span>
      ) : null}
    </Button>
  )
}

/** What an outcome does, beside its button; or below its name, where the buttons stand in a bar of their own. */
export function OutcomeRow({
  outcome,
  about,
  button,
  states,
  preview,
  comment,
  changed,
  onSwitch,
}: {
  outcome: Outcome
  /** Id of what is said here. */
  about: string
  /** Null: it stands elsewhere. */
  button: ReactNode
  states: InboxDetail['diagram']['states']
  preview: OutcomePreview | undefined
  /** What an agent will hear of it: nothing is written yet, or something is; null: no agent will. */
  comment: 'none' | 'some' | null
  /** That the person would have something else run than was asked for, as a sentence; empty: not so. */
  changed: string
  /** To another person; null: there is nobody else. */
  onSwitch: (() => void) | null
}) {
  // Whoever else sits there is refused as well: that is said, and not who is.
  const { refusesAll } = outcome
  const problems = (preview?.data?.problems ?? []).filter(
    ({ path }) => refusesAll === undefined || path !== '',
  )
  return (
    <li
      data-leads={outcome.name}
      className="col-span-2 grid grid-cols-subgrid items-center py-1.5 max-[58.75rem]:block"
    >
      {button ?? <p className="font-medium">{outcome.label}</p>}
      <div id={about} className="flex min-w-0 flex-wrap items-center gap-x-2">
        {refusesAll === undefined ? null : (
          <p className="min-w-0 text-needs [overflow-wrap:anywhere]">{refusesAll}</p>
        )}
        {problems.length > 0 ? (
          <p className="min-w-0 text-needs [overflow-wrap:anywhere]">
            {problems.some(({ path }) => path !== '') ? words.inbox.problems : words.inbox.notPossible}:{' '}
            <Said
              text={problems
                .map(({ path, message }) =>
                  path ? `${nameField(outcome.inputSchema, path)} ${message}` : message,
                )
                .join('; ')}
            />
          </p>
        ) : null}
        {changed ? <p className="min-w-0 text-needs [overflow-wrap:anywhere]">{changed}</p> : null}
        {problems.length > 0 || changed || (refusesAll !== undefined && isBarred(preview)) ? null : (
          <div className="min-w-0">
            <NextState preview={preview?.data} error={preview?.error ?? null} states={states} />
          </div>
        )}
        {outcome.tone === 'refuse' && comment !== null ? <CommentLine comment={comment} /> : null}
        <SentLine outcome={outcome.name} />
        {isBarred(preview) && onSwitch !== null ? (
          <Button size="small" icon={<UserRound aria-hidden size={12} />} onClick={onSwitch}>
            {dockWords.switchPerson}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

/** Most answers are there before anybody could read this. */
const PATIENCE_MS = 1000

/** That it was pressed, and that nobody knows yet what came of it. */
function SentLine({ outcome }: { outcome: string }) {
  const isSent = useInbox(({ card: { press } }) => press?.step === 'send' && press.outcome === outcome)
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    setIsLate(false)
    if (!isSent) return
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isSent])
  return (
    <p role="status" className="min-w-0 text-needs">
      {isSent && isLate ? dockWords.sent : null}
    </p>
  )
}

/** As high whatever it says: the first letter of a comment moves no button. */
function CommentLine({ comment }: { comment: 'none' | 'some' }) {
  const said = { none: words.inbox.noComment, some: words.inbox.withComment }
  return (
    <p className="grid text-ink-muted">
      {(['none', 'some'] as const).map((which) => (
        <span
          key={which}
          aria-hidden={which !== comment}
          className={classNames('[grid-area:1/1]', which !== comment && 'invisible')}
        >
          {said[which]}
        </span>
      ))}
    </p>
  )
}

/** No value of a form can mend it: this person may not, or it cannot run at all. */
export function isBarred(preview: OutcomePreview | undefined): boolean {
  return preview?.data?.problems.some(({ path }) => path === '') === true
}
