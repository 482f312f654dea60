import { type FieldProps, getDecimalSeparator } from '@rjsf/utils'
import { useState } from 'react'
import { readTyped } from './read-typed.ts'

/** Of a number. What is typed stays on screen as it was typed: `1.50` is a whole amount. */
export function NumberField(props: FieldProps) {
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
