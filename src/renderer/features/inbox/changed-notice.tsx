import type { Outcome } from '../../../preload/contract.ts'
import { Code } from '../../ui/code.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { words } from '../../words.ts'
import type { DecisionNotice } from './use-decision.ts'
import type { OutcomeChange } from './use-previews.ts'

const SAY = {
  next: words.inbox.changedNext,
  call: words.inbox.changedCall,
  steps: words.inbox.changedSteps,
  unseen: () => words.inbox.changedUnseen,
}

/** What moved while the item was on screen, with both versions; or why a decision was not taken. */
export function ChangedNotice({
  notice,
  changes,
  outcomes,
}: {
  notice: DecisionNotice | null
  changes: OutcomeChange[]
  outcomes: Outcome[]
}) {
  if (notice === null && changes.length === 0) return null
  const visible = changes.filter((change) => change.what !== 'unseen')
  return (
    <Notice tone={notice?.tone ?? 'needs'}>
      <p className="font-medium">{notice?.text ?? words.inbox.changedTitle}</p>
      {changes.length > 0 && visible.length === 0 ? <p>{words.inbox.changedUnseen}</p> : null}
      {visible.map((change) => (
        <div key={`${change.outcome} ${change.what}`} className="mt-1 text-ink">
          <p>{SAY[change.what](labelOf(outcomes, change.outcome))}</p>
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
  )
}

function labelOf(outcomes: Outcome[], name: string): string {
  return outcomes.find((outcome) => outcome.name === name)?.label ?? name
}
