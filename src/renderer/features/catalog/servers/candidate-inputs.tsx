import { namesSecret } from '../../../../main/workflow/wording/key-like.ts'
import type { ServerCandidate, ServerInput } from '../../../../preload/contract.ts'
import { Field } from '../../../ui/controls/field.tsx'
import { SecretInput } from '../../../ui/controls/secret-input.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { OneLine, QuoteChip } from '../../../ui/text/quote-chip.tsx'
import { plainLabel, plainOptions } from '../sources/plain-label.ts'
import type { ServerForm } from './server-form.ts'
import { serverWords as words } from './words.ts'

type Inputs = ServerForm['inputs']

/** Where a server comes from that somebody else has written, and the values that it asks for. */
export function CandidateInputs({
  candidate: { origin, inputs: asked },
  inputs,
  onChange,
}: {
  candidate: ServerCandidate
  inputs: Inputs
  onChange: (inputs: Inputs) => void
}) {
  const isTrusted = origin.kind === 'clientFile' && origin.isTrusted
  return (
    <>
      <p className="text-ink-muted">
        <OneLine
          text={
            origin.kind === 'clientFile'
              ? words.from.clientFile(origin.client)
              : words.from.registry(origin.registry)
          }
        />
        {': '}
        <QuoteChip text={origin.kind === 'clientFile' ? origin.file : `${origin.name} ${origin.version}`} />
        {origin.kind === 'registry' && origin.publisher !== null ? (
          <>
            {' '}
            {words.publisher}: <QuoteChip text={origin.publisher} />
          </>
        ) : null}
      </p>
      {isTrusted ? null : <Notice>{words.untrusted}</Notice>}
      {asked.length === 0 ? null : (
        <fieldset className="flex flex-col gap-3 border-b border-line pb-3">
          <legend className="mb-1 text-sm font-semibold">{words.asked}</legend>
          {asked.map((input) => (
            <InputField
              key={input.name}
              input={input}
              value={inputs[input.name]?.value ?? ''}
              onChange={(value) =>
                onChange({
                  ...inputs,
                  [input.name]: { value, isSecret: input.isSecret || namesSecret(input.name) },
                })
              }
            />
          ))}
        </fieldset>
      )}
    </>
  )
}

function InputField({
  input: { name, description, isRequired, isSecret, choices },
  value,
  onChange,
}: {
  input: ServerInput
  value: string
  onChange: (value: string) => void
}) {
  return (
    <Field
      label={<OneLine text={name} />}
      hint={description === null ? null : <QuoteChip text={description} />}
      required={isRequired}
    >
      {(ids) =>
        choices === null || choices.length === 0 ? (
          <SecretInput
            {...ids}
            hidden={isSecret || namesSecret(name)}
            words={{ show: words.showValue(plainLabel(name)), hide: words.hideValue(plainLabel(name)) }}
            value={value}
            maxLength={60_000}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <Select
            id={ids.id}
            describedBy={ids['aria-describedby']}
            label={plainLabel(name)}
            value={value}
            options={[{ value: '', label: words.chooseOne }, ...plainOptions(choices)]}
            onChange={onChange}
          />
        )
      }
    </Field>
  )
}
