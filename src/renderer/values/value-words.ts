/** Every text of values that are only read, and of how they differ, in one place so that it can be translated. */
export const valueWords = {
  marks: {
    prefill: {
      changed: 'changed from what was filled in',
      added: 'added to what was filled in',
      removed: 'was filled in, left out now',
    },
    approved: {
      changed: 'differs from the last approved',
      added: 'not in the last approved',
      removed: 'in the last approved, left out now',
    },
    asked: {
      changed: 'changed from what was asked',
      added: 'added to what was asked',
      removed: 'was asked for, left out',
    },
    refused: {
      changed: 'changed since it was refused',
      added: 'new since it was refused',
      removed: 'left out since it was refused',
    },
    answered: {
      changed: 'changed since the last answer',
      added: 'new since the last answer',
      removed: 'left out since the last answer',
    },
  },
  valuesNamed: (count: number) => `${count} values:`,
  was: 'was',
  is: 'is',
  notDrawn: 'This picture is not shown. Countersign shows PNG, JPEG, GIF and WebP that are not too large.',
  picture: (mimeType: string, size: string) => `Picture, ${mimeType}, ${size}`,
  pictureText: (count: number) => `The picture as text, ${count} ${count === 1 ? 'character' : 'characters'}`,
  rowMarks: { changed: 'changed', added: 'new', removed: 'gone', moved: 'moved', same: '' },
  rowMark: 'Change',
} as const

/** What values are compared with; says the words of the marks. */
export type Against = keyof typeof valueWords.marks | 'nothing'
