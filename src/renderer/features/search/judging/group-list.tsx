import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import type { GroupChange } from '../profiles/profile-settings.ts'
import { tuningWords as words } from '../tuning/tuning-words.ts'
import { Chips } from '../tuning/word-list.tsx'

const SHOWN = 24
const BETWEEN = ' = '

/** Groups of words that find each other: built-in ones that can be taken out, and one's own. */
export function GroupList({
  label,
  change,
  standard,
  onChange,
}: {
  label: string
  change: GroupChange
  standard: string[][]
  onChange: (change: GroupChange) => void
}) {
  const [typed, setTyped] = useState('')
  const group = splitGroup(typed)
  const last = group.at(-1) ?? ''
  const removed = change.remove.map(nameGroup)
  const kept = standard.filter((one) => !removed.includes(nameGroup(one)))
  const found = kept.filter((one) => one.some((word) => word.includes(last)))
  function add(event: FormEvent): void {
    event.preventDefault()
    if (group.length < 2) return
    onChange({ ...change, add: [...change.add, group] })
    setTyped('')
  }
  const without = (groups: string[][], name: string) => groups.filter((one) => nameGroup(one) !== name)
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunken p-3 ring-1 ring-line ring-inset">
      <form onSubmit={add} className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label={words.groupAdd}
            hint={group.length === 1 ? words.groupTooSmall : undefined}
            value={typed}
            maxLength={400}
            onType={setTyped}
          />
        </div>
        <Button type="submit" className="mt-5 self-start" disabled={group.length < 2}>
          {words.wordAddButton}
        </Button>
      </form>
      <Chips
        title={words.wordsAdded}
        label={`${label}: ${words.wordsAdded}`}
        entries={change.add.map((one) => one.join(BETWEEN))}
        action={words.takeOut}
        onPress={(name) => onChange({ ...change, add: without(change.add, sortName(name)) })}
      />
      <Chips
        title={words.wordsRemoved}
        label={`${label}: ${words.wordsRemoved}`}
        entries={change.remove.map((one) => one.join(BETWEEN))}
        action={words.putBack}
        back
        onPress={(name) => onChange({ ...change, remove: without(change.remove, sortName(name)) })}
      />
      <Chips
        title={words.wordsStandard(kept.length)}
        label={`${label}: ${words.wordsStandard(kept.length)}`}
        entries={found.slice(0, SHOWN).map((one) => one.join(BETWEEN))}
        action={words.takeOut}
        onPress={(name) => onChange({ ...change, remove: [...change.remove, name.split(BETWEEN)] })}
      />
      {found.length > SHOWN ? (
        <p className="text-sm text-ink-muted">{words.wordsMore(found.length - SHOWN)}</p>
      ) : null}
    </div>
  )
}

function nameGroup(group: readonly string[]): string {
  return group.toSorted().join(BETWEEN)
}

function sortName(name: string): string {
  return nameGroup(name.split(BETWEEN))
}

/** Pure. */
function splitGroup(text: string): string[] {
  const given = text.split(/[,=;]/u).map((word) => word.trim().toLowerCase())
  return [...new Set(given.filter((word) => word !== ''))]
}
