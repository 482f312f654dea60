import { ArrowDown, Pencil } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import type { InboxDetail } from '../../../../preload/contract.ts'
import { ProofDialog } from '../../../proof/proof-dialog.tsx'
import { useDesk } from '../../../state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { useKeys } from '../../../ui/controls/keys.ts'
import { useMedia } from '../../../ui/use-media.ts'
import { words } from '../../../words.ts'
import { ChangedNotice } from '../card/changed-notice.tsx'
import { Identities } from '../card/identities.tsx'
import { needsOthers } from '../card/look.ts'
import type { OutcomeChange } from '../card/preview-change.ts'
import type { Sight } from '../card/use-sight.ts'
import { kindView } from '../kinds.ts'
import { AssignMenu } from '../later/assign-menu.tsx'
import { useAssign } from '../later/use-assign.ts'
import { CommentField } from './comment-field.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { dockWords } from './dock-words.ts'
import { OutcomeButton } from './outcome-button.tsx'
import { isBarred, OutcomeRow } from './outcome-row.tsx'
import type { DecisionState } from './use-decision.ts'
import type { ArgumentEditor } from './use-editing.ts'
import type { OutcomePreview } from './use-previews.ts'
import { useToastsAbove } from './use-toasts-above.ts'

/** Always in sight below what is being decided: the comment, and each outcome beside what it does. */
export function DecisionDock({
  item,
  keys,
  previews,
  changes,
  answers,
  decision,
  editing,
  sight,
}: {
  item: InboxDetail
  keys: Map<string, string>
  previews: Map<string, OutcomePreview>
  changes: OutcomeChange[]
  answers: Record<string, InboxDetail['input']>
  decision: DecisionState
  editing: ArgumentEditor
  sight: Sight
}) {
  const { singleKeys, set } = useDesk()
  const confirming = item.outcomes.find((outcome) => outcome.name === decision.confirming)
  const proving = item.outcomes.find((outcome) => outcome.name === decision.proving)
  const assigning = useAssign(item)
  const assignButton = useRef<HTMLSpanElement>(null)
  useKeys(
    {
      m: () => assigning.take(),
      i: () => assignButton.current?.querySelector('button')?.click(),
      ...(editing.outcome === null ? {} : { e: (event) => editing.begin(event) }),
    },
    { enabled: singleKeys },
  )
  const alone = assigning.people.length < 2
  const { you } = assigning
  const barred = item.outcomes.find(({ name }) => isBarred(previews.get(name)))
  const about = useId()
  const narrow = useMedia('(max-width: 720px)')
  const buttons = item.outcomes.map((outcome, place) => {
    const preview = previews.get(outcome.name)
    return (
      <OutcomeButton
        key={outcome.name}
        outcome={outcome}
        about={`${about}${place}`}
        shortcut={keys.get(outcome.name) ?? null}
        armed={decision.armed === outcome.name}
        disabled={!decision.ready || preview?.current !== true || isBarred(preview) || sight.waits(outcome)}
        onPress={() => decision.press(outcome.name, 'pointer')}
        onDisarm={decision.disarm}
      />
    )
  })
  const waiting = item.outcomes.find(
    (outcome) => !isBarred(previews.get(outcome.name)) && sight.waits(outcome),
  )
  const unseen = <UnseenLine sight={sight} waiting={waiting?.label ?? null} ready={decision.ready} />
  return (
    <DockFrame
      bar={
        narrow ? (
          <>
            {unseen}
            {buttons}
          </>
        ) : null
      }
    >
      <ChangedNotice notice={decision.notice} changes={changes} outcomes={item.outcomes} />
      <Identities voters={item.voters} linked />
      <div className="flex shrink-0 items-start gap-2 max-[720px]:flex-wrap">
        <CommentField
          value={decision.comment}
          onChange={decision.setComment}
          disabled={decision.busy}
          kind={item.kind}
        />
        {editing.outcome === null ? null : (
          <Button
            icon={<Pencil aria-hidden size={13} />}
            aria-pressed={editing.open}
            onClick={editing.open ? editing.reset : () => editing.begin()}
          >
            {dockWords.edit}
            <Kbd>{dockWords.editKey}</Kbd>
          </Button>
        )}
        {alone ? null : <AssignMenu assigning={assigning} button={assignButton} />}
      </div>
      {narrow ? null : unseen}
      <ul className="grid grid-cols-[fit-content(15rem)_minmax(0,1fr)] gap-x-4 divide-y divide-line max-[720px]:block">
        {item.outcomes.map((outcome, place) => (
          <OutcomeRow
            key={outcome.name}
            outcome={outcome}
            about={`${about}${place}`}
            button={narrow ? null : buttons[place]}
            states={item.diagram.states}
            preview={previews.get(outcome.name)}
            comment={!kindView(item).hasAgent ? null : decision.comment.trim() === '' ? 'none' : 'some'}
            changed={outcome.name === editing.outcome ? sayChanged(item, editing) : ''}
            onSwitch={alone || outcome !== barred ? null : () => set({ switcherOpen: true })}
          />
        ))}
      </ul>
      {confirming ? (
        <ConfirmDialog
          key={confirming.name}
          item={item}
          outcome={confirming}
          later={needsOthers(item, confirming.tone, you)}
          ready={decision.ready}
          values={answers[confirming.name] ?? confirming.arguments}
          comment={decision.comment}
          preview={previews.get(confirming.name)}
          onConfirm={() => decision.decide(confirming.name)}
          onClose={decision.cancelConfirming}
        />
      ) : null}
      {proving ? (
        <ProofDialog
          label={proving.label}
          onProved={() => decision.carryOut(proving.name)}
          onClose={decision.cancelProving}
        />
      ) : null}
    </DockFrame>
  )
}

