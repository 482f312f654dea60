import { foldText, speakText } from '../../../ui/text/visible-text.ts'

/** Where only text can stand, such as in a list of choices: nothing of an outsider's in it is unseen or turns anything. Pure. */
export function plainLabel(text: string): string {
  return speakText(foldText(text, 80).text)
}

/** An outsider's values to choose from. */
export function plainOptions(choices: readonly string[]): { value: string; label: string }[] {
  return choices.map((choice) => ({ value: choice, label: plainLabel(choice) }))
}
