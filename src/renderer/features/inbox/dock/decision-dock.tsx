import { ArrowDown, ChevronDown, Pencil } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import type { InboxDetail, ItemCard } from '../../../../preload/contract.ts'
import { ProofDialog } from '../../../proof/proof-dialog.tsx'
import { useGateway } from '../../../queries.ts'
import { useDesk } from '../../../state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/field.tsx'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { useKeys } from '../../../ui/controls/keys.ts'
import { Menu } from '../../../ui/controls/menu.tsx'
import { useToastsAbove } from '../../../ui/feedback/toast.tsx'
import { LOW, NARROW, useMedia } from '../../../ui/use-media.ts'
import { words } from '../../../words.ts'
import { startEditing } from '../card/answer-form.tsx'
import { ChangedNotice } from '../card/changed-notice.tsx'
import { Identities } from '../card/identities.tsx'
import { acknowledge, waitsForSight } from '../card/use-sight.ts'
import { kindView } from '../kinds.ts'
import { AssignMenu, useAssign } from '../later/assign-menu.tsx'
import { listWords } from '../list/list-words.ts'
import { chooseOutcome, decideItem, type ItemScreen } from '../press.ts'
import { changeCard, hasSelection, useInbox } from '../state.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { dockWords } from './dock-words.ts'
import { isBarred, OutcomeButton, OutcomeRow } from './outcome-row.tsx'
import { findEditable, sayEdited, stopEditing, writeComment } from './writing.ts'

/** Always in sight below what is being decided: the comment, and each outcome beside what it does. */
export function DecisionDock({
  screen,
  ready: settled,
  onReadOn,
}: {
  screen: ItemScreen
  /** A press on what is on screen counts now. */
  ready: boolean
  /** To the first of what has not been in view. */
  onReadOn: () => void
}) {
  const { item, previews } = screen
  const gateway = useGateway()
  const { singleKeys, set } = useDesk()
  const card = useInbox((inbox) => inbox.card)
  const { press, comment } = card
  const ready = settled && press?.step !== 'send'
  const pressed = item.outcomes.find(({ name }) => name === press?.outcome)
  const editable = findEditable(item)?.name
  const assigning = useAssign(item)
  const assignButton = useRef<HTMLSpanElement>(null)
  const selected = useInbox(({ list }) => list.picked.size)
  // With anything selected, the list says why these keys do nothing.
  const alone = (act: (event: KeyboardEvent) => void) => (event: KeyboardEvent) =>
    hasSelection() ? undefined : act(event)
  useKeys(
    {
      m: alone(() => assigning.take()),
      i: alone(() => assignButton.current?.querySelector('button')?.click()),
      ...(editable === undefined ? {} : { e: alone((event) => startEditing(item, event)) }),
    },
    { enabled: singleKeys },
  )
  const isOnly = assigning.people.length < 2
  const barred = item.outcomes.find(
    ({ name, refusesAll }) => refusesAll === undefined && isBarred(previews.get(name)),
  )
  const about = useId()
  const narrow = useMedia(NARROW)
  const buttons = item.outcomes.map((outcome, place) => (
    <OutcomeButton
      key={outcome.name}
      screen={screen}
      outcome={outcome}
      about={`${about}${place}`}
      ready={ready}
    />
  ))
  const unseen = <UnseenLine screen={screen} ready={ready} onReadOn={onReadOn} />
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
      <ChangedNotice notice={card.notice} changes={card.changes} outcomes={item.outcomes} />
      <Identities voters={item.voters} linked />
      <div className="flex shrink-0 items-start gap-2 max-[58.75rem]:flex-wrap">
        <CommentField kind={item.kind} />
        {editable === undefined ? null : (
          <Button
            icon={<Pencil aria-hidden size={13} />}
            aria-pressed={card.isEditing}
            onClick={() => (card.isEditing ? stopEditing(item) : startEditing(item))}
          >
            {dockWords.edit}
            {selected > 0 ? null : <Kbd>{dockWords.editKey}</Kbd>}
          </Button>
        )}
        {isOnly ? null : <AssignMenu assigning={assigning} button={assignButton} />}
      </div>
      {narrow ? null : unseen}
      {selected > 0 && singleKeys ? <p className="text-needs">{listWords.keysForAll(selected)}</p> : null}
      <ul className="grid grid-cols-[fit-content(15rem)_minmax(0,1fr)] gap-x-4 divide-y divide-line max-[58.75rem]:block">
        {item.outcomes.map((outcome, place) => (
          <OutcomeRow
            key={outcome.name}
            outcome={outcome}
            about={`${about}${place}`}
            button={narrow ? null : buttons[place]}
            states={item.diagram.states}
            preview={previews.get(outcome.name)}
            comment={kindView(item).about === 'subject' ? null : comment.trim() === '' ? 'none' : 'some'}
            changed={outcome.name === editable ? sayChanged(item, sayEdited(item, card.answers)) : ''}
            onSwitch={isOnly || outcome !== barred ? null : () => set({ switcherOpen: true })}
          />
        ))}
      </ul>
      {pressed !== undefined && press?.step === 'confirm' ? (
        <ConfirmDialog
          key={pressed.name}
          item={item}
          outcome={pressed}
          ready={ready}
          values={card.answers[pressed.name] ?? pressed.arguments}
          comment={comment}
          preview={previews.get(pressed.name)}
          onConfirm={() => chooseOutcome(gateway, screen, pressed)}
          onClose={() => changeCard({ press: null })}
        />
      ) : null}
      {pressed !== undefined && press?.step === 'prove' ? (
        <ProofDialog
          label={pressed.label}
          onProved={() => void decideItem(gateway, screen, pressed)}
          onClose={() => changeCard({ press: null })}
        />
      ) : null}
    </DockFrame>
  )
}

