import { useEffect, useMemo, useState } from 'react'
import type { ToolChange, ToolRow } from '../../../../preload/contract.ts'
import { readList } from '../../../editing/typed-list.ts'
import { Field, Input } from '../../../ui/controls/field.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import { toolWords as words } from './tools-words.ts'

const LONGEST = 80
const MOST = 50
/** So many that they have are offered to be taken away. */
const MOST_OFFERED = 40

/** Tags or aliases that all of them get, and those that are taken from whoever has them. */
export function WordsForm({
  field,
  rows,
  onChange,
}: {
  field: 'tags' | 'aliases'
  rows: readonly ToolRow[]
  onChange: (change: ToolChange | null) => void
}) {
  const [text, setText] = useState('')
  const [gone, setGone] = useState<readonly string[]>([])
  const found = useMemo(() => [...new Set(rows.flatMap((row) => row[field]))].toSorted(), [rows, field])
  const add = useMemo(() => readList(text), [text])
  const isFit = add.length <= MOST && add.every((word) => word.length <= LONGEST)
  useEffect(() => {
    const isChange = isFit && add.length + gone.length > 0
    onChange(isChange ? { do: 'words', field, add, remove: [...gone] } : null)
  }, [add, gone, field, isFit, onChange])
  return (
    <div className="flex flex-col gap-4">
      <Field label={words.add} hint={words.addHint} error={isFit ? undefined : words.wordError}>
        {(ids) => <Input {...ids} value={text} onChange={(event) => setText(event.target.value)} />}
      </Field>
      {found.length === 0 ? null : (
        <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
          <legend className="mb-1 text-sm font-medium">{words.remove}</legend>
          {found.slice(0, MOST_OFFERED).map((word) => (
            <label key={word} className="inline-flex items-center gap-1.5">
              <input
                type="checkbox"
                checked={gone.includes(word)}
                onChange={(event) =>
                  setGone(event.target.checked ? [...gone, word] : gone.filter((other) => other !== word))
                }
                className="size-4 accent-accent-solid"
              />
              <OneLine text={word} />
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}
