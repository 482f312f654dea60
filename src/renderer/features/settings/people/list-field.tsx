import { useState } from 'react'
import { listOf, type TypedList, textOf } from '../../../editing/typed-list.ts'
import { TextField } from '../../../ui/controls/field.tsx'
import { editWords as words } from '../workspace/change-words.ts'

interface ListField {
  text: string
  list: string[]
  type: (text: string) => void
}

/** `now`: the list as it is, also while the field is open. */
export function useListField(now: readonly string[]): ListField {
  const [typed, setTyped] = useState<TypedList | null>(null)
  return {
    text: textOf(now, typed),
    list: listOf(now, typed),
    type: (text) => setTyped({ text, of: now }),
  }
}

/** Names, with commas between them. */
export function ListInput({ label, field }: { label: string; field: ListField }) {
  return (
    <TextField
      label={label}
      hint={words.listHint}
      value={field.text}
      onChange={(event) => field.type(event.target.value)}
    />
  )
}
