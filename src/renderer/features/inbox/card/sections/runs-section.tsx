import type { InboxDetail } from '../../../../../preload/contract.ts'
import { Section } from '../../../../ui/section.tsx'
import { words } from '../../../../words.ts'
import type { OutcomePreview } from '../../dock/use-previews.ts'
import { useUndoable } from '../../undo/undoable.ts'
import { needsOthers } from '../look.ts'
import { WhatRuns } from '../what-next.tsx'

/** What each outcome would run: read before it is chosen, and not beside its button. */
export function RunsSection({
  item,
  previews,
}: {
  item: InboxDetail
  previews: Map<string, OutcomePreview>
}) {
  const { you } = useUndoable()
  const running = item.outcomes.flatMap((outcome) => {
    const preview = previews.get(outcome.name)?.data
    return preview === undefined || (preview.call === null && preview.steps.length === 0)
      ? []
      : [{ outcome, preview }]
  })
  if (running.length === 0) return null
  return (
    <Section title={words.inbox.runs}>
      <div className="flex flex-col gap-3">
        {running.map(({ outcome, preview }) => (
          <div key={outcome.name} data-runs={outcome.name}>
            {item.outcomes.length > 1 ? <h4 className="mb-0.5 font-medium">{outcome.label}</h4> : null}
            <WhatRuns
              preview={preview}
              later={needsOthers(item, outcome.tone, you)}
              undoMs={outcome.undoMs}
              shown={item.edited?.arguments ?? item.asked?.arguments ?? null}
            />
          </div>
        ))}
      </div>
    </Section>
  )
}