function sayChanged({ votes }: InboxDetail, { changed }: ArgumentEditor): string {
  if (changed === '') return ''
  const voids = votes !== null && votes.given.length > 0 ? ` ${dockWords.voidsVotes}` : ''
  return `${dockWords.withChanges(changed)}${voids}`
}

/** What is below, and that a choice waits for it; above the buttons, which stay where they are when it goes. */
function UnseenLine({
  sight,
  waiting,
  ready,
}: {
  sight: Sight
  /** The label of an outcome that waits; null: none does. */
  waiting: string | null
  ready: boolean
}) {
  const count = dockWords.unseen(sight.unseen)
  if (count === '' && waiting === null) return null
  return (
    <div data-unseen className="flex min-w-full shrink-0 flex-wrap items-center gap-x-2 gap-y-1">
      <Button size="small" data-read-on icon={<ArrowDown aria-hidden size={12} />} onClick={sight.readOn}>
        {dockWords.readOn}
      </Button>
      {waiting === null ? null : (
        <Button size="small" disabled={!ready} onClick={sight.acknowledge}>
          {dockWords.seenAll}
        </Button>
      )}
      <p
        role="status"
        title={waiting === null ? undefined : dockWords.waits(waiting)}
        className={waiting === null ? 'text-ink-muted' : 'text-needs'}
      >
        {waiting === null ? count : dockWords.waitsFor(count)}
      </p>
    </div>
  )
}

/** Below the item. In a narrow window it is the end of the item, and only its buttons stay in sight, in a bar. */
function DockFrame({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-label={words.inbox.decision}
      className="flex max-h-[40%] shrink-0 flex-col overflow-y-auto border-t border-line-strong bg-canvas px-6 pt-3 pb-2 max-[720px]:contents"
    >
      <div className="flex min-h-0 max-w-4xl flex-auto flex-col gap-2 *:not-last:shrink-0 max-[720px]:max-w-none max-[720px]:flex-none max-[720px]:border-t max-[720px]:border-line-strong max-[720px]:bg-canvas max-[720px]:px-6 max-[720px]:pt-3 max-[720px]:pb-2">
        {children}
      </div>
      {bar === null ? null : <Bar>{bar}</Bar>}
    </section>
  )
}

function Bar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useToastsAbove(bar)
  return (
    <div
      ref={bar}
      data-bar
      className="sticky bottom-0 z-10 flex shrink-0 flex-wrap gap-2 border-t border-line-strong bg-canvas px-6 py-2 *:flex-1"
    >
      {children}
    </div>
  )
}
