import { X } from 'lucide-react'
import { useRef } from 'react'
import type { RequestOf } from '../../preload/contract.ts'
import { itemWords as words } from '../items/item-words.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { Field, Input } from '../ui/controls/field.tsx'
import { OneLine } from '../ui/text/quote-chip.tsx'
import { speakText } from '../ui/text/visible-text.ts'
import { LONGEST_WORD } from './word-list.ts'

type FieldName = RequestOf<'words.effect'>['words']['field']
const FIELDS: readonly FieldName[] = ['aliases', 'tags']

/** The names or tags of an item: those that there are, each to be taken away, and one that is being written. */
export function WordsField({
  field,
  onField,
  listed,
  onAdd,
  onTake,
  text,
  onText,
}: {
  field: FieldName
  onField: (field: FieldName) => void
  listed: readonly string[]
  onAdd: (word: string) => void
  onTake: (word: string) => void
  text: string
  onText: (text: string) => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  function add(): void {
    onAdd(text)
    onText('')
    frame.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={frame} className="flex flex-col gap-3">
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend className="sr-only">{words.field}</legend>
        {FIELDS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === field}
            onClick={() => onField(one)}
            className={classNames(
              'h-7 rounded-md border px-3 transition-colors',
              one === field
                ? 'border-accent bg-accent-soft font-medium text-accent'
                : 'border-control bg-surface text-ink hover:bg-hover',
            )}
          >
            {words.fields[one]}
          </button>
        ))}
        <span className="basis-full text-sm text-ink-muted">{words.about[field]}</span>
      </fieldset>
      {listed.length === 0 ? (
        <p className="text-sm text-ink-muted">{words.none[field]}</p>
      ) : (
        <ul aria-label={words.listed[field]} className="flex flex-wrap gap-1">
          {listed.map((word) => (
            <li key={word} className="inline-flex h-6 items-center gap-1 rounded-sm bg-hover pl-2 text-sm">
              <OneLine text={word} />
              <button
                type="button"
                aria-label={words.take(speakText(word))}
                onClick={() => {
                  onTake(word)
                  frame.current?.querySelector('input')?.focus()
                }}
                className="inline-flex size-6 items-center justify-center rounded-sm text-ink-muted hover:text-ink"
              >
                <X aria-hidden size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Field label={words.new[field]} hint={words.newHint}>
        {(ids) => (
          <div className="flex gap-2">
            <Input
              {...ids}
              value={text}
              maxLength={LONGEST_WORD}
              onChange={(event) => onText(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                add()
              }}
            />
            <Button disabled={text.trim() === ''} onClick={add}>
              {words.add}
            </Button>
          </div>
        )}
      </Field>
    </div>
  )
}
