const say = (count: number): string => count.toLocaleString('en')

/** Every text of applying profiles, keeping them and rolling back. */
export const profileWords = {
  applyTitle: 'Apply this profile',
  againTitle: 'Roll back to this profile',
  applyText: 'Every agent’s search ranks by it as soon as it is applied.',
  name: 'Name',
  nameHint: 'Under it you find it again, and can roll back to it.',
  needsName: 'A name is needed.',
  apply: 'Apply the profile',
  rollBack: 'Roll back',
  applyAnyway: 'Apply it anyway',
  rollBackAnyway: 'Roll back anyway',
  file: 'What is written:',
  difference: 'Difference of the configuration',
  same: 'The configuration already says this, so nothing would be written.',
  problems: 'With this change the configuration would not be valid, so it cannot be applied:',
  line: (line: number) => `line ${line}`,
  guard: 'What the judged queries say',
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
  applied: (name: string) => `“${name}” is live now.`,
  rolledBack: (name: string) => `Rolled back: “${name}” is live again.`,
  undo: 'Undo',
  notTakenBack: 'It was not taken back.',
  checking: 'Working out what would change',
  lead: 'A profile is a set of slider positions with a name. One is live: every agent’s search ranks by it.',
  liveTitle: 'Live',
  keptTitle: 'Kept',
  historyTitle: 'Applied before',
  noneKept: 'None is kept. Tune under “Try”, then press “Keep”.',
  noHistory: 'Nothing was applied from this desk yet.',
  classic: 'The classic ranking, exactly as specified.',
  smartStandard: 'The smart ranking with its standard values.',
  smartDiffers: 'The smart ranking, with these differences from its standard:',
  toStandard: (label: string, value: string, standard: string) => `${label}: ${value} (standard ${standard})`,
  words: (label: string, added: string[], removed: string[]) =>
    [
      added.length === 0 ? '' : `${label}, added: ${added.join(', ')}`,
      removed.length === 0 ? '' : `${label}, taken out: ${removed.join(', ')}`,
    ]
      .filter((part) => part !== '')
      .join('; '),
  fromTo: (label: string, from: string, to: string) => `${label}: ${from} → ${to}`,
  unchanged: 'as built in',
  otherRanking: (from: string, to: string) => `Ranking: ${from} → ${to}`,
  tryIt: 'Try it',
  tryNamed: (name: string) => `Try it: “${name}”`,
  applyNamed: (name: string) => `Apply “${name}”`,
  rename: 'Rename',
  renameTitle: 'Rename this profile',
  renamed: (name: string) => `It is called “${name}” now.`,
  notRenamed: 'It was not renamed.',
  newName: 'New name',
  taken: 'Another kept profile has this name.',
  remove: 'Remove',
  removed: (name: string) => `“${name}” is removed.`,
  notRemoved: 'It was not removed.',
  restored: (name: string) => `“${name}” is back.`,
  more: (name: string) => `More for “${name}”`,
  keptAt: 'kept',
  by: 'by',
  found: 'found in the configuration',
  changedElsewhere: 'It was not applied from this desk: the configuration was changed otherwise.',
  figures: (queries: number) => (queries === 1 ? 'on one judged query' : `on ${say(queries)} judged queries`),
  noFigures: 'without judged queries',
  current: 'live now',
  rollBackNamed: (name: string) => `Roll back to “${name}”`,
  showDifference: 'What differs from live',
  sameAsLive: 'It ranks as what is live.',
  columns: { profile: 'Profile', when: 'Applied', figures: 'Then', actions: 'What can be done' },
} as const
