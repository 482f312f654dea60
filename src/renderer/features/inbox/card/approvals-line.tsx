import { Check, KeyRound } from 'lucide-react'
import type { ItemCard } from '../../../../preload/contract.ts'
import { WhoName } from '../../../items/who.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { words } from '../../../words.ts'
import { dockWords } from '../dock/dock-words.ts'

/** Who may decide, who has approved already and who is still needed, and who has taken it on. */
export function ApprovalsLine({
  item,
}: {
  item: Pick<ItemCard, 'votes' | 'deciders' | 'assignedTo' | 'status'>
}) {
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
