import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Quotation } from '../../../ui/text/quote-chip.tsx'
import { words } from '../../../words.ts'
import { cardWords } from '../card/card-words.ts'
import type { UnsentValue } from '../dock/unsent-values.ts'

/** What a person was writing when an item ended, and nobody got; to be copied. */
export function UnsentNotes({ comment, values }: { comment: string; values: readonly UnsentValue[] }) {
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

function Note({ by, text, label }: { by: string; text: string; label: string }) {
  return (
    <div className="flex items-start gap-2">
      <Quotation
        by={by}
        text={text}
        moreLabel={words.common.showMore}
        lessLabel={words.common.showLess}
        className="min-w-0"
      />
      <CopyButton text={text} label={label} doneLabel={words.common.copied} />
    </div>
  )
}
