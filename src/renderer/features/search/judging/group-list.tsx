import { useState } from 'react'
import type { GroupChange } from '../profiles/profile-settings.ts'
import { tuningWords as words } from '../tuning/tuning-words.ts'
import { ChangedList } from '../tuning/word-list.tsx'

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
  const write = (groups: string[][]) => groups.map((one) => one.join(BETWEEN))
  const without = (groups: string[][], name: string) =>
    groups.filter((one) => nameGroup(one) !== nameGroup(name.split(BETWEEN)))
  return (
    <ChangedList
      label={label}
      field={words.groupAdd}
      hint={group.length === 1 ? words.groupTooSmall : undefined}
      typed={typed}
      onType={setTyped}
      longest={400}
      canAdd={group.length > 1}
      onAdd={() => onChange({ ...change, add: [...change.add, group] })}
      change={{ add: write(change.add), remove: write(change.remove) }}
      kept={kept.length}
      found={write(found)}
      most={SHOWN}
      onDrop={(name) => onChange({ ...change, add: without(change.add, name) })}
      onPutBack={(name) => onChange({ ...change, remove: without(change.remove, name) })}
      onTakeOut={(name) => onChange({ ...change, remove: [...change.remove, name.split(BETWEEN)] })}
    />
  )
}

function nameGroup(group: readonly string[]): string {
  return group.toSorted().join(BETWEEN)
}

/** Pure. */
function splitGroup(text: string): string[] {
  const given = text.split(/[,=;]/u).map((word) => word.trim().toLowerCase())
  return [...new Set(given.filter((word) => word !== ''))]
}
