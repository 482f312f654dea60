import type { ServerInput } from '../../../../preload/contract.ts'
import { Field } from '../../../ui/controls/field.tsx'
import { SecretInput } from '../../../ui/controls/secret-input.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import { Said } from '../../../ui/text/said.tsx'
import { plainLabel, plainOptions } from './plain-label.ts'
import { sourceWords } from './source-words.ts'

const words = sourceWords.import

/** The values that a server wants, each with a field. `kept`: those that the gateway has already. */
export function MissingInputs({
  inputs,
  kept,
  values,
  onChange,
}: {
  inputs: readonly ServerInput[]
  kept: readonly string[]
  values: Readonly<Record<string, string>>
  onChange: (name: string, value: string) => void
}) {
  return inputs
    .filter(({ name }) => !kept.includes(name))
    .map(({ name, description, isRequired, isSecret, standard, choices }) => {
      const value = values[name] ?? standard ?? ''
      return (
        <Field
          key={name}
          label={<OneLine text={name} />}
          required={isRequired}
          hint={
            description === null && !isSecret ? undefined : (
              <>
                {description === null ? null : <Said text={description} />} {isSecret ? words.stored : null}
              </>
            )
          }
        >
          {({ id, 'aria-describedby': describedBy }) =>
            choices === null ? (
              <SecretInput
                id={id}
                aria-describedby={describedBy}
                hidden={isSecret}
                words={{ show: words.showValue(plainLabel(name)), hide: words.hideValue(plainLabel(name)) }}
                value={value}
                onChange={(event) => onChange(name, event.target.value)}
                maxLength={65_536}
              />
            ) : (
              <Select
                id={id}
                describedBy={describedBy}
                label={plainLabel(name)}
                options={plainOptions(choices)}
                value={value}
                onChange={(next) => onChange(name, next)}
              />
            )
          }
        </Field>
      )
    })
}

/** Whether everything that it needs is there. Pure. */
export function isFilledIn(
  inputs: readonly ServerInput[],
  kept: readonly string[],
  values: Readonly<Record<string, string>>,
): boolean {
  return inputs.every(
    ({ name, isRequired, standard }) =>
      !isRequired || kept.includes(name) || (values[name] ?? standard ?? '').trim() !== '',
  )
}
