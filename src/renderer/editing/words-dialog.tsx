import { useMemo, useState } from 'react'
import type { CatalogItem, RequestOf } from '../../preload/contract.ts'
import { sayFigure } from '../items/figures.ts'
import { ItemLine } from '../items/item-line.tsx'
import { ItemPicker } from '../items/item-picker.tsx'
import { itemWords as words } from '../items/item-words.ts'
import { useSettled } from '../lists/use-settled.ts'
import { useCall } from '../queries.ts'
import { Button } from '../ui/controls/button.tsx'
import { TextField } from '../ui/controls/field.tsx'
import { Notice } from '../ui/feedback/error-state.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Status } from '../ui/feedback/status.tsx'
import { QuoteChip } from '../ui/text/quote-chip.tsx'
import { speakText } from '../ui/text/visible-text.ts'
import { words as shared } from '../words.ts'
import { EditDialog } from './edit-dialog.tsx'
import { areSameWords, editWords, NO_EDITS, tidyWord, withWord } from './word-list.ts'
import { WordsField } from './words-field.tsx'

const MOST_WORSE = 5

/** Where the item stands before and after, and what the judged queries say to it. Nothing is saved for it. */
function WordsEffect({
  words: changed,
  query,
}: {
  words: RequestOf<'words.effect'>['words']
  query: string
}) {
  const { data, error } = useCall('words.effect', { words: changed, query }, { keepPrevious: true })
  if (error) return <Notice tone="failed">{error.message}</Notice>
  if (data === undefined) return <Skeleton label={words.working} lines={2} />
  const { before, after, evaluation } = data
  const { total, rows } = evaluation
  const worse = rows.filter(({ change }) => change === 'worse')
  const better = rows.filter(({ change }) => change === 'better')
  const rises = after !== null && (before === null || after < before)
  const falls = before !== null && (after === null || after > before)
  return (
    <section aria-label={words.effect} aria-live="polite" className="flex flex-col gap-1">
      <h3 className="text-sm font-medium">{words.effect}</h3>
      <p data-count>
        {words.placeOf} <QuoteChip text={data.query} />: {words.place(before)} →{' '}
        <Status tone={rises ? 'done' : falls ? 'failed' : 'neutral'}>{words.place(after)}</Status>
      </p>
      {total === null ? (
        <p className="text-ink-muted">{words.noJudged}</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-3" data-count>
          <span>
            {words.judged(rows.length)}: {words.ndcg} {sayFigure(total.before.ndcg10, 3)} →{' '}
            {sayFigure(total.after.ndcg10, 3)}
          </span>
          <Status tone={better.length > 0 ? 'done' : 'neutral'}>{words.better(better.length)}</Status>
          <Status tone={worse.length > 0 ? 'failed' : 'neutral'}>{words.worse(worse.length)}</Status>
        </p>
      )}
      {worse.length === 0 ? null : (
        <ul aria-label={words.worseList} className="list-disc pl-5 text-sm">
          {worse.slice(0, MOST_WORSE).map((row) => (
            <li key={row.qid} data-count>
              <QuoteChip text={row.query} /> {sayFigure(row.before.ndcg10)} → {sayFigure(row.after.ndcg10)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type ItemWords = RequestOf<'words.effect'>['words']
const PAUSE_MS = 200

/**
 * Gives an item another name or tag: which item, which words, what they change, and what is written. `query`: what
 * somebody searched for in vain; null: nobody did. `item`: null where it has to be found first.
 */
export function WordsDialog({
  query,
  item,
  onClose,
}: {
  query: string | null
  item: CatalogItem | null
  onClose: () => void
}) {
  const [chosen, setChosen] = useState(item)
  const [field, setField] = useState<ItemWords['field']>('aliases')
  const [edits, setEdits] = useState(NO_EDITS)
  const [text, setText] = useState(() => tidyWord(query ?? ''))
  const [tried, setTried] = useState(query ?? '')
  const known = useCall('words.get', { item: chosen?.id ?? '' }, { enabled: chosen !== null })
  const now = known.data?.[field]
  const edited = useMemo(
    () =>
      chosen === null || now === undefined
        ? null
        : { item: chosen.id, field, words: withWord(editWords(now, edits), text) },
    [chosen, field, now, edits, text],
  )
  const changes = edited !== null && now !== undefined && !areSameWords(edited.words, now)
  const settled = useSettled(changes && known.data?.fixed === null ? edited : null, PAUSE_MS)
  const settledQuery = useSettled(tried.trim(), PAUSE_MS)
  function choose(next: CatalogItem | null): void {
    setChosen(next)
    setEdits(NO_EDITS)
  }
  function changeField(next: ItemWords['field']): void {
    setField(next)
    setEdits(NO_EDITS)
  }
  return (
    <EditDialog
      title={item === null ? words.title.query : words.title.item(speakText(item.title))}
      edit={settled === null || !changes ? null : { kind: 'words', words: settled }}
      isBehind={settled !== edited}
      onClose={onClose}
    >
      {query === null ? null : (
        <p>
          {words.searched} <QuoteChip text={query} />
        </p>
      )}
      {chosen === null ? (
        <section aria-label={words.which} className="flex flex-col gap-2">
          <h3 className="text-sm font-medium">{words.which}</h3>
          <ItemPicker onPick={choose} autoFocus />
        </section>
      ) : item === null ? (
        <section aria-label={words.item} className="flex items-start gap-3 rounded-md bg-sunken px-3 py-2">
          <div className="min-w-0 flex-1">
            <ItemLine item={chosen} />
          </div>
          <Button size="small" onClick={() => choose(null)}>
            {words.otherItem}
          </Button>
        </section>
      ) : null}
      {chosen === null ? null : known.error ? (
        <Notice tone="failed">{known.error.message}</Notice>
      ) : known.data === undefined ? (
        <Skeleton label={shared.common.loading} lines={2} />
      ) : known.data.fixed !== null ? (
        <Notice>{known.data.fixed}</Notice>
      ) : (
        <>
          <WordsField
            field={field}
            onField={changeField}
            listed={editWords(known.data[field], edits)}
            onAdd={(word) => setEdits(({ added, taken }) => ({ added: withWord(added, word), taken }))}
            onTake={(word) =>
              setEdits(({ added, taken }) => ({
                added: added.filter((other) => other !== word),
                taken: [...taken, word],
              }))
            }
            text={text}
            onText={setText}
          />
          {query === null ? (
            <TextField
              label={words.tryQuery}
              hint={words.tryHint}
              value={tried}
              maxLength={2000}
              onType={setTried}
            />
          ) : null}
          {settled === null || !changes || settledQuery === '' ? null : (
            <WordsEffect words={settled} query={settledQuery} />
          )}
        </>
      )}
    </EditDialog>
  )
}
