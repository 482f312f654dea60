import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import type { WordChange } from '../profiles/profile-settings.ts'
import { tuningWords as words } from './tuning-words.ts'

const SHOWN = 40

/** Built-in words that can be taken out, and words of one's own. */
export function WordList({
  label,
  change,
  standard,
  onChange,
}: {
  label: string
  change: WordChange
  standard: string[]
  onChange: (change: WordChange) => void
}) {
  const [typed, setTyped] = useState('')
  const word = typed.trim().toLowerCase()
  const kept = standard.filter((one) => !change.remove.includes(one))
  const found = kept.filter((one) => one.includes(word))
  const isKnown = kept.includes(word) || change.add.includes(word)
  return (
    <ChangedList
      label={label}
      field={words.wordAdd}
      hint={word !== '' && found.length === 0 && !isKnown ? words.noSuchWord(word) : undefined}
      typed={typed}
      onType={setTyped}
      longest={80}
      canAdd={word !== '' && !isKnown}
      onAdd={() => {
        const remove = change.remove.filter((one) => one !== word)
        onChange({ remove, add: remove.length < change.remove.length ? change.add : [...change.add, word] })
      }}
      change={change}
      kept={kept.length}
      found={found}
      most={SHOWN}
      onDrop={(one) => onChange({ ...change, add: change.add.filter((other) => other !== one) })}
      onPutBack={(one) => onChange({ ...change, remove: change.remove.filter((other) => other !== one) })}
      onTakeOut={(one) => onChange({ ...change, remove: [...change.remove, one] })}
    />
  )
}

/** A list with its changes: what was added, what was taken out, what of the built-in ones is left; and a field for one more. */
export function ChangedList({
  label,
  field,
  hint,
  typed,
  onType,
  longest,
  canAdd,
  onAdd,
  change,
  kept,
  found,
  most,
  onDrop,
  onPutBack,
  onTakeOut,
}: {
  label: string
  field: string
  hint: string | undefined
  typed: string
  onType: (text: string) => void
  longest: number
  canAdd: boolean
  onAdd: () => void
  change: WordChange
  /** How many of the built-in ones. */
  kept: number
  /** Those of them that what is typed leaves, of which so many are shown. */
  found: string[]
  most: number
  onDrop: (entry: string) => void
  onPutBack: (entry: string) => void
  onTakeOut: (entry: string) => void
}) {
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!canAdd) return
    onAdd()
    onType('')
  }
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunken p-3 ring-1 ring-line ring-inset">
      <form onSubmit={submit} className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField label={field} hint={hint} value={typed} maxLength={longest} onType={onType} />
        </div>
        <Button type="submit" className="mt-5 self-start" disabled={!canAdd}>
          {words.wordAddButton}
        </Button>
      </form>
      <Chips
        of={label}
        title={words.wordsAdded}
        entries={change.add}
        action={words.takeOut}
        onPress={onDrop}
      />
      <Chips
        of={label}
        title={words.wordsRemoved}
        entries={change.remove}
        action={words.putBack}
        back
        onPress={onPutBack}
      />
      <Chips
        of={label}
        title={words.wordsStandard(kept)}
        entries={found.slice(0, most)}
        action={words.takeOut}
        onPress={onTakeOut}
      />
      {found.length > most ? (
        <p className="text-sm text-ink-muted">{words.wordsMore(found.length - most)}</p>
      ) : null}
    </div>
  )
}

/** Words that a press takes out, or puts back. */
function Chips({
  of,
  title,
  entries,
  action,
  onPress,
  back = false,
}: {
  of: string
  title: string
  entries: string[]
  action: (entry: string) => string
  onPress: (entry: string) => void
  back?: boolean
}) {
  if (entries.length === 0) return null
  const Icon = back ? Plus : X
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-ink-muted">{title}</p>
      <ul aria-label={`${of}: ${title}`} className="flex flex-wrap gap-1">
        {entries.map((entry) => (
          <li key={entry} className="max-w-full">
            <button
              type="button"
              aria-label={action(entry)}
              onClick={() => onPress(entry)}
              className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm bg-surface px-1.5 text-left text-sm ring-1 ring-line ring-inset hover:bg-hover"
            >
              <OneLine text={entry} className="min-w-0 [overflow-wrap:anywhere]" />
              <Icon aria-hidden size={11} className="shrink-0 text-ink-faint" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
