import RjsfForm from '@rjsf/core/lib/components/Form.js'
import { type FieldProps, getDecimalSeparator, type RJSFSchema } from '@rjsf/utils'
import { useMemo, useState } from 'react'
import { TextArea } from '../controls/field.tsx'
import { JsonView } from '../text/json-view.tsx'
import { uiWords } from '../ui-words.ts'
import { fitSchema, readJson } from './form-schema.ts'
import { FORM_TEMPLATES } from './form-templates.tsx'
import { formValidator } from './form-validator.ts'
import { FORM_WIDGETS } from './form-widgets.tsx'
import { readTyped } from './read-typed.ts'

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
  idPrefix,
  readOnly = false,
  disabled = false,
}: {
  schema: object
  value: Value
  onChange?: (value: Value) => void
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

/** Of a number. What is typed stays on screen as it was typed: `1.50` is a whole amount. */
function NumberField(props: FieldProps) {
  const { registry, formData, onChange } = props
  const [typed, setTyped] = useState('')
  const separator = getDecimalSeparator()
  const isTyped = typeof formData === 'number' && readTyped(typed, separator) === formData
  const { StringField } = registry.fields
  if (StringField === undefined) return null
  return (
    <StringField
      {...props}
      formData={isTyped ? typed : formData}
      onChange={(...[value, ...rest]: Parameters<typeof onChange>) => {
        if (typeof value !== 'string') return onChange(value, ...rest)
        setTyped(value)
        onChange(readTyped(value, separator), ...rest)
      }}
    />
  )
}

/**
 * For a value of any type, or of one that has no field of its own. Text that is no JSON is no value, and the field is
 * marked: whoever sends the form must not send it without what stands there.
 */
function JsonField(props: FieldProps) {
  const { fieldPathId, formData, name, onChange, onBlur, readonly, disabled, required } = props
  const [text, setText] = useState(() => (formData === undefined ? '' : JSON.stringify(formData, null, 2)))
  const { valid, isTooLong } = readJson(text)
  if (readonly) {
    if (formData === undefined) return <span className="text-ink-faint">{uiWords.values.empty}</span>
    return <JsonView label={name} value={formData as never} />
  }
  const id = fieldPathId.$id
  return (
    <div>
      <TextArea
        id={id}
        name={id}
        rows={3}
        spellCheck={false}
        value={text}
        disabled={disabled ?? false}
        required={required ?? false}
        aria-describedby={`${id}__json ${id}__about`}
        aria-invalid={valid ? undefined : true}
        data-unreadable={valid ? undefined : true}
        className="font-mono"
        onChange={(event) => {
          setText(event.target.value)
          onChange(readJson(event.target.value).value, fieldPathId.path)
        }}
        onBlur={() => onBlur(id, formData)}
      />
      <p
        id={`${id}__json`}
        aria-live="polite"
        className={valid ? 'text-sm text-ink-muted' : 'text-sm text-failed'}
      >
        {valid ? uiWords.form.json : isTooLong ? uiWords.form.tooLong : uiWords.form.notJson}
      </p>
    </div>
  )
}
