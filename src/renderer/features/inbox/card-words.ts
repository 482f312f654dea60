/** Every text of what a card shows of the matter itself, in one place so that it can be translated. */
export const cardWords = {
  handedIn: 'What it is about',
  handedInAside: 'values from the agent and earlier steps',
  compareWith: 'Compare with',
  against: {
    nothing: 'nothing',
    prefill: 'what was filled in',
    approved: 'the last approved',
    refused: 'the last refused',
    asked: 'what was asked for',
  },
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
  },
  noneDiffers: {
    prefill: 'Exactly as it was filled in.',
    approved: 'Exactly as in the last approved.',
    refused: 'Exactly as in the last refused.',
    asked: 'Exactly as it was asked for.',
  },
  was: 'was',
  is: 'is',
  notNamed: 'not named by its form',
  again: {
    refused: 'Changed since you refused it',
    refusedBy: (who: string) => `Changed since ${who} refused it`,
    same: 'Nothing changed since you refused it',
    sameBy: (who: string) => `Nothing changed since ${who} refused it`,
    you: 'You',
    said: (who: string) => `${who} said then`,
    youSaid: 'You said then',
    chose: (label: string) => `The answer was ‘${label}’.`,
    openEarlier: 'Open the earlier item',
  },
  differenceWords: {
    added: 'added',
    removed: 'removed',
    endOf: 'until here',
    line: (number: number) => `line ${number}`,
    alike: (count: number) => `${count} lines that are alike`,
    alikeText: (characters: number) => `${characters} characters that are alike`,
    before: 'before',
    after: 'after',
    same: 'Nothing differs.',
  },
  picture: (mimeType: string, size: string) => `Picture, ${mimeType}, ${size}`,
  notDrawn:
    'A picture that is not shown: of a kind that may hold programs, too large, or not what it says it is.',
  rows: (count: number) => `Show all ${count} rows`,
  rowMarks: { changed: 'changed', added: 'new', removed: 'gone', same: '' },
  rowMark: 'Change',
  hidden:
    'Some characters here cannot be seen, or are not what they look like. They are marked with their code.',
} as const
