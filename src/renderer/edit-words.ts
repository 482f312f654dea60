/** Every text that stands around a change of the configuration that the desk writes. */
export const editWords = {
  preview: 'What is written',
  difference: 'Change of the configuration',
  weaker: 'What is then allowed, or no longer holds',
  problems: 'This cannot be saved',
  line: (line: number) => `line ${line}`,
  same: 'Nothing changes yet.',
  save: 'Save to the configuration',
  saved: 'Saved, and in force.',
  undo: 'Undo',
  undone: 'The configuration is as it was.',
  notUndone: 'It was not put back.',
} as const
