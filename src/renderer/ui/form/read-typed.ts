import { isRounded } from '../../../main/model/json-text.ts'

/**
 * A number as a person types it into a form, with the decimal separator of their language or with a point. What is no
 * number stays the text that it is, so that the form asks for one: also `1,000` where a comma separates thousands, and
 * `1.000` where a point does. Nobody runs a fifteen for 1,5, or a one for a thousand, or another number than a long one
 * that would be rounded. Pure.
 */
export function readTyped(text: string, separator: string): number | string {
  const typed = text.trim()
  if (separator !== '.' && /^[-+]?[1-9]\d{0,2}\.\d{3}$/.test(typed)) return text
  const plain = typed.replace(separator, '.')
  if (!/^[-+]?(\d+(\.\d+)?|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return text
  return isRounded(plain) ? text : Number(plain)
}
