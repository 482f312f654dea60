import type { InboxDetail, ItemCard, ManyPreview, Preview } from '../../../../preload/contract.ts'
import { Sentence } from '../../../items/sentence.tsx'
import { WhoName } from '../../../items/who.tsx'
import { Quotation, QuoteChip } from '../../../ui/text/quote-chip.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { cardWords } from '../card/card-words.ts'
import { Warning } from '../card/warning-line.tsx'
import { WhatNext } from '../card/what-next.tsx'
import { listWords } from '../list/list-words.ts'

/** Item by item: the sentence, and word for word what would run. */
export function ManyList({
  items,
  states,
  leftFirst,
}: {
  items: ManyPreview['items']
  /** Of the diagram that they have in common. */
  states: InboxDetail['diagram']['states']
  /** Something moved while it was looked at: what has dropped out comes first, not below all that stays. */
  leftFirst: boolean
}) {
  const able = items.filter(({ preview }) => preview !== null)
  const left = items.filter(({ preview }) => preview === null)
  const dropped = left.length > 0 ? <Left items={left} /> : null
  return (
    <>
      {leftFirst ? dropped : null}
      <ul aria-label={listWords.many.list} className="divide-y divide-line">
        {able.map(({ item, said, preview }) => (
          <li key={item.id} className="py-2">
            <p className="font-medium">
              <Sentence parts={item.sentence} />
            </p>
            {isCallShown(preview) ? null : <WholeValues of={item.values} />}
            <WhoWhen item={item} />
            {said === null ? null : <SaidOfTool said={said} server={item.definitionTitle} />}
            {preview === null ? null : <WhatNext preview={preview} error={null} states={states} />}
          </li>
        ))}
      </ul>
      {leftFirst ? null : dropped}
    </>
  )
}

/** What its card says first: all of it, since nobody opens the card. */
function SaidOfTool({
  said: { description, weaker },
  server,
}: {
  said: NonNullable<ManyPreview['items'][number]['said']>
  server: string
}) {
  return (
    <>
      {weaker.length === 0 ? null : (
        <ul>
          {weaker.map((text) => (
            <Warning key={text} tone="risky" text={text} />
          ))}
        </ul>
      )}
      {description === '' ? null : (
        <Quotation
          by={cardWords.server(server)}
          text={description}
          longest={Number.POSITIVE_INFINITY}
          mostLines={Number.POSITIVE_INFINITY}
        />
      )}
    </>
  )
}

/** What is not decided with the others, each with the reason. */
function Left({ items }: { items: ManyPreview['items'] }) {
  return (
    <section aria-label={listWords.many.left}>
      <h3 className="text-sm font-semibold text-ink-muted">{listWords.many.left}</h3>
      <ul className="divide-y divide-line">
        {items.map(({ item, problem }) => (
          <li key={item.id} className="py-2">
            <p>
              <Sentence parts={item.sentence} />
            </p>
            <Values of={item.values} />
            <WhoWhen item={item} />
            <p className="text-sm text-risky">{problem}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The values of an item whose call is not shown: of many, they say which it is. */
export function Values({ of }: { of: ItemCard['values'] }) {
  return (
    <p className="truncate text-sm empty:hidden">
      {of.map(({ name, text }) => (
        <span key={name} className="mr-1.5">
          <QuoteChip text={`${name}: ${text}`} />
        </span>
      ))}
    </p>
  )
}

function isCallShown(preview: Preview | null): boolean {
  return preview !== null && [preview, ...preview.steps].some(({ call }) => call !== null)
}

/** Every value to its end: nobody opens the card, and no call says them. */
function WholeValues({ of }: { of: ItemCard['values'] }) {
  const isShort = ({ name, text }: ItemCard['values'][number]) =>
    name.length + text.length < 58 && !text.includes('\n')
  const short = of.filter(isShort)
  return (
    <>
      {short.length === 0 ? null : (
        <p className="flex flex-wrap gap-x-1.5 text-sm">
          {short.map(({ name, text }) => (
            <QuoteChip key={name} text={`${name}: ${text}`} />
          ))}
        </p>
      )}
      {of
        .filter((value) => !isShort(value))
        .map(({ name, text }) => (
          <Quotation
            key={name}
            by={name}
            text={text}
            longest={Number.POSITIVE_INFINITY}
            mostLines={Number.POSITIVE_INFINITY}
          />
        ))}
    </>
  )
}

/** What tells two items apart whose sentences are the same. */
function WhoWhen({ item }: { item: ManyPreview['items'][number]['item'] }) {
  return (
    <p className="text-sm text-ink-muted">
      <WhoName id={item.requestedBy} /> · <Time at={item.requestedAt} />
    </p>
  )
}
