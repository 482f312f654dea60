import { useEffect } from 'react'
import type { InboxDetail } from '../../../../preload/contract.ts'
import { AnsweredLine } from '../../../items/answered-line.tsx'
import { speakQuote, speakWho, WhoName } from '../../../items/who.tsx'
import { useCall } from '../../../queries.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { Fact, Facts } from '../../../ui/list.tsx'
import { Quotation } from '../../../ui/text/quote-chip.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { words } from '../../../words.ts'
import { cardWords } from '../card/card-words.ts'
import { describeEnd } from '../card/look.ts'
import { useInbox } from '../state.ts'
import { follow } from '../undo/follow-ups.ts'
import { UndoButton } from '../undo/undo-button.tsx'
import type { UnsentValue } from './unsent-values.ts'
import { listUnsent } from './writing.ts'

/** An item that cannot be decided any more: what was decided, by whom, and the reason the agent got. */
export function DecidedDock({ item }: { item: InboxDetail }) {
  const card = useInbox((inbox) => inbox.card)
  // That a press came when it had ended.
  const tooLate = card.notice?.tooLate ? card.notice.text : null
  const unsent = listUnsent(item, card)
  const { decision } = item
  const end = describeEnd(item)
  useOwnUndo(item)
  // What was chosen and by whom is said once.
  const isDone = item.status === 'approved' || item.status === 'refused'
  // Why it was withdrawn says that it was.
  const isWithdrawn = item.status === 'withdrawn' && item.closedBecause !== null
  return (
    <section
      aria-label={words.inbox.decided}
      className="flex max-h-[45%] shrink-0 flex-col gap-2 overflow-y-auto max-[58.75rem]:max-h-none max-[58.75rem]:overflow-y-visible border-t border-line-strong bg-canvas px-6 py-4"
    >
      {tooLate === null ? null : (
        <Notice tone="failed">
          <p className="font-medium">{tooLate}</p>
        </Notice>
      )}
      <div className="flex items-start gap-3">
        <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <Status tone={end.tone} className="font-medium">
            {isWithdrawn ? item.closedBecause : end.text}
          </Status>
          {isDone || isWithdrawn ? null : item.closedBecause}
          {isDone && decision ? <Time at={decision.at} className="text-ink-muted" /> : null}
        </p>
        {item.status === 'scheduled' && decision?.runsAt && !decision.undoUnsaved ? (
          <UndoButton
            haveNotRun
            items={[
              { id: item.id, revision: decision.revision, decidedAt: decision.at, runsAt: decision.runsAt },
            ]}
          />
        ) : null}
      </div>
      {item.unwritten === undefined ? null : <Notice tone="failed">{item.unwritten}</Notice>}
      {item.failed ? (
        <>
          <p>
            <Status tone="failed" className="font-medium">
              {item.failed.text}
            </Status>
          </p>
          {item.failed.quote === null ? null : (
            <Quotation by={speakQuote(item.failed)} text={item.failed.quote} />
          )}
          <p className="text-ink-muted">
            {item.isSingleCall ? (
              cardWords.failed.call
            ) : (
              <>
                {cardWords.failed.run}{' '}
                <a href={`#/runs/${item.workflowId}`} className="text-accent underline">
                  {words.inbox.openRun}
                </a>
              </>
            )}
          </p>
        </>
      ) : null}
      <UnsentNotes {...unsent} />
      {item.answered ? (
        <p className="text-ink-muted">
          <AnsweredLine answered={item.answered} />
        </p>
      ) : null}
      {decision && (!isDone || decision.comment) ? (
        <Facts>
          {isDone ? null : (
            <Fact name={words.inbox.decidedBy}>
              <WhoName id={decision.by} /> · <Time at={decision.at} className="text-ink-muted" />
            </Fact>
          )}
          {decision.comment ? (
            <Fact name={words.inbox.commentGiven}>
              <Quotation by={speakWho(decision.by)} text={decision.comment} />
            </Fact>
          ) : null}
        </Facts>
      ) : null}
    </section>
  )
}

/** What a person was writing when an item ended, and nobody got; to be copied. */
function UnsentNotes({ comment, values }: { comment: string; values: readonly UnsentValue[] }) {
  return (
    <>
      {comment === '' ? null : <Note by={cardWords.unsent} text={comment} label={cardWords.copyUnsent} />}
      {values.length === 0 ? null : (
        <section aria-label={cardWords.unsentValues} className="flex flex-col gap-2">
          <p className="text-sm text-ink-muted">{cardWords.unsentValues}</p>
          {values.map(({ name, text }, place) =>
            text === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: two outcomes may have a field of one name
              <p key={place} className="text-ink-muted">
                {cardWords.unsentSecret(name)}
              </p>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: two outcomes may have a field of one name
              <Note key={place} by={name} text={text} label={cardWords.copyValue(name)} />
            ),
          )}
        </section>
      )}
    </>
  )
}

export function Note({ by, text, label }: { by: string; text: string; label: string }) {
  return (
    <div className="flex items-start gap-2">
      <Quotation by={by} text={text} className="min-w-0" />
      <CopyButton text={text} label={label} />
    </div>
  )
}

/** One's own decision that is seen to wait for its time is taken back by key, wherever it was pressed. */
function useOwnUndo({ id, status, decision }: Pick<InboxDetail, 'id' | 'status' | 'decision'>): void {
  const you = useCall('people.list', {}).data?.you ?? null
  const isOwn = status === 'scheduled' && you !== null && decision?.by === `human:${you}`
  const runsAt = isOwn ? (decision.runsAt ?? null) : null
  const { at: decidedAt, revision } = decision ?? {}
  useEffect(() => {
    const { followUps } = useInbox.getState()
    if (
      runsAt === null ||
      decidedAt === undefined ||
      revision === undefined ||
      followUps.some(({ items }) => items.some((known) => known.id === id))
    )
      return
    follow({ key: id, items: [{ id, revision, decidedAt, runsAt }], total: 1, failed: 0, told: null })
  }, [id, revision, runsAt, decidedAt])
}
