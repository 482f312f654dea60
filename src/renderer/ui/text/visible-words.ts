/** What the marks on text of strangers mean; shown wherever such text stands. */
export const visibleWords = {
  unseen: 'A character that cannot be seen, or that changes the order of what can.',
  moreLines: (count: number) => `${count} more ${count === 1 ? 'line' : 'lines'}`,
  run: 'Empty lines and blanks, counted instead of drawn.',
  letter: (script: string) => `A letter of another alphabet (${script}) that looks like one of this word.`,
  drawn: (letter: string) => `Not the character ‘${letter}’, only drawn like it.`,
  digit: (value: string) => `A digit of another script, of the value ${value}.`,
  sign: (sign: string) => `Not the sign ‘${sign}’, only drawn like it.`,
}
