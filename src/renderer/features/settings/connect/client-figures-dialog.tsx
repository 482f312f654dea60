import type { ReactNode } from 'react'
import type { ClientFigures } from '../../../../preload/contract.ts'
import { Sentence } from '../../../items/sentence.tsx'
import { useCall } from '../../../queries.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Fact, Facts, HairlineList } from '../../../ui/list.tsx'
import { OneLine, Quotation, QuoteChip } from '../../../ui/text/quote-chip.tsx'
import { Said } from '../../../ui/text/said.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { words as shared } from '../../../words.ts'
import { connectWords as words } from './connect-words.ts'

/** What one client sees, has asked and was refused, and what that costs its model. */
export function ClientFiguresDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { data, error } = useCall('clients.figures', { name }, { keptMs: 0 })
  return (
    <Dialog wide onClose={onClose} title={words.figuresOf(name)} onlyText>
      {error ? (
        <Notice tone="failed">{error.message}</Notice>
      ) : data === undefined ? (
        <Skeleton label={shared.common.loading} lines={6} />
      ) : (
        <Figures figures={data} />
      )}
    </Dialog>
  )
}

function Figures({ figures }: { figures: ClientFigures }) {
  const { tags, tools, workflows, list, calls, asked, refusals } = figures
  return (
    <div className="flex flex-col gap-5">
      <Facts>
        <Fact name={words.tags}>{tags === null ? words.allTags : <OneLine text={tags.join(', ')} />}</Fact>
        <Fact name={words.tools}>
          <Names {...tools} />
        </Fact>
        <Fact name={words.workflows}>
          <Names {...workflows} />
        </Fact>
        <Fact name={words.listCost}>
          <span data-count>{words.listText(list.tokens, list.flat)}</span>
        </Fact>
        {calls === null ? (
          <Fact name={words.called}>{words.neverCalled}</Fact>
        ) : (
          <>
            <Fact name={words.called}>
              <span data-count>{words.calledText(calls.count)}</span> {words.since} <Time at={calls.since} />,{' '}
              {words.lastCall} <Time at={calls.lastAt} />
            </Fact>
            <Fact name={words.refused}>
              <span data-count>{words.refusedText(calls.refused, calls.failed)}</span>
            </Fact>
            <Fact name={words.turnedAway}>
              <span data-count>{words.turnedAwayText(calls.turnedAway)}</span>
            </Fact>
            <Fact name={words.cost}>
              <span data-count>{words.costText(calls.sentTokens, calls.answeredTokens)}</span>
            </Fact>
            <Fact name={words.labels}>
              <span className="flex flex-wrap gap-1">
                {calls.labels.map((label) => (
                  <QuoteChip key={label} text={label} />
                ))}
              </span>
            </Fact>
          </>
        )}
      </Facts>
      <Part title={words.asked} none={asked.length === 0 ? words.nothingAsked : null}>
        {asked.map(({ id, at, status, sentence }) => (
          <li key={id} className="row-padding flex flex-wrap items-baseline gap-x-3">
            <a
              href={`#/inbox/${encodeURIComponent(id)}`}
              className="min-w-0 flex-1 text-accent hover:underline"
            >
              <Sentence parts={sentence} />
            </a>
            <span className="text-sm text-ink-muted">
              {words.itemStatus[status] ?? status} · <Time at={at} />
            </span>
          </li>
        ))}
      </Part>
      <Part title={words.refusals} none={refusals.length === 0 ? words.nothingRefused : null}>
        {refusals.map(({ id, at, text, quote }) => (
          <li key={id} className="row-padding">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="min-w-0 flex-1">
                <Said text={text} />
              </span>
              <span className="text-sm text-ink-muted">
                <Time at={at} />
              </span>
            </p>
            {quote === null ? null : <Quotation by={words.reason} text={quote} />}
          </li>
        ))}
      </Part>
    </div>
  )
}

function Part({ title, none, children }: { title: string; none: string | null; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      {none === null ? (
        <HairlineList aria-label={title}>{children}</HairlineList>
      ) : (
        <p className="text-ink-muted">{none}</p>
      )}
    </section>
  )
}

const MOST_NAMED = 12

function Names({ count, names }: ClientFigures['tools']) {
  const shown = names.slice(0, MOST_NAMED)
  return (
    <span className="[overflow-wrap:anywhere]">
      <span data-count className="font-medium">
        {count.toLocaleString('en')}
      </span>
      {count === 0 ? null : (
        <span className="text-ink-muted">
          : <OneLine text={shown.join(', ')} />
          {count > shown.length ? ` ${words.more(count - shown.length)}` : ''}
        </span>
      )}
    </span>
  )
}
