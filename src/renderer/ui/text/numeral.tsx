import { uiWords } from '../ui-words.ts'

/** A number as it came; of one so large that its last digits are lost on the way, nobody is told that it is exact. */
export function Numeral({ value }: { value: number }) {
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value)
  return <span title={uiWords.values.rounded}>{uiWords.values.about(String(value))}</span>
}
