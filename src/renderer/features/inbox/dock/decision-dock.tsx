import { Pencil } from 'lucide-react'
import { useId, useRef } from 'react'
import type { InboxDetail } from '../../../../preload/contract.ts'
import { ProofDialog } from '../../../proof/proof-dialog.tsx'
import { useDesk } from '../../../state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { useKeys } from '../../../ui/controls/keys.ts'
import { useMedia } from '../../../ui/use-media.ts'
import { ChangedNotice } from '../card/changed-notice.tsx'
import { Identities } from '../card/identities.tsx'
import { hasAgent, needsOthers } from '../card/look.ts'
import type { OutcomeChange } from '../card/preview-change.ts'
import { UnseenLine } from '../card/unseen-line.tsx'
import type { Sight } from '../card/use-sight.ts'
import { AssignMenu } from '../later/assign-menu.tsx'
import { useAssign } from '../later/use-assign.ts'
import { CommentField } from './comment-field.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DockFrame } from './dock-frame.tsx'
import { dockWords } from './dock-words.ts'
import { OutcomeButton } from './outcome-button.tsx'
import { isBarred, OutcomeRow } from './outcome-row.tsx'
import type { DecisionState } from './use-decision.ts'
import type { ArgumentEditor } from './use-editing.ts'
import type { OutcomePreview } from './use-previews.ts'

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
            comment={!hasAgent(item.kind) ? null : decision.comment.trim() === '' ? 'none' : 'some'}
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
