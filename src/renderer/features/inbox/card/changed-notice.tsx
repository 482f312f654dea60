import type { Outcome } from '../../../../preload/contract.ts'
import { speakWho } from '../../../items/who.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { Said } from '../../../ui/text/said.tsx'
import { words } from '../../../words.ts'
import type { DecisionNotice } from '../state.ts'
import { cardWords } from './card-words.ts'
import type { Change, OutcomeChange } from './preview-change.ts'

/** Why it moved: one sentence each, the same for every button. */
const WHY: Partial<Record<Change['what'], (after: string) => string>> = {
  edited: (by) => cardWords.moved.edited(speakWho(by)),
  run: cardWords.moved.run,
  definition: () => cardWords.moved.definition,
  connection: cardWords.moved.connection,
  tool: cardWords.moved.tool,
  workflow: cardWords.moved.workflow,
  gone: cardWords.moved.gone,
  gates: () => cardWords.moved.gates,
  subject: () => cardWords.moved.subject,
  undo: () => cardWords.moved.undo,
}

const SAY = {
  next: words.inbox.changedNext,
  call: words.inbox.changedCall,
  steps: words.inbox.changedSteps,
}

/** What moved while the item was on screen, with both versions; or why a decision was not taken. */
export function ChangedNotice({
  notice,
  changes,
  outcomes,
}: {
  notice: DecisionNotice | null
  changes: readonly OutcomeChange[]
  outcomes: Outcome[]
}) {
  if (notice === null && changes.length === 0) return null
  const visible = changes.filter(isShown)
  const reasons = new Set(changes.flatMap(({ what, after }) => WHY[what]?.(after) ?? []))
  return (
    // However much has moved, the buttons stay in sight: a narrow window has them in a bar.
    <div className="max-h-[13vh] overflow-y-auto rounded-md max-[58.75rem]:max-h-none">
      <Notice tone={notice?.tone ?? 'needs'}>
        <p className="font-medium">{notice?.text ?? words.inbox.changedTitle}</p>
        {[...reasons].map((reason) => (
          <p key={reason}>
            <Said text={reason} />
          </p>
        ))}
        {changes.length > 0 && visible.length === 0 && reasons.size === 0 ? (
          <p>{words.inbox.changedUnseen}</p>
        ) : null}
        {visible.map((change) => (
          <div key={`${change.outcome} ${change.what}`} className="mt-1 text-ink">
            <p>
              <Said text={SAY[change.what](labelOf(outcomes, change.outcome))} />
            </p>
            <p>
              <span className="text-ink-muted">{words.inbox.before} </span>
              <Code>{change.before || '–'}</Code>
            </p>
            <p>
              <span className="text-ink-muted">{words.inbox.now} </span>
              <Code>{change.after || '–'}</Code>
            </p>
          </div>
        ))}
      </Notice>
    </div>
  )
}

/** Both versions of it can be shown. */
function isShown(change: OutcomeChange): change is OutcomeChange & { what: keyof typeof SAY } {
  return change.what in SAY
}

function labelOf(outcomes: Outcome[], name: string): string {
  return outcomes.find((outcome) => outcome.name === name)?.label ?? name
}
