import type { InboxDetail } from '../../../preload/contract.ts'
import { words } from '../../words.ts'
import { ChangedNotice } from './changed-notice.tsx'
import { CommentField } from './comment-field.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { hasAgent, needsOthers } from './look.ts'
import { OutcomeRow } from './outcome-row.tsx'
import type { DecisionState } from './use-decision.ts'
import type { OutcomeChange, OutcomePreview } from './use-previews.ts'

/** Always in sight below what is being decided: the comment, and each outcome beside what it does. */
export function DecisionDock({
  item,
  keys,
  previews,
  changes,
  answers,
  decision,
}: {
  item: InboxDetail
  keys: Map<string, string>
  previews: Map<string, OutcomePreview>
  changes: OutcomeChange[]
  answers: Record<string, InboxDetail['input']>
  decision: DecisionState
}) {
  const confirming = item.outcomes.find((outcome) => outcome.name === decision.confirming)
  return (
    <section
      aria-label={words.inbox.decision}
      className="max-h-[56%] shrink-0 overflow-y-auto max-[720px]:max-h-none max-[720px]:overflow-y-visible border-t border-line-strong bg-canvas px-6 pt-3 pb-2"
    >
      <div className="flex max-w-4xl flex-col gap-2">
        <ChangedNotice notice={decision.notice} changes={changes} outcomes={item.outcomes} />
        <CommentField
          value={decision.comment}
          onChange={decision.setComment}
          disabled={decision.busy}
          forAgent={hasAgent(item.kind)}
        />
        <ul className="grid grid-cols-[fit-content(15rem)_minmax(0,1fr)] gap-x-4 max-[720px]:block divide-y divide-line">
          {item.outcomes.map((outcome) => (
            <OutcomeRow
              key={outcome.name}
              outcome={outcome}
              states={item.diagram.states}
              later={needsOthers(item, outcome.tone)}
              shortcut={keys.get(outcome.name) ?? null}
              preview={previews.get(outcome.name)}
              armed={decision.armed === outcome.name}
              disabled={!decision.ready}
              onPress={() => decision.press(outcome.name, 'pointer')}
              onDisarm={decision.disarm}
            />
          ))}
        </ul>
      </div>
      {confirming ? (
        <ConfirmDialog
          key={confirming.name}
          item={item}
          outcome={confirming}
          values={answers[confirming.name] ?? confirming.arguments}
          comment={decision.comment}
          preview={previews.get(confirming.name)}
          onConfirm={() => decision.decide(confirming.name)}
          onClose={decision.cancelConfirming}
        />
      ) : null}
    </section>
  )
}
