/** What parts of the design system say by themselves, wherever they stand, in one place so that it can be translated. */
export const uiWords = {
  close: 'Close',
  copied: 'Copied',
  copyId: 'Copy the ID',
  copyCommand: 'Copy the command',
  full: (most: number) =>
    `At most ${most.toLocaleString('en')} characters fit in here. What was more is left out.`,
  clearFilter: 'Clear the filter',
  showMore: 'Show all',
  showNext: (next: number, left: number) =>
    next === left ? `Show ${left} more` : `Show ${next} of ${left.toLocaleString('en')} more`,
  showLess: 'Show less',
  values: {
    yes: 'Yes',
    no: 'No',
    empty: 'empty',
    /** Of a text without a character. */
    emptyText: 'empty text',
    /** Of null. */
    none: 'none',
    about: (number: string) => `about ${number}`,
    rounded: 'Numbers this large lose their last digits on the way here.',
  },
  form: {
    add: 'Add',
    remove: 'Remove',
    moveUp: 'Move up',
    moveDown: 'Move down',
    required: 'needed',
    choose: 'Choose…',
    /** Of a property that the person adds. */
    name: 'Name',
    zone: (zone: string) => `In your time zone, ${zone}.`,
    sentAs: (moment: string) => `Used as ${moment}.`,
    secret: { show: 'Show what is typed', hide: 'Hide what is typed' },
    json: 'JSON: "text" in quotes, a number, true or false, a [list] or an {object}.',
    notJson: 'Not valid JSON yet, so it is not used. Put text in quotes: "like this".',
    tooLong: 'A number here is too long to be kept exactly, so it is not used. Put it in quotes.',
  },
  /** Before what was added by a screen reader, and around what is folded. */
  difference: {
    added: 'added',
    removed: 'removed',
    endOf: 'until here',
    line: (number: number) => `line ${number}`,
    alike: (count: number) => (count === 1 ? '1 line that is alike' : `${count} lines that are alike`),
    alikeText: (characters: number) => `${characters} characters that are alike`,
    same: 'Nothing differs.',
  },
  timeline: {
    quietEntries: (count: number) =>
      count === 1 ? 'Show 1 technical entry' : `Show ${count} technical entries`,
    hideQuiet: 'Hide technical entries',
  },
} as const
