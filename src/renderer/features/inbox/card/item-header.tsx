import { Check, KeyRound } from 'lucide-react'
import type { InboxDetail, ItemCard } from '../../../../preload/contract.ts'
import { RiskLine } from '../../../items/risk-line.tsx'
import { Sentence } from '../../../items/sentence.tsx'
import { WhoName } from '../../../items/who.tsx'
import { Badge, Status } from '../../../ui/feedback/status.tsx'
import { Deadline } from '../../../ui/text/deadline.tsx'
import { Said } from '../../../ui/text/said.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { words } from '../../../words.ts'
import { dockWords } from '../dock/dock-words.ts'
import { kindView } from '../kinds.ts'

/** The sentence, largest; who asks, since when, and why it is asked. */
export function ItemHeader({ item }: { item: InboxDetail }) {
  // What a change loosens is listed below, and says why it is risky.
  const isListed = item.subject?.warnings.includes(item.riskReason)
  return (
    <header className="flex flex-col gap-2 pt-5 pb-4">
      <h2 className="text-xl font-semibold text-balance">
        <Sentence parts={item.sentence} />
      </h2>
      <p className="flex flex-wrap items-center gap-x-2 text-ink-muted">
        <span>
          <span className="text-ink">
            <WhoName id={item.requestedBy} />
          </span>{' '}
          {item.status === 'pending' ? words.inbox.asks : words.inbox.askedThen},{' '}
          <Time at={item.requestedAt} />
          {item.requestedBy.startsWith('agent:') && item.client !== 'local'
            ? `, ${words.inbox.asClient} ${item.client}`
            : null}
        </span>
        {item.clientRemoved ? <Status tone="needs">{words.inbox.clientRemoved}</Status> : null}
        {item.status === 'pending' && item.deadlineAt ? (
          <>
            <Deadline at={item.deadlineAt} label={words.inbox.deadline} />
            <span>{kindView(item).late}</span>
          </>
        ) : null}
      </p>
      {item.risk === 'low' ? null : <RiskLine risk={item.risk} reason={isListed ? null : item.riskReason} />}
      <p className="text-ink-muted">
        <span className="sr-only">{words.inbox.because}: </span>
        <Said text={item.because} />
      </p>
      {item.returned ? (
        <p>
          <Badge tone="needs">{words.inbox.returned}</Badge> <Said text={item.returned.because} />{' '}
          <span className="text-ink-muted">
            <WhoName id={item.returned.by} />, <Time at={item.returned.at} />
          </span>
        </p>
      ) : null}
      <ApprovalsLine item={item} />
      {item.hint === undefined ? null : (
        <p className="text-sm text-ink-muted">
          <a
            href="#/activity/attention"
            className="underline decoration-line-strong underline-offset-2 hover:text-ink"
          >
            {item.hint}
          </a>
        </p>
      )}
    </header>
  )
}

/** Who may decide, who has approved already and who is still needed, and who has taken it on. */
function ApprovalsLine({ item }: { item: Pick<ItemCard, 'votes' | 'deciders' | 'assignedTo' | 'status'> }) {
  const { votes, deciders, assignedTo } = item
  if (votes === null && deciders === null && assignedTo === null) return null
  return (
    <div className="flex flex-col gap-1 text-ink-muted">
      {deciders === null ? null : <p>{deciders}</p>}
      {votes === null ? null : <Votes votes={votes} waits={item.status === 'pending'} />}
      {assignedTo === null ? null : (
        <p>
          {words.inbox.takenOn} <WhoName id={assignedTo} />
        </p>
      )}
    </div>
  )
}

function Votes({ votes, waits }: { votes: NonNullable<ItemCard['votes']>; waits: boolean }) {
  const { given, needed, atLeast = false, outdated = [] } = votes
  const missing = Math.max(0, needed - given.length)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-ink">
        {dockWords.approvals(given.length, needed, atLeast)}
        {waits && missing > 0 ? (
          <Status tone="needs">{dockWords.stillNeeded(missing, atLeast)}</Status>
        ) : null}
      </p>
      {given.length > 0 ? (
        <ul>
          {given.map(({ by, at, comment, proven }) => (
            <li key={`${by} ${at}`} className="flex flex-wrap items-center gap-x-2">
              <Check aria-hidden size={13} className="text-done" />
              <span>
                <span className="sr-only">{dockWords.approvedBy} </span>
                <span className="text-ink">
                  <WhoName id={by} />
                </span>
                , <Time at={at} />
                {comment.trim() === '' ? null : `: “${comment.trim()}”`}
              </span>
              <span className="inline-flex items-center gap-1 text-sm">
                {proven ? <KeyRound aria-hidden size={12} /> : null}
                {proven ? dockWords.proven : dockWords.notProven}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {outdated.map(({ by, at }) => (
        <p key={`${by} ${at}`}>
          <WhoName id={by} /> {dockWords.hadApproved}, <Time at={at} />, {dockWords.outdated}
        </p>
      ))}
    </>
  )
}
