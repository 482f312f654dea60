import { useState } from 'react'
import type { CatalogDetail } from '../../preload/contract.ts'
import { TextField } from '../ui/controls/field.tsx'
import { readNumber } from '../ui/controls/read-number.ts'
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
  const seconds = readLimit(timeout, LONGEST_SECONDS)
  const atOnce = readLimit(parallel, MOST_AT_ONCE)
  const how = (rehearse: boolean) => (values: Values) =>
    composeRun(id, values, { rehearse, timeout: seconds ?? undefined, parallel: atOnce ?? undefined })
  return (
    <TryPanel
      {...shared}
      label={mode === 'run' ? tryWords.run : tryWords.start}
      compose={mode === 'run' ? how(false) : (values) => composeCall(item, values)}
      rehearsal={how(true)}
      isHeld={mode === 'run' && (seconds === null || atOnce === null)}
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
                  error={seconds === null ? tryWords.wholeNumber(LONGEST_SECONDS) : undefined}
                  onChange={setTimeout}
                />
                <NumberField
                  label={tryWords.parallel}
                  hint={tryWords.usualLimit}
                  value={parallel}
                  error={atOnce === null ? tryWords.wholeNumber(MOST_AT_ONCE) : undefined}
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

const LONGEST_SECONDS = 31_536_000
const MOST_AT_ONCE = 100

/** Undefined: nothing was typed; null: no such number. */
function readLimit(text: string, most: number): number | null | undefined {
  if (text.trim() === '') return undefined
  const value = readNumber(text, 1, most)
  return value !== null && Number.isInteger(value) ? value : null
}

function NumberField({
  label,
  hint,
  value,
  error,
  onChange,
}: {
  label: string
  hint: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <TextField
      label={label}
      error={error}
      inputMode="numeric"
      placeholder={hint}
      value={value}
      onType={onChange}
      className="w-36"
    />
  )
}
