import { useEffect, useState } from 'react'
import type { AskWhen, ToolChange, ToolDeciders } from '../../../../preload/contract.ts'
import { useCall } from '../../../queries.ts'
import { Choices } from '../../../ui/controls/choices.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import { readNumber } from '../../../ui/controls/read-number.ts'
import { SelectField } from '../../../ui/controls/select.tsx'
import { toolWords as words } from './tools-words.ts'

const WHENS = ['always', 'writes', 'never'] as const

/** When a person is asked, and who. */
export function AskForm({ onChange }: { onChange: (change: ToolChange | null) => void }) {
  const people = useCall('people.list', {}).data?.people ?? []
  const [when, setWhen] = useState<AskWhen | null>(null)
  const [isOther, setIsOther] = useState(false)
  const [who, setWho] = useState('')
  const [quorum, setQuorum] = useState('1')
  const [minutes, setMinutes] = useState('')
  const [isRisky, setIsRisky] = useState(false)
  const count = readNumber(quorum, 1, 100)
  const time = minutes.trim() === '' ? undefined : readNumber(minutes, 0.1, 43_200)
  const isWhole =
    when !== null &&
    (!isOther || when === 'never' || (count !== null && Number.isInteger(count) && time !== null))
  useEffect(() => {
    if (!isWhole) return onChange(null)
    if (!isOther || when === 'never') return onChange({ do: 'ask', when })
    onChange({
      do: 'ask',
      when,
      people: { ...peopleOf(count ?? 1, who, time ?? undefined), ...(isRisky ? { risk: 'high' } : {}) },
    })
  }, [isWhole, isOther, when, who, count, time, isRisky, onChange])
  const rights = [
    ...new Set(people.flatMap(({ roles }) => roles.map((role) => `role ${role}`))),
    ...new Set(people.flatMap(({ permissions }) => permissions.map((each) => `permission ${each}`))),
  ].map((value) => ({ value, label: sayRight(value) }))
  return (
    <div className="flex flex-col gap-4">
      <Choices
        label={words.when}
        value={when}
        onChange={setWhen}
        options={WHENS.map((value) => ({ value, label: words.whens[value], hint: words.whenHints[value] }))}
      />
      {when === null || when === 'never' ? null : (
        <Choices
          label={words.who}
          value={isOther ? 'other' : 'same'}
          onChange={(value) => setIsOther(value === 'other')}
          options={[
            { value: 'same', label: words.sameWho },
            { value: 'other', label: words.otherWho },
          ]}
        />
      )}
      {when === null || when === 'never' || !isOther ? null : (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] gap-4">
          <SelectField
            label={words.whoDecides}
            value={who}
            onChange={setWho}
            options={[{ value: '', label: words.anybody }, ...rights]}
          />
          <TextField
            label={words.quorum}
            error={count === null ? words.quorumError : undefined}
            inputMode="numeric"
            value={quorum}
            onType={setQuorum}
          />
          <TextField
            label={words.minutes}
            hint={words.minutesHint}
            error={time === null ? words.minutesError : undefined}
            inputMode="decimal"
            value={minutes}
            onType={setMinutes}
          />
          <Choices
            label={words.risk}
            value={isRisky ? 'high' : 'usual'}
            onChange={(value) => setIsRisky(value === 'high')}
            options={(['usual', 'high'] as const).map((value) => ({
              value,
              label: words.risks[value],
              hint: words.riskHints[value],
            }))}
          />
        </div>
      )}
    </div>
  )
}

function peopleOf(quorum: number, who: string, minutes: number | undefined): ToolDeciders {
  const [kind, ...name] = who.split(' ')
  return {
    quorum,
    ...(kind === 'role' ? { role: name.join(' ') } : {}),
    ...(kind === 'permission' ? { permission: name.join(' ') } : {}),
    ...(minutes === undefined ? {} : { timeoutMs: Math.round(minutes * 60_000) }),
  }
}

function sayRight(right: string): string {
  const [kind, ...name] = right.split(' ')
  return kind === 'role' ? words.role(name.join(' ')) : words.permission(name.join(' '))
}
