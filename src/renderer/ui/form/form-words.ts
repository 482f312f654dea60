/** The few words that a form needs; they come from outside so that they can be translated. */
export interface FormWords {
  add: string
  remove: string
  moveUp: string
  moveDown: string
  required: string
  choose: string
  yes: string
  no: string
  empty: string
  /** Of a property that the person adds. */
  name: string
  json: string
  notJson: string
  /** A number in JSON. */
  tooLong: string
}

export function readWords(registry: { formContext?: unknown }): FormWords {
  return (registry.formContext as { words: FormWords }).words
}
