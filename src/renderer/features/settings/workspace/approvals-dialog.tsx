import { useState } from 'react'
import type { ConfigurationEdit, SettingsView } from '../../../../preload/contract.ts'
import { EditDialog } from '../../../editing/edit-dialog.tsx'
import { useCall } from '../../../queries.ts'
import { TextField } from '../../../ui/controls/field.tsx'
import { readNumber } from '../../../ui/controls/read-number.ts'
import { Switch } from '../../../ui/controls/switch.tsx'
import { editWords as words } from './change-words.ts'

interface Length {
  name: 'holdMs' | 'timeoutMs' | 'undoMs'
  label: string
  /** Milliseconds of one. */
  unit: number
  least: number
  most: number
}

/** The least and the most that the schema of the configuration takes, in the unit of the field. */
const LENGTHS: readonly Length[] = [
  { name: 'holdMs', label: words.hold, unit: 1000, least: 0, most: 600 },
  { name: 'timeoutMs', label: words.timeout, unit: 60_000, least: 0.1, most: 525_600 },
  { name: 'undoMs', label: words.undoWindow, unit: 1000, least: 0, most: 86_400 },
]

/** The lengths of time of the approvals, and whether high risk asks who is there. */
export function ApprovalsDialog({
  approvals,
  onClose,
}: {
  approvals: SettingsView['approvals']
  onClose: () => void
}) {
  const people = useCall('people.list', {})
  /** Of those that a person has typed; the others are as they are by now. */
  const [texts, setTexts] = useState<Partial<Record<Length['name'], string>>>({})
  const [proof, setProof] = useState<'never' | 'highRisk' | null>(null)
  const known = people.data?.proof
  const numbers = LENGTHS.map((length) => {
    const now = approvals[length.name]
    const text = texts[length.name]
    return text === undefined
      ? { length, text: asNumber(now / length.unit), value: now }
      : { length, text, value: readLength(text, length) }
  })
  const isWhole = numbers.every(({ value }) => value !== null)
  const edit: ConfigurationEdit = { kind: 'approvals' }
  for (const { length, value } of numbers) {
    // What is as it was stays as it is written.
    if (value !== null && value !== approvals[length.name]) edit[length.name] = value
  }
  if (proof !== null && proof !== known) edit.proof = proof
  return (
    <EditDialog title={words.approvalsTitle} edit={isWhole ? edit : null} onClose={onClose}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] gap-4">
        {numbers.map(({ length, text, value }) => (
          <TextField
            key={length.name}
            label={length.label}
            error={value === null ? words.number(length.least, length.most) : undefined}
            inputMode="decimal"
            value={text}
            onType={(text) => setTexts({ ...texts, [length.name]: text })}
          />
        ))}
      </div>
      {known === undefined ? null : (
        <Switch
          label={words.proof}
          hint={words.proofHint}
          checked={(proof ?? known) === 'highRisk'}
          onChange={(on) => setProof(on ? 'highRisk' : 'never')}
        />
      )}
    </EditDialog>
  )
}

function asNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}

/** Whole milliseconds; null for what is no such number. */
function readLength(text: string, { unit, least, most }: Length): number | null {
  const value = readNumber(text, least, most)
  return value === null ? null : Math.round(value * unit)
}
