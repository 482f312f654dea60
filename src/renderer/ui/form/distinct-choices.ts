export interface LabelledChoice {
  label: string
  value?: unknown
}

/** Choices that are called alike, such as 1 and "1", are called by what they are. Pure. */
export function distinctChoices<Choice extends LabelledChoice>(choices: readonly Choice[]): Choice[] {
  if (new Set(choices.map(({ label }) => label)).size === choices.length) return [...choices]
  return choices.map((choice) => ({ ...choice, label: JSON.stringify(choice.value) ?? choice.label }))
}
