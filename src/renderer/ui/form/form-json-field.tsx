import type { FieldProps } from '@rjsf/utils'
import { useState } from 'react'
import { TextArea } from '../controls/field.tsx'
import { JsonView } from '../text/json-view.tsx'
import { readJson } from './form-schema.ts'
import { readWords } from './form-words.ts'

/**
 * For a value of any type, or of one that has no field of its own. Text that is no JSON is no value, and the field is
 * marked: whoever sends the form must not send it without what stands there.
 */
export function JsonField(props: FieldProps) {
  const { fieldPathId, formData, name, onChange, onBlur, readonly, disabled, required, registry } = props
  const words = readWords(registry)
  const [text, setText] = useState(() => (formData === undefined ? '' : JSON.stringify(formData, null, 2)))
  const { valid } = readJson(text)
  if (readonly) {
    if (formData === undefined) return <span className="text-ink-faint">{words.empty}</span>
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
        {valid ? words.json : words.notJson}
      </p>
    </div>
  )
}
