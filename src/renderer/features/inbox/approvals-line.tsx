import type { InboxItem } from '../../../preload/contract.ts'
import { Time } from '../../ui/time.tsx'
import { WhoName } from '../../who.tsx'
import { words } from '../../words.ts'

/** Who may decide, who has approved already, and who has taken it on. */
export function ApprovalsLine({ item }: { item: Pick<InboxItem, 'votes' | 'deciders' | 'assignedTo'> }) {
  const { votes, deciders, assignedTo } = item
  if (votes === null && deciders === null && assignedTo === null) return null
  return (
    <div className="flex flex-col gap-1 text-ink-muted">
      {deciders === null ? null : <p>{deciders}</p>}
      {votes === null ? null : (
        <>
          <p className="text-ink">{words.inbox.votes(votes.given.length, votes.needed)}</p>
          <ul>
            {votes.given.map(({ by, at, comment }) => (
              <li key={`${by} ${at}`}>
                <WhoName id={by} />, <Time at={at} />
                {comment.trim() === '' ? null : `: “${comment.trim()}”`}
              </li>
            ))}
          </ul>
        </>
      )}
      {assignedTo === null ? null : (
        <p>
          {words.inbox.takenOn} <WhoName id={assignedTo} />
        </p>
      )}
    </div>
  )
}
