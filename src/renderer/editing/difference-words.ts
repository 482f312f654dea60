/** What a difference says to a screen reader, and around what is folded. */
export const differenceWords = {
  added: 'added',
  removed: 'removed',
  endOf: 'until here',
  line: (number: number) => `line ${number}`,
  alike: (count: number) => (count === 1 ? '1 line that is alike' : `${count} lines that are alike`),
  alikeText: (characters: number) => `${characters} characters that are alike`,
  before: 'before',
  after: 'after',
  same: 'Nothing differs.',
} as const
