import { useState } from 'react'
import type { CatalogDetail } from '../../preload/contract.ts'
import { Field, Input } from '../ui/controls/field.tsx'
import { Select } from '../ui/controls/select.tsx'
import { Section } from '../ui/section.tsx'
import { composeCall, composeRun, defaultValues, type Values } from './call-text.ts'
import { TryPanel } from './try-panel.tsx'
import { tryWords } from './try-words.ts'

const MODES = ['run', 'start'] as const
type Mode = (typeof MODES)[number]

/** A workflow or a tool of the catalog, tried as the person at the desk. */
export function TryItem({
  item,
  initial,
  remembers = true,
}: {
  item: Pick<CatalogDetail, 'id' | 'kind' | 'inputSchema'>
  /** Instead of its defaults. */
  initial?: Values
  /** Whether the last answer is shown again. */
  remembers?: boolean
}) {
  const { id, kind, inputSchema: schema } = item
  const [mode, setMode] = useState<Mode>('run')
  const [timeout, setTimeout] = useState('')
  const [parallel, setParallel] = useState('')
  const shared = {
    schema,
    initial: initial ?? defaultValues(schema),
    subject: remembers ? `item ${id}` : null,
  }
  if (kind !== 'workflow')
    return <TryPanel {...shared} label={tryWords.try} compose={(values) => composeCall(item, values)} />
  const how = (rehearse: boolean) => (values: Values) =>
    composeRun(id, values, { rehearse, timeout, parallel })
  return (
    <TryPanel
      {...shared}
      label={mode === 'run' ? tryWords.run : tryWords.start}
      compose={mode === 'run' ? how(false) : (values) => composeCall(item, values)}
      rehearsal={how(true)}
      options={
        <Section title={tryWords.mode}>
          <div className="flex flex-wrap items-end gap-3">
            <Select<Mode>
              label={tryWords.mode}
              value={mode}
              onChange={setMode}
              options={MODES.map((value) => ({ value, label: tryWords.modes[value] }))}
              className="w-72"
            />
            {mode === 'run' ? (
              <>
                <NumberField
                  label={tryWords.timeout}
                  hint={tryWords.noLimit}
                  value={timeout}
                  onChange={setTimeout}
                />
                <NumberField
                  label={tryWords.parallel}
                  hint={tryWords.usualLimit}
                  value={parallel}
                  onChange={setParallel}
                />
              </>
            ) : null}
          </div>
        </Section>
      }
    />
  )
}

function NumberField({
  label,
  hint,
  value,
  onChange,
}: {
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <Field label={label}>
      {(ids) => (
        <Input
          {...ids}
          type="number"
          min={1}
          placeholder={hint}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="w-36"
        />
      )}
    </Field>
  )
}
