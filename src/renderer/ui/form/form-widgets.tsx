import {
  type BaseInputTemplateProps,
  enumOptionsIndexForValue,
  enumOptionsIsSelected,
  enumOptionsValueForIndex,
  getDecimalSeparator,
  getInputProps,
  getSchemaType,
  localToUTC,
  type RegistryWidgetsType,
  utcToLocal,
  type WidgetProps,
} from '@rjsf/utils'
import { useState } from 'react'
import { Input, TextArea } from '../controls/field.tsx'
import { SecretInput } from '../controls/secret-input.tsx'
import { Select } from '../controls/select.tsx'
import { Revealed } from '../text/quote-chip.tsx'
import { speakText } from '../text/visible-text.ts'
import { uiWords } from '../ui-words.ts'
import { GroupHead } from './form-group.tsx'
import { FormText } from './form-text.tsx'

const LONG = 160

/** Whether a text deserves several lines: it has some, or its schema allows or shows that it is long. */
function isLongText(
  schema: {
    maxLength?: number | undefined
    format?: string | undefined
    contentMediaType?: string | undefined
  },
  value: unknown,
): boolean {
  if (typeof value === 'string' && (value.includes('\n') || value.length > LONG)) return true
  if (schema.contentMediaType?.startsWith('text/') || schema.format === 'textarea') return true
  return (schema.maxLength ?? 0) > LONG
}

/** Typed, read-only values as text, with what is invisible made visible. */
function ReadOnlyValue({ value }: { value: unknown }) {
  if (value === undefined || value === null || value === '') {
    return <span className="text-ink-faint">{uiWords.values.empty}</span>
  }
  if (typeof value === 'boolean') return <span>{value ? uiWords.values.yes : uiWords.values.no}</span>
  return (
    <span className="[overflow-wrap:anywhere] whitespace-pre-wrap">
      <bdi>
        <Revealed text={String(value)} />
      </bdi>
    </span>
  )
}

function aria({ id, rawErrors }: { id: string; rawErrors?: string[] | undefined }) {
  const wrong = (rawErrors?.length ?? 0) > 0
  return { 'aria-describedby': `${id}__about`, ...(wrong ? { 'aria-invalid': true as const } : {}) }
}

export function TextInput(props: BaseInputTemplateProps) {
  const { id, value, readonly, disabled, required, schema, type, options, onChange, onBlur, onFocus } = props
  if (readonly) return <ReadOnlyValue value={value} />
  const isNumber = ['number', 'integer'].includes(String(getSchemaType(schema)))
  const asText =
    typeof value === 'number'
      ? String(value).replace('.', getDecimalSeparator())
      : typeof value === 'string'
        ? value
        : ''
  function change(text: string): void {
    onChange(text === '' ? options.emptyValue : text)
  }
  if (!isNumber && (type ?? 'text') === 'text') return <Lines {...props} />
  return (
    <Input
      id={id}
      name={id}
      {...getInputProps(schema, type, options)}
      // One for numbers drops the comma of 1,5 as it is typed, or holds nothing at all.
      {...(isNumber ? { type: 'text', inputMode: 'decimal' as const } : {})}
      value={asText}
      disabled={disabled ?? false}
      required={required ?? false}
      {...aria(props)}
      onChange={(event) => change(event.target.value)}
      onBlur={() => onBlur(id, value)}
      onFocus={() => onFocus(id, value)}
    />
  )
}

/**
 * Text as it is. One field for short and long ones: a field that took the place of another while somebody types would
 * lose what they go on typing. A browser's own fields hide line breaks, or all that is not to their taste.
 */
function Lines(props: WidgetProps) {
  const { id, value, readonly, disabled, required, schema, options, onChange, onBlur, onFocus } = props
  if (readonly) return <ReadOnlyValue value={value} />
  const isLong = isLongText(schema, value)
  return (
    <TextArea
      id={id}
      name={id}
      rows={isLong ? 5 : 1}
      value={typeof value === 'string' ? value : ''}
      disabled={disabled ?? false}
      required={required ?? false}
      {...aria(props)}
      className={isLong ? undefined : 'field-sizing-content max-h-40 resize-none'}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !isLong && !event.nativeEvent.isComposing) event.preventDefault()
      }}
      onChange={(event) => onChange(event.target.value === '' ? options.emptyValue : event.target.value)}
      onBlur={() => onBlur(id, value)}
      onFocus={() => onFocus(id, value)}
    />
  )
}

/**
 * The field of a browser shows a time without its zone, and nothing of what it cannot read: so the zone stands below it,
 * and what cannot be read is a text that stays one while it is mended.
 */
function DateTime(props: WidgetProps) {
  const { id, value, readonly, onChange } = props
  const isMoment = typeof value === 'string' && !Number.isNaN(Date.parse(value))
  const [isText] = useState(!isMoment && value !== undefined && value !== '')
  if (readonly || isText) return <Lines {...props} />
  return (
    <>
      <TextInput
        {...props}
        type="datetime-local"
        value={isMoment ? utcToLocal(value) : ''}
        onChange={(local: string | undefined) =>
          onChange(local === undefined ? undefined : localToUTC(local))
        }
      />
      <p id={`${id}__zone`} className="text-sm text-ink-muted">
        {uiWords.form.zone(Intl.DateTimeFormat().resolvedOptions().timeZone)}{' '}
        {isMoment ? uiWords.form.sentAs(value) : null}
      </p>
    </>
  )
}

