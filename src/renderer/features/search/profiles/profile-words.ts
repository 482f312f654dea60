const say = (count: number): string => count.toLocaleString('en')

/** Every text of applying profiles, keeping them and rolling back. */
export const profileWords = {
  applyTitle: 'Apply this profile',
  againTitle: 'Roll back to this profile',
  applyText: 'From then on, every agent’s search uses this profile.',
  name: 'Name',
  nameHint: 'To find it again, and to roll back to it.',
  needsName: 'Enter a name.',
  apply: 'Apply the profile',
  rollBack: 'Roll back',
  applyAnyway: 'Apply anyway',
  rollBackAnyway: 'Roll back anyway',
  file: 'Change in:',
  difference: 'Change to the settings file',
  same: 'The settings file already says this.',
  problems: 'Cannot apply: the settings file would have errors.',
  guard: 'Effect on judged queries',
  getsWorse: (worse: number, judged: number) =>
    judged === 1
      ? 'The judged query gets worse:'
      : worse === 1
        ? `One of ${say(judged)} judged queries gets worse:`
        : `${say(worse)} of ${say(judged)} judged queries get worse:`,
  noneWorse: (judged: number) =>
    judged === 1
      ? 'The judged query does not get worse.'
      : `None of the ${say(judged)} judged queries gets worse.`,
  better: (count: number) => (count === 1 ? 'One gets better.' : `${say(count)} get better.`),
  query: 'Query',
  before: 'Before',
  after: 'After',
  first: (place: number | null) =>
    place === null ? 'right answer not found' : `right answer is number ${place}`,
  read: 'I have read what gets worse.',
  applied: (name: string) => `‘${name}’ is live now.`,
  rolledBack: (name: string) => `Rolled back: ‘${name}’ is live again.`,
  undo: 'Undo',
  notTakenBack: 'Could not undo.',
  checking: 'Measuring the effect…',
  lead: 'A search profile is a named set of slider positions. Every agent’s search uses the live one.',
  liveTitle: 'Live',
  keptTitle: 'Kept',
  historyTitle: 'Applied before',
  noneKept: 'No saved profile. Tune one, then press “Keep”.',
  tune: 'Tune a profile',
  noHistory: 'No profile has been applied here yet.',
  classic: 'The classic ranking.',
  smartStandard: 'The smart ranking with its standard values.',
  smartDiffers: 'The smart ranking, with these changes:',
  toStandard: (label: string, value: string, standard: string) => `${label}: ${value} (standard ${standard})`,
  words: (label: string, added: string[], removed: string[]) =>
    [
      added.length === 0 ? '' : `${label}, added: ${added.join(', ')}`,
      removed.length === 0 ? '' : `${label}, removed: ${removed.join(', ')}`,
    ]
      .filter((part) => part !== '')
      .join('; '),
  fromTo: (label: string, from: string, to: string) => `${label}: ${from} → ${to}`,
  unchanged: 'as built in',
  otherRanking: (from: string, to: string) => `Ranking: ${from} → ${to}`,
  tryIt: 'Try it',
  tryNamed: (name: string) => `Try it: ‘${name}’`,
  applyNamed: (name: string) => `Apply ‘${name}’`,
  rename: 'Rename',
  renameTitle: 'Rename this profile',
  renamed: (name: string) => `Renamed to ‘${name}’.`,
  newName: 'New name',
  taken: 'Another kept profile has this name.',
  remove: 'Remove',
  removed: (name: string) => `‘${name}’ removed.`,
  notRemoved: 'Could not remove.',
  notRestored: 'Could not put it back.',
  restored: (name: string) => `‘${name}’ is back.`,
  more: (name: string) => `More for ‘${name}’`,
  keptAt: 'kept',
  by: 'by',
  found: 'from the settings file',
  changedElsewhere: 'Applied by editing the settings file.',
  figures: (queries: number) => (queries === 1 ? 'on one judged query' : `on ${say(queries)} judged queries`),
  noFigures: 'without judged queries',
  current: 'live now',
  rollBackNamed: (name: string) => `Roll back to ‘${name}’`,
  showDifference: 'Compare with live',
  sameAsLive: 'Same ranking as live.',
  columns: { profile: 'Profile', when: 'Applied', figures: 'Then', actions: 'Actions' },
} as const
