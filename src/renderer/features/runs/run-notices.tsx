import type { RunDetail } from '../../../preload/contract.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { Section } from '../../ui/section.tsx'
import { Quotation } from '../../ui/text/quote-chip.tsx'
import { runWords } from './words.ts'

/** What somebody has to do about it, what failed, and why it was ended. */
export function RunNotices({ run }: { run: RunDetail }) {
  return (
    <>
      {run.pendingItem ? (
        <div className="mb-4">
          <Notice
            tone={run.attention === 'interrupted' ? 'failed' : 'needs'}
            actions={
              <ButtonLink size="small" href={`#/inbox/${encodeURIComponent(run.pendingItem)}`}>
                {runWords.openItem}
              </ButtonLink>
            }
          >
            {run.attention === 'interrupted' ? runWords.interrupted : runWords.needsPerson}
          </Notice>
        </div>
      ) : null}
      {run.unwritten ? (
        <div className="mb-4">
          <Notice tone="failed">{run.unwritten}</Notice>
        </div>
      ) : null}
      {run.failure?.uncertain ? (
        <div className="mb-4">
          <Notice tone="failed">{runWords.uncertain}</Notice>
        </div>
      ) : null}
      {run.failure ? (
        <Section title={run.refused ? runWords.status.refused : runWords.failure}>
          {run.refused ? null : (
            <Status tone="failed" className="mb-1 font-mono text-sm">
              {run.failure.code}
            </Status>
          )}
          <Quotation by={run.refused ? '' : runWords.failureSaid} text={run.failure.message} />
        </Section>
      ) : null}
      {run.endReason ? (
        <Section title={runWords.endReason}>
          <Quotation by="" text={run.endReason} />
        </Section>
      ) : null}
    </>
  )
}
