import {
  ADDITIONAL_PROPERTY_FLAG,
  canExpand,
  type FieldTemplateProps,
  type ObjectFieldTemplateProps,
} from '@rjsf/utils'
import { Trash2 } from 'lucide-react'
import { Input } from '../controls/field.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { JsonView } from '../text/json-view.tsx'
import { uiWords } from '../ui-words.ts'
import { AddButton, GroupHead, isMember, titleOf } from './form-group.tsx'

/** Whether the person added this property; its name is theirs too. */
export function isAdded(schema: object): boolean {
  return ADDITIONAL_PROPERTY_FLAG in schema
}

/** A row of name and value. */
export function AddedProperty({
  id,
  label,
  disabled,
  onKeyRenameBlur,
  onRemoveProperty,
  children,
}: FieldTemplateProps) {
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="flex min-w-24 flex-1 flex-col gap-1">
        <label htmlFor={`${id}-key`} className="text-sm font-medium">
          {uiWords.form.name}
        </label>
        <Input
          key={label}
          id={`${id}-key`}
          defaultValue={label}
          disabled={disabled ?? false}
          onBlur={onKeyRenameBlur}
        />
      </div>
      <div className="min-w-32 flex-2">{children}</div>
      <IconButton
        label={`${uiWords.form.remove}: ${label}`}
        icon={<Trash2 aria-hidden size={14} />}
        disabled={disabled ?? false}
        onClick={onRemoveProperty}
      />
    </div>
  )
}

/** The outermost object has no frame; an inner one is indented under its name. */
export function ObjectFrame({
  title,
  properties,
  fieldPathId,
  readonly,
  schema,
  formData,
  required,
  disabled,
  uiSchema,
  onAddProperty,
}: ObjectFieldTemplateProps) {
  // The choice between the variants is drawn elsewhere.
  if ((schema.oneOf || schema.anyOf) && !schema.properties && properties.length === 0) return null
  const expands = !readonly && Boolean(canExpand(schema, uiSchema ?? {}, formData))
  const outermost = fieldPathId.path.length === 0
  const declared = new Set(properties.map((property) => property.name))
  const rest = Object.entries((formData ?? {}) as Record<string, unknown>).filter(
    ([name]) => !declared.has(name),
  )
  const fields = (
    <div className={readonly ? 'flex flex-col gap-1' : 'flex flex-col gap-3'}>
      {properties.map((property) => (
        <div key={property.name} hidden={property.hidden}>
          {property.content}
        </div>
      ))}
      {readonly && rest.length > 0 ? (
        <JsonView label={title} value={Object.fromEntries(rest) as never} />
      ) : null}
      {properties.length === 0 && rest.length === 0 && !expands ? (
        <span className="text-ink-muted">{uiWords.values.empty}</span>
      ) : null}
      {expands ? <AddButton disabled={disabled} onClick={onAddProperty} /> : null}
    </div>
  )
  if (outermost) return fields
  return (
    <fieldset className="mt-1">
      <GroupHead
        title={titleOf(title, schema, fieldPathId.path)}
        description={schema.description}
        isNeeded={required === true && readonly !== true && !isMember(fieldPathId.path)}
      />
      <div className="border-l border-line pl-3">{fields}</div>
    </fieldset>
  )
}
