import type { ReactNode } from 'react'
import type { ActivityEntry } from '../../../preload/contract.ts'
import { WhoName } from '../../items/who.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Fact, Facts } from '../../ui/list.tsx'
import { Section } from '../../ui/section.tsx'
import { JsonView } from '../../ui/text/json-view.tsx'
import { Quotation } from '../../ui/text/quote-chip.tsx'
import { Said } from '../../ui/text/said.tsx'
import { ShortId } from '../../ui/text/short-id.tsx'
import { Time } from '../../ui/text/time.tsx'
import { describeExactly } from '../../ui/text/time-text.ts'
import { type ActivityFilter, previousHash, sayEvent } from './look.ts'
import { activityWords } from './words.ts'

/** One entry in full: who and when, what it belongs to, its place in the chain, and as it is stored. */
export function EntryDetail({
  entry,
  onFollow,
}: {
  entry: ActivityEntry
  onFollow: (name: keyof ActivityFilter, value: string) => void
}) {
  const { workflowId, correlationId } = entry
  return (
    <article
      id="audit-entry"
      tabIndex={-1}
      aria-label={activityWords.detail}
      className="flex h-full min-h-0 flex-col wrap-break-word outline-none"
    >
      <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-6 text-ink-muted">
        <span className="font-medium text-ink">{sayEvent(entry.eventType)}</span>
        <span data-count>{activityWords.entry(entry.sequence)}</span>
        <span className="ml-auto">
          <ShortId id={entry.id} />
        </span>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-4">
        <header className="flex flex-col gap-3 pt-5 pb-4">
          <h2 className="text-lg font-semibold text-balance [overflow-wrap:anywhere]">
            <Said text={entry.text} />
          </h2>
          {entry.quote ? <Quotation by={activityWords.quote} text={entry.quote} longest={1200} /> : null}
          <Facts>
            <Fact name={activityWords.when}>
              {describeExactly(Date.parse(entry.at))}{' '}
              <span className="text-ink-muted">
                (<Time at={entry.at} />)
              </span>
            </Fact>
            <Fact name={activityWords.who}>
              <WhoName id={entry.actor} />
            </Fact>
            <Fact name={activityWords.event}>
              <code className="font-mono text-sm">{entry.eventType}</code>
            </Fact>
            {workflowId === null ? null : (
              <Fact name={activityWords.run}>
                <IdLine id={workflowId}>
                  <a
                    href={`#/runs/${encodeURIComponent(workflowId)}`}
                    className="rounded-sm text-accent hover:underline"
                  >
                    {activityWords.openRun}
                  </a>
                  <Follow label={activityWords.followRun} onFollow={() => onFollow('workflow', workflowId)} />
                </IdLine>
              </Fact>
            )}
            {correlationId === null ? null : (
              <Fact name={<span title={activityWords.correlationHint}>{activityWords.correlation}</span>}>
                <IdLine id={correlationId}>
                  <Follow
                    label={activityWords.followCorrelation}
                    title={activityWords.correlationHint}
                    onFollow={() => onFollow('correlation', correlationId)}
                  />
                </IdLine>
              </Fact>
            )}
          </Facts>
        </header>
        <Section
          title={activityWords.raw}
          aside={
            <CopyButton
              text={JSON.stringify(entry.raw, null, 2)}
              label={activityWords.copyRaw}
              className="size-5"
            />
          }
        >
          <JsonView label={activityWords.rawLabel(entry.sequence)} value={entry.raw} openDepth={3} />
        </Section>
        <Chain entry={entry} />
      </div>
    </article>
  )
}

function Chain({ entry }: { entry: ActivityEntry }) {
  const before = previousHash(entry)
  return (
    <Section title={activityWords.chain}>
      <p className="mb-2 text-ink-muted">{activityWords.chainText}</p>
      <Facts>
        {before === null ? null : (
          <Fact name={activityWords.previous}>
            <Hash value={before} />
          </Fact>
        )}
        <Fact name={activityWords.hash}>
          <Hash value={entry.hash} />
        </Fact>
      </Facts>
    </Section>
  )
}

function Hash({ value }: { value: string }) {
  return (
    <span className="inline-flex items-start gap-1">
      <code className="font-mono text-sm [overflow-wrap:anywhere]">{value}</code>
      <CopyButton text={value} label={activityWords.copyHash} className="size-5" />
    </span>
  )
}

function IdLine({ id, children }: { id: string; children: ReactNode }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <ShortId id={id} />
      {children}
    </span>
  )
}

function Follow({ label, title, onFollow }: { label: string; title?: string; onFollow: () => void }) {
  return (
    <button
      type="button"
      {...(title ? { title } : {})}
      onClick={onFollow}
      className="rounded-sm text-accent hover:underline"
    >
      {label}
    </button>
  )
}
