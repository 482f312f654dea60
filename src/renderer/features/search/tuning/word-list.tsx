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
  function add(event: FormEvent): void {
    event.preventDefault()
    if (word === '' || isKnown) return
    const remove = change.remove.filter((one) => one !== word)
    onChange({ remove, add: remove.length < change.remove.length ? change.add : [...change.add, word] })
    setTyped('')
  }
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunken p-3 ring-1 ring-line ring-inset">
      <form onSubmit={add} className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label={words.wordAdd}
            hint={word !== '' && found.length === 0 && !isKnown ? words.noSuchWord(word) : undefined}
            value={typed}
            maxLength={80}
            onType={setTyped}
          />
        </div>
        <Button type="submit" className="self-start mt-5" disabled={word === '' || isKnown}>
          {words.wordAddButton}
        </Button>
      </form>
      <Chips
        title={words.wordsAdded}
        label={`${label}: ${words.wordsAdded}`}
        entries={change.add}
        action={words.takeOut}
        onPress={(one) => onChange({ ...change, add: change.add.filter((other) => other !== one) })}
      />
      <Chips
        title={words.wordsRemoved}
        label={`${label}: ${words.wordsRemoved}`}
        entries={change.remove}
        action={words.putBack}
        back
        onPress={(one) => onChange({ ...change, remove: change.remove.filter((other) => other !== one) })}
      />
      <Chips
        title={words.wordsStandard(kept.length)}
        label={`${label}: ${words.wordsStandard(kept.length)}`}
        entries={found.slice(0, SHOWN)}
        action={words.takeOut}
        onPress={(one) => onChange({ ...change, remove: [...change.remove, one] })}
      />
      {found.length > SHOWN ? (
        <p className="text-sm text-ink-muted">{words.wordsMore(found.length - SHOWN)}</p>
      ) : null}
    </div>
  )
}

/** Words that a press takes out, or puts back. */
export function Chips({
  title,
  label,
  entries,
  action,
  onPress,
  back = false,
}: {
  title: string
  label: string
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
      <ul aria-label={label} className="flex flex-wrap gap-1">
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
