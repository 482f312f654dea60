import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { changeRows } from '../../../ui/controls/change-rows.ts'
import { Input } from '../../../ui/controls/field.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { SecretInput } from '../../../ui/controls/secret-input.tsx'
import { type FormRow, isKept, isMasked, newId } from './server-form.ts'
import { serverWords as words } from './words.ts'

/** Variables or headers: a name, a value, and whether the value is a secret. */
export function RowsField({
  legend,
  addLabel,
  rows,
  onChange,
}: {
  legend: string
  addLabel: string
  rows: FormRow[]
  onChange: (rows: FormRow[]) => void
}) {
  const list = useRef<HTMLFieldSetElement>(null)
  const press = (next: FormRow[]) => changeRows(list.current, () => onChange(next))
  function edit(id: number, change: Partial<FormRow>): void {
    onChange(rows.map((row) => (row.id === id ? { ...row, ...change } : row)))
  }
  return (
    <fieldset ref={list} className="flex flex-col gap-1.5">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {rows.map((row, index) => (
        <div key={row.id} data-row className="flex flex-wrap items-center gap-2">
          <Input
            aria-label={`${legend}: ${words.variableName(index + 1)}`}
            placeholder={words.nameOf}
            value={row.name}
            maxLength={200}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => edit(row.id, { name: event.target.value })}
            className="min-w-32 flex-1 font-mono text-sm"
          />
          <SecretInput
            aria-label={`${legend}: ${words.variableValue(index + 1)}`}
            placeholder={words.valueOf}
            hidden={isMasked(row)}
            words={{ show: words.showValue(row.name), hide: words.hideValue(row.name) }}
            value={row.value}
            maxLength={60_000}
            onChange={(event) => edit(row.id, { value: event.target.value })}
            className="min-w-40 flex-[2]"
          />
          <label className="flex items-center gap-1.5 text-sm">
            <input
              type="checkbox"
              aria-label={words.secretOf(row.name)}
              checked={isKept(row)}
              onChange={(event) => edit(row.id, { isSecret: event.target.checked })}
              className="size-4 accent-accent-solid"
            />
            {words.secret}
          </label>
          <IconButton
            label={words.removeRow(row.name)}
            icon={<X aria-hidden size={14} />}
            onClick={() => press(rows.filter((other) => other.id !== row.id))}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus aria-hidden size={13} />}
          onClick={() => press([...rows, { id: newId(), name: '', value: '', isSecret: null }])}
        >
          {addLabel}
        </Button>
      </div>
    </fieldset>
  )
}
