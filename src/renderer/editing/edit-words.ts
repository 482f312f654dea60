/** Every text that stands around a change of the configuration that the desk writes. */
export const editWords = {
  preview: 'What changes in the file',
  difference: 'Change to the settings file',
  weaker: 'What this loosens',
  problems: 'This cannot be saved',
  line: (line: number) => `line ${line}`,
  same: 'No changes yet.',
  save: 'Save changes',
  saved: 'Saved.',
  undo: 'Undo',
  undone: 'Undone.',
  notUndone: 'Could not undo.',
  partlyUndone: 'Undone, but not everything.',
  secretsStay: (names: readonly string[]) =>
    `Still stored under Settings, Secrets: ${names.map((name) => `‘${name}’`).join(', ')}.`,
} as const
