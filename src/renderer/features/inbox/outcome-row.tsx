import { UserRound } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { InboxDetail, Outcome } from '../../../preload/contract.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useOverflows } from '../../ui/use-overflows.ts'
import { words } from '../../words.ts'
import { dockWords } from './dock-words.ts'
import { nameField } from './field-name.ts'
import type { OutcomePreview } from './use-previews.ts'
import { WhatNext } from './what-next.tsx'

/** What an outcome does, beside its button; or below its name, where the buttons stand in a bar of their own. */
export function OutcomeRow({
  outcome,
  about,
  button,
  states,
  preview,
  later,
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
  later: boolean
  /** What an agent will hear of it: nothing is written yet, or something is; null: no agent will. */
  comment: 'none' | 'some' | null
  /** That the person would have something else run than was asked for, as a sentence; empty: not so. */
  changed: string
  /** To another person; null: there is nobody else. */
  onSwitch: (() => void) | null
}) {
  const frame = useRef<HTMLDivElement>(null)
  const overflows = useOverflows(frame)
  const problems = preview?.data?.problems ?? []
  /** What stands below an arrow begins where its text does. */
  const leads = (preview?.data?.nextStates.length ?? 0) > 0
  return (
    <li
      data-leads={outcome.name}
      className="col-span-2 grid min-h-0 grid-cols-subgrid grid-rows-[minmax(0,1fr)] items-start py-2 max-[720px]:block"
    >
      {button ?? <p className="font-medium">{outcome.label}</p>}
      <div
        ref={frame}
        {...(overflows
          ? { tabIndex: 0, role: 'group', 'aria-label': words.inbox.leadsTo(outcome.label) }
          : {})}
        className={classNames(
          'min-h-0 min-w-0 self-stretch overflow-y-auto',
          button !== null && 'pt-1.5',
          overflows && 'pb-4 mask-b-from-[calc(100%-1.25rem)]',
        )}
      >
        <div id={about}>
          {outcome.description ? <p className="text-ink-muted">{outcome.description}</p> : null}
          <WhatNext
            preview={preview?.data}
            error={preview?.error ?? null}
            states={states}
            later={later}
            undoMs={outcome.undoMs}
          />
          {outcome.tone === 'refuse' && comment !== null ? (
            <CommentLine comment={comment} className={leads ? 'pl-5' : ''} />
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
        </div>
        {isBarred(preview) && onSwitch !== null ? (
          <Button size="small" icon={<UserRound aria-hidden size={12} />} onClick={onSwitch} className="mt-1">
            {dockWords.switchPerson}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

/** As high whatever it says: the first letter of a comment moves no button. */
function CommentLine({ comment, className }: { comment: 'none' | 'some'; className: string }) {
  const said = { none: words.inbox.noComment, some: words.inbox.withComment }
  return (
    <p className={classNames('grid text-ink-muted', className)}>
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
