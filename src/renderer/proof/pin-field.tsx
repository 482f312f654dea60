import type { ComponentProps } from 'react'
import { TextField } from '../ui/controls/field.tsx'

/** Nothing shorter is a PIN. */
const LEAST = 4

/** Whether it can be one. */
export function isPin(text: string): boolean {
  return text.length >= LEAST
}

/** A PIN: never shown, never filled in by the browser. */
export function PinField(
  field: Omit<ComponentProps<typeof TextField>, 'type' | 'autoComplete' | 'maxLength'>,
) {
  return <TextField {...field} type="password" autoComplete="off" maxLength={64} />
}