/** `edited`: the names of the fields; empty: none. */
function sayChanged({ votes }: InboxDetail, edited: string): string {
  if (edited === '') return ''
  const voids = votes !== null && votes.given.length > 0 ? ` ${dockWords.voidsVotes}` : ''
  return `${dockWords.withChanges(edited)}${voids}`
}

/** Free words for the agent, or some that are ready. */
function CommentField({ kind }: { kind: ItemCard['kind'] }) {
  const { about, presets } = kindView({ kind })
  const hasAgent = about !== 'subject'
  const value = useInbox(({ card }) => card.comment)
  const disabled = useInbox(({ card }) => card.press?.step === 'send')
  const field = useRef<HTMLTextAreaElement>(null)
  /** Most reasons are gone on with. */
  function goOn(): HTMLElement | null {
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
    return field.current
  }
  // Otherwise it is a note for people.
  const label = hasAgent ? words.inbox.comment : words.inbox.ownComment
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-start gap-2 max-[58.75rem]:basis-full">
      <TextArea
        ref={field}
        aria-label={label}
        title={hasAgent ? words.inbox.commentHint : words.inbox.ownCommentHint}
        placeholder={label}
        rows={1}
        maxLength={10_000}
        value={value}
        disabled={disabled}
        onChange={(event) => writeComment(event.target.value)}
        className="min-w-0 flex-1 field-sizing-content max-h-[min(8rem,13vh)] min-h-8 resize-none py-[5px]"
      />
      <Menu
        goOnAt={goOn}
        trigger={
          <Button disabled={disabled}>
            {words.inbox.presets}
            <ChevronDown aria-hidden size={14} />
          </Button>
        }
        groups={[
          presets.map((text) => ({
            label: text,
            onSelect: () => writeComment(value.trim() ? `${value.trim()} ${text}` : text),
          })),
        ]}
      />
    </div>
  )
}

/** What is below, and that a choice waits for it; above the buttons, which stay where they are when it goes. */
function UnseenLine({
  screen: { item, previews },
  ready,
  onReadOn,
}: {
  screen: ItemScreen
  ready: boolean
  onReadOn: () => void
}) {
  const card = useInbox((inbox) => inbox.card)
  const count = dockWords.unseen(card.unseen)
  const waiting = item.outcomes.find((outcome) => {
    const preview = previews.get(outcome.name)
    return !isBarred(preview) && waitsForSight(card, item, outcome, preview?.data)
  })
  if (count === '' && waiting === undefined) return null
  return (
    <div data-unseen className="flex min-w-full shrink-0 flex-wrap items-center gap-x-2 gap-y-1">
      <Button size="small" data-read-on icon={<ArrowDown aria-hidden size={12} />} onClick={onReadOn}>
        {dockWords.readOn}
      </Button>
      {waiting === undefined ? null : (
        <Button size="small" disabled={!ready} onClick={() => acknowledge(item, previews)}>
          {dockWords.seenAll}
        </Button>
      )}
      <p
        role="status"
        title={waiting === undefined ? undefined : dockWords.waits(waiting.label)}
        className={waiting === undefined ? 'text-ink-muted' : 'text-needs'}
      >
        {waiting === undefined ? count : dockWords.waitsFor(count)}
      </p>
    </div>
  )
}

/**
 * Below the item. In a narrow window it is the end of the item, and only its buttons stay in sight, in a bar; where
 * that would leave no room for what is decided, they are the end of it, too.
 */
function DockFrame({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-label={words.inbox.decision}
      className="flex max-h-[40%] shrink-0 flex-col overflow-y-auto border-t border-line-strong bg-canvas px-6 pt-3 pb-2 max-[58.75rem]:contents"
    >
      <div className="flex min-h-0 max-w-4xl flex-auto flex-col gap-2 *:not-last:shrink-0 max-[58.75rem]:max-w-none max-[58.75rem]:shrink-0 max-[58.75rem]:border-t max-[58.75rem]:border-line-strong max-[58.75rem]:bg-canvas max-[58.75rem]:px-6 max-[58.75rem]:pt-3 max-[58.75rem]:pb-2">
        {children}
      </div>
      {bar === null ? null : <Bar>{bar}</Bar>}
    </section>
  )
}

function Bar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useToastsAbove(bar, !useMedia(LOW))
  return (
    <div
      ref={bar}
      data-bar
      className="sticky bottom-0 z-10 flex max-h-[40%] shrink-0 flex-wrap gap-2 overflow-y-auto border-t border-line-strong bg-canvas px-6 py-2 *:flex-[1_1_8rem] [@media(height<20rem)]:static [@media(height<20rem)]:pb-6 [@media(height<20rem)]:max-h-none"
    >
      {children}
    </div>
  )
}
