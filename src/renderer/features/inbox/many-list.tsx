import type { InboxDetail, ManyPreview } from '../../../preload/contract.ts'
import { Sentence } from '../../sentence.tsx'
import { Time } from '../../ui/time.tsx'
import { WhoName } from '../../who.tsx'
import { listWords } from './list-words.ts'
import { WhatNext } from './what-next.tsx'

/** Item by item: the sentence, and word for word what would run. */
export function ManyList({
  items,
  states,
}: {
  items: ManyPreview['items']
  /** Of the diagram that they have in common. */
  states: InboxDetail['diagram']['states']
}) {
  const able = items.filter(({ preview }) => preview !== null)
  const left = items.filter(({ preview }) => preview === null)
  return (
    <>
      {able.length === 0 ? <p>{listWords.many.none}</p> : null}
      <ul aria-label={listWords.many.list} className="divide-y divide-line">
        {able.map(({ item, preview }) => (
          <li key={item.id} className="py-2">
            <p className="font-medium">
              <Sentence parts={item.sentence} />
            </p>
            <WhoWhen item={item} />
            {preview === null ? null : <WhatNext preview={preview} error={null} states={states} />}
          </li>
        ))}
      </ul>
      {left.length > 0 ? (
        <section aria-label={listWords.many.left}>
          <h3 className="text-sm font-semibold text-ink-muted">{listWords.many.left}</h3>
          <ul className="divide-y divide-line">
            {left.map(({ item, problem }) => (
              <li key={item.id} className="py-2">
                <p>
                  <Sentence parts={item.sentence} />
                </p>
                <WhoWhen item={item} />
                <p className="text-sm text-risky">{problem}</p>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
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