/** What somebody types here is not for eyes over their shoulder; what an agent has asked for stands on the card. */
function Password(props: WidgetProps) {
  const { id, value, readonly, disabled, required, options, onChange, onBlur } = props
  const [isHidden] = useState(value === undefined || value === '')
  if (readonly || !isHidden) return <Lines {...props} />
  return (
    <SecretInput
      id={id}
      name={id}
      hidden
      words={uiWords.form.secret}
      value={typeof value === 'string' ? value : ''}
      disabled={disabled ?? false}
      required={required ?? false}
      {...aria(props)}
      onChange={(event) => onChange(event.target.value === '' ? options.emptyValue : event.target.value)}
      onBlur={() => onBlur(id, value)}
    />
  )
}

/** No box stands for “not answered yet”, so where an answer is needed the person chooses one. */
export function asksYesOrNo(schema: { default?: unknown }, required: boolean | undefined): boolean {
  return required === true && schema.default === undefined
}

function Checkbox(props: WidgetProps) {
  const { id, value, readonly, disabled, required, schema, onChange, onBlur, rawErrors } = props
  if (readonly) return <ReadOnlyValue value={value} />
  if (asksYesOrNo(schema, required)) return <Choice {...props} />
  return (
    <input
      id={id}
      name={id}
      type="checkbox"
      checked={value === true}
      disabled={disabled ?? false}
      {...aria({ id, rawErrors })}
      onChange={(event) => onChange(event.target.checked)}
      onBlur={() => onBlur(id, value)}
      className="size-4 accent-accent-solid"
    />
  )
}

function Choice(props: WidgetProps) {
  if (props.multiple) return <Checkboxes {...props} />
  const { id, value, readonly, disabled, label, options, onChange } = props
  const choices = distinctChoices(options.enumOptions ?? [])
  const index = enumOptionsIndexForValue(value, choices)
  if (readonly) {
    const chosen = choices[Number(index)]
    return <ReadOnlyValue value={chosen?.label ?? value} />
  }
  return (
    <Select<string>
      id={id}
      label={label}
      value={typeof index === 'string' ? index : ''}
      disabled={disabled ?? false}
      describedBy={`${id}__about`}
      options={[
        { value: '', label: uiWords.form.choose },
        ...choices.map((choice, position) => ({ value: String(position), label: speakText(choice.label) })),
      ]}
      onChange={(next) => onChange(next === '' ? undefined : enumOptionsValueForIndex(next, choices))}
    />
  )
}

export const FORM_WIDGETS: RegistryWidgetsType = {
  TextareaWidget: Lines,
  EmailWidget: Lines,
  URLWidget: Lines,
  // That of a browser has no time zone, without which no time is taken.
  TimeWidget: Lines,
  DateTimeWidget: DateTime,
  PasswordWidget: Password,
  // That of a browser is black where there is no colour.
  ColorWidget: Lines,
  CheckboxWidget: Checkbox,
  SelectWidget: Choice,
  RadioWidget: Choice,
  CheckboxesWidget: Checkboxes,
}

/** Any number of the given values; the answer has them in the order of the schema. */
function Checkboxes(props: WidgetProps) {
  const { id, label, value, options, readonly, disabled, required, schema, onChange } = props
  const choices = distinctChoices(options.enumOptions ?? [])
  const chosen: unknown[] = Array.isArray(value) ? value : []
  const shown = readonly ? choices.filter((choice) => enumOptionsIsSelected(choice.value, chosen)) : choices
  return (
    <fieldset id={id} disabled={disabled ?? false} className="mt-1">
      <GroupHead
        title={label}
        description={readonly ? undefined : schema.description}
        isNeeded={required === true && readonly !== true}
        className="text-sm"
      />
      {shown.length === 0 ? <span className="text-ink-faint">{uiWords.values.empty}</span> : null}
      {readonly ? (
        <ul>
          {shown.map((choice) => (
            <li key={JSON.stringify(choice.value)}>
              <FormText text={choice.label} />
            </li>
          ))}
        </ul>
      ) : (
        shown.map((choice) => (
          <label key={JSON.stringify(choice.value)} className="flex items-center gap-2 py-0.5">
            <input
              type="checkbox"
              checked={enumOptionsIsSelected(choice.value, chosen)}
              onChange={(event) =>
                onChange(
                  choices
                    .filter((other) =>
                      other === choice ? event.target.checked : enumOptionsIsSelected(other.value, chosen),
                    )
                    .map((other) => other.value),
                )
              }
              className="size-4 accent-accent-solid"
            />
            <FormText text={choice.label} />
          </label>
        ))
      )}
    </fieldset>
  )
}

interface LabelledChoice {
  label: string
  value?: unknown
}

/** Choices that are called alike, such as 1 and "1", are called by what they are. Pure. */
function distinctChoices<Choice extends LabelledChoice>(choices: readonly Choice[]): Choice[] {
  if (new Set(choices.map(({ label }) => label)).size === choices.length) return [...choices]
  return choices.map((choice) => ({ ...choice, label: JSON.stringify(choice.value) ?? choice.label }))
}
