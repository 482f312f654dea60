import { useState } from 'react'
import type { CatalogDetail } from '../../../preload/contract.ts'
import { WordsDialog } from '../../editing/words-dialog.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { OneLine, Quotation } from '../../ui/text/quote-chip.tsx'
import { Time } from '../../ui/text/time.tsx'
import { speakText } from '../../ui/text/visible-text.ts'
import { ItemTitle } from './catalog-row.tsx'
import { isOwn } from './look.ts'
import { catalogWords } from './words.ts'

/** Name, description, tags, use. What a server says of its tools is a quotation of that server (R5.9). */
export function ItemHeader({ item, onTag }: { item: CatalogDetail; onTag: (tag: string) => void }) {
  const { title, description, source, tags, aliases, used, blocked } = item
  const [editing, setEditing] = useState(false)
  return (
    <header className="flex flex-col gap-2 pt-5 pb-3">
      <h2 className="text-xl font-semibold text-balance">
        <ItemTitle item={item} />
      </h2>
      {description === '' ? null : isOwn(source) ? (
        <p className="max-w-prose">{description}</p>
      ) : (
        <Quotation className="max-w-prose" by={catalogWords.says(source)} text={description} longest={600} />
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
        <span data-count>
          {blocked
            ? catalogWords.notCallable
            : used.count === 0
              ? catalogWords.neverUsed
              : catalogWords.usedTimes(used.count)}
          {used.lastAt ? (
            <>
              , {catalogWords.last} <Time at={used.lastAt} />
            </>
          ) : null}
        </span>
        {tags.map((tag) => (
          <button
            key={tag}
            type="button"
            title={catalogWords.withTag(tag)}
            onClick={() => onTag(tag)}
            className="h-5 rounded-sm bg-hover px-1.5 text-xs font-medium text-ink-muted hover:text-ink"
          >
            <OneLine text={tag} />
          </button>
        ))}
        {aliases.length > 0 ? (
          <span>
            {catalogWords.alsoFound} <OneLine text={aliases.join(', ')} />
          </span>
        ) : null}
        {blocked === null ? (
          <Button
            size="small"
            aria-label={catalogWords.editWordsOf(speakText(title))}
            onClick={() => setEditing(true)}
          >
            {catalogWords.editWords}
          </Button>
        ) : null}
      </p>
      {editing ? <WordsDialog query={null} item={item} onClose={() => setEditing(false)} /> : null}
    </header>
  )
}
