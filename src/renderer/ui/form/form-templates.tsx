import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  FieldTemplateProps,
  FormContextType,
  TemplatesType,
} from '@rjsf/utils'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { IconButton } from '../controls/icon-button.tsx'
import { uiWords } from '../ui-words.ts'
import { AddButton, GroupHead, isMember, titleOf } from './form-group.tsx'
import { AddedProperty, isAdded, ObjectFrame } from './form-object.tsx'
import { FormText } from './form-text.tsx'
import { asksYesOrNo, TextInput } from './form-widgets.tsx'

function FieldFrame(props: FieldTemplateProps) {
  if (props.hidden || props.readonly || !isAdded(props.schema)) return <PlainFrame {...props} />
  return (
    <AddedProperty {...props}>
      <PlainFrame {...props} />
    </AddedProperty>
  )
}

function PlainFrame({
  id,
  label,
  required,
  rawDescription,
  rawErrors,
  hidden,
  children,
  displayLabel,
  readonly,
  schema,
  fieldPathId,
}: FieldTemplateProps) {
  if (hidden) return <div hidden>{children}</div>
  const container = schema.type === 'object' || schema.type === 'array'
  if (container || (!displayLabel && schema.type !== 'boolean')) {
    return (
      <div>
        {children}
        <FieldErrors id={id} errors={rawErrors} />
      </div>
    )
  }
  const inArray = isMember(fieldPathId.path)
  if (readonly && inArray) return children
  if (readonly) {
    return (
      <div className="grid grid-cols-[minmax(7rem,11rem)_minmax(0,1fr)] gap-4">
        <span className="text-ink-muted">
          <FormText text={label} />
        </span>
        <div className="min-w-0">{children}</div>
      </div>
    )
  }
  const about = (
    <div id={`${id}__about`}>
      {rawDescription ? (
        <p className="text-sm text-ink-muted">
          <FormText text={rawDescription} />
        </p>
      ) : null}
      <FieldErrors id={id} errors={rawErrors} />
    </div>
  )
  if (schema.type === 'boolean' && !asksYesOrNo(schema, required)) {
    return (
      <div className="flex items-start gap-2">
        <div className="flex h-5 items-center">{children}</div>
        <div>
          <label htmlFor={id}>
            <FormText text={label} />
          </label>
          {about}
        </div>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className={inArray ? 'sr-only' : 'text-sm font-medium'}>
        <FormText text={label} />
        {required ? <span className="font-normal text-ink-muted"> · {uiWords.form.required}</span> : null}
      </label>
      {children}
      {about}
    </div>
  )
}

function FieldErrors({ id, errors }: { id: string; errors: string[] | undefined }) {
  if (!errors || errors.length === 0) return null
  return (
    <ul aria-live="polite" className="text-sm text-failed">
      {errors.map((message) => (
        <li key={`${id}${message}`}>
          <FormText text={message} />
        </li>
      ))}
    </ul>
  )
}

function ArrayFrame({
  title,
  items,
  canAdd,
  onAddClick,
  disabled,
  readonly,
  schema,
  rawErrors,
  required,
  fieldPathId,
}: ArrayFieldTemplateProps) {
  return (
    <fieldset className="mt-1">
      <GroupHead
        title={titleOf(title, schema, fieldPathId.path)}
        description={readonly ? undefined : schema.description}
        isNeeded={required === true && readonly !== true && !isMember(fieldPathId.path)}
      />
      <div
        className={
          readonly
            ? 'flex flex-col gap-1 border-l border-line pl-3'
            : 'flex flex-col gap-2 border-l border-line pl-3'
        }
      >
        {items.length === 0 && readonly ? (
          <span className="text-ink-faint">{uiWords.values.empty}</span>
        ) : (
          items
        )}
        <FieldErrors id={fieldPathId.$id} errors={rawErrors} />
        {canAdd && !readonly ? <AddButton disabled={disabled} onClick={onAddClick} /> : null}
      </div>
    </fieldset>
  )
}

function ArrayItem({ children, buttonsProps, hasToolbar, readonly, disabled }: ArrayFieldItemTemplateProps) {
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">{children}</div>
      {hasToolbar && !readonly ? (
        <div className="flex pt-0.5">
          {buttonsProps.hasMoveUp ? (
            <IconButton
              label={uiWords.form.moveUp}
              icon={<ArrowUp aria-hidden size={14} />}
              disabled={disabled ?? false}
              onClick={buttonsProps.onMoveUpItem}
            />
          ) : null}
          {buttonsProps.hasMoveDown ? (
            <IconButton
              label={uiWords.form.moveDown}
              icon={<ArrowDown aria-hidden size={14} />}
              disabled={disabled ?? false}
              onClick={buttonsProps.onMoveDownItem}
            />
          ) : null}
          {buttonsProps.hasRemove ? (
            <IconButton
              label={uiWords.form.remove}
              icon={<Trash2 aria-hidden size={14} />}
              disabled={disabled ?? false}
              onClick={buttonsProps.onRemoveItem}
            />
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

function Nothing() {
  return null
}

export const FORM_TEMPLATES: Partial<
  Omit<TemplatesType<unknown, object, FormContextType>, 'ButtonTemplates'>
> & {
  ButtonTemplates: { SubmitButton: typeof Nothing }
} = {
  FieldTemplate: FieldFrame,
  ObjectFieldTemplate: ObjectFrame,
  ArrayFieldTemplate: ArrayFrame,
  ArrayFieldItemTemplate: ArrayItem,
  BaseInputTemplate: TextInput,
  // Descriptions and errors stand in the frame; nothing renders Markdown or HTML.
  DescriptionFieldTemplate: Nothing,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  ErrorListTemplate: Nothing,
  ButtonTemplates: { SubmitButton: Nothing },
}
