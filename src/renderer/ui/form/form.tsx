import RjsfForm from '@rjsf/core/lib/components/Form.js'
import type { RJSFSchema } from '@rjsf/utils'
import { useMemo } from 'react'
import { JsonField } from './form-json-field.tsx'
import { NumberField } from './form-number.tsx'
import { fitSchema } from './form-schema.ts'
import { FORM_TEMPLATES } from './form-templates.tsx'
import { formValidator } from './form-validator.ts'
import { FORM_WIDGETS } from './form-widgets.tsx'
import type { FormWords } from './form-words.ts'

const FORM_FIELDS = { FallbackField: JsonField, NumberField }
/** What nobody answered is not answered “no”. */
const UNANSWERED = { requiredBooleanDefault: 'skip' } as const

type JsonLike = Record<string, unknown>

/**
 * A form made from a JSON Schema, typed, controlled. It is a group, not a `<form>`: Enter in a field sends nothing.
 * `readOnly` shows the same values as text.
 */
export function Form<Value extends JsonLike>({
  schema,
  value,
  onChange,
  words,
  idPrefix,
  readOnly = false,
  disabled = false,
}: {
  schema: object
  value: Value
  onChange?: (value: Value) => void
  words: FormWords
  idPrefix: string
  readOnly?: boolean
  disabled?: boolean
}) {
  const fitted = useMemo(() => fitSchema(schema) as RJSFSchema, [schema])
  return (
    <RjsfForm
      tagName="div"
      schema={fitted}
      formData={value}
      validator={formValidator}
      templates={FORM_TEMPLATES}
      widgets={FORM_WIDGETS}
      fields={FORM_FIELDS}
      experimental_defaultFormStateBehavior={UNANSWERED}
      formContext={{ words }}
      idPrefix={idPrefix}
      readonly={readOnly}
      disabled={disabled}
      showErrorList={false}
      noHtml5Validate
      liveValidate="onBlur"
      uiSchema={{ 'ui:submitButtonOptions': { norender: true } }}
      onChange={(event) => onChange?.((event.formData ?? {}) as Value)}
    />
  )
}
