/** Every text of the judged queries. */
export const judgedWords = {
  add: 'A query to judge',
  judge: 'Judge it',
  judgeAll: 'Judge in a row',
  judgeAllHint: 'Those that are shown, in random order',
  tools: 'More',
  import: 'Import…',
  download: 'Export as a file',
  copy: 'Copy as JSON lines',
  copied: (count: number) => `${sayQueries(count)} copied.`,
  notCopied: 'They could not be copied. Export them as a file instead.',
  exported: (count: number) => `${sayQueries(count)} exported.`,
  removeAll: 'Remove those that are shown',
  find: 'Filter by words of the query',
  clearFind: 'Empty the filter',
  order: 'Order',
  orders: {
    change: 'Worse ones first',
    worst: 'Worst found first',
    newest: 'Newest first',
    words: 'By words',
  },
  only: 'Which queries',
  onlyOf: {
    all: 'All',
    worse: 'Worse',
    better: 'Better',
    missed: 'Not in the first ten',
    unmeasured: 'Not measured',
  },
  list: 'Judged queries',
  count: (shown: number, all: number) => (shown === all ? sayQueries(all) : `${shown} of ${sayQueries(all)}`),
  nothingFound: 'No judged query matches.',
  nothingFoundText: 'Change the words, or show all of them.',
  clearAll: 'Show all',
  totals: 'In total',
  totalsOf: (count: number) => `Mean of ${sayQueries(count)}`,
  figures: {
    ndcg10: {
      name: 'nDCG@10',
      about: 'How good the first ten are, the best places counting most. 1 is perfect.',
    },
    mrr: { name: 'MRR', about: 'One divided by the place of the first right answer.' },
    recall1: { name: 'Recall@1', about: 'Share of the right answers that are in the first place.' },
    recall5: { name: 'Recall@5', about: 'Share of the right answers among the first five.' },
    recall10: { name: 'Recall@10', about: 'Share of the right answers among the first ten.' },
  },
  live: 'live',
  onlyLive:
    'Nothing is tried, so these are the figures of what is live. Move a slider under “Try” to compare.',
  working: 'Measuring',
  noTotal: 'Nothing can be measured yet: no query has a right answer that is in the catalog.',
  unanswerable: (count: number) =>
    count === 1
      ? '1 query counts nowhere: none of its right answers is in the catalog.'
      : `${count} queries count nowhere: none of their right answers is in the catalog.`,
  first: 'First right one',
  state: {
    better: 'better',
    worse: 'worse',
    same: 'the same',
    open: 'nothing is marked as right',
    unanswerable: 'right answers not in the catalog',
    waiting: 'being measured',
  },
  place: (place: number | null) => (place === null ? 'none in 50' : `${place}`),
  right: (count: number) => (count === 1 ? '1 right answer' : `${count} right answers`),
  from: { person: 'judged here', traffic: 'from real traffic', import: 'imported' },
  open: (query: string) => `Judge “${query}”`,
  remove: (query: string) => `Remove “${query}”`,
  removed: (count: number) => `${sayQueries(count)} removed.`,
  undo: 'Undo',
  restored: (count: number) => `${sayQueries(count)} put back.`,
  notDone: 'That was not done.',
  emptyTitle: 'No query is judged yet.',
  emptyText:
    'Write down what agents search for, and say which items answer it. Each change of the ranking is then measured with them before it is applied.',
  fromTraffic: 'Start from real traffic',
  takeBeside: (queries: number, file: string) =>
    `Import ${queries === 1 ? 'the judged query' : `the ${queries} judged queries`} of ${file}`,
  importSome: 'Import judged queries…',
  importTitle: 'Import judged queries',
  importText:
    'JSON lines: one query a line, with the ids of its right answers. Nothing is taken over if a line is wrong.',
  importExample: '{"query": "refund a customer", "grades": {"billing.refund": 3, "billing.void": 1}}',
  chooseFile: 'Choose a file…',
  lines: 'Lines',
  linesHint: 'Or paste them here.',
  tooLarge: 'This is larger than 8 megabytes. Divide it into several files.',
  notRead: 'The file could not be read.',
  confirmImport: 'Import',
  imported: (added: number, changed: number) =>
    `${sayQueries(added)} added${changed > 0 ? `, ${changed} changed` : ''}.`,
  unknownItems: (count: number) =>
    count === 1
      ? '1 of the items that they name is not in the catalog:'
      : `${count} of the items that they name are not in the catalog:`,
  andMore: (count: number) => `and ${count} more`,
  done: 'Done',
} as const

export const judgingWords = {
  title: 'Judging',
  back: 'Back to the queries',
  of: (place: number, all: number) => `Query ${place} of ${all}`,
  asks: 'An agent searches',
  ask: 'Would each of these be right for it?',
  about:
    'They stand in random order, so that their places say nothing. What you leave out counts as wrong. Everything is kept at once.',
  candidates: 'Items to be judged',
  progress: (judged: number, all: number) => `${judged} of ${all} judged`,
  grades: { 3: 'Exactly right', 2: 'Right', 1: 'Helps', 0: 'Wrong' },
  gradeOf: (title: string) => `How right is “${title}”?`,
  graded: (title: string, grade: string) => `${title}: ${grade}.`,
  ungraded: (title: string) => `${title}: not judged.`,
  undo: 'Undo',
  skip: 'Skip',
  next: 'Next query',
  finish: 'Done',
  noneTitle: 'The search finds nothing for this.',
  missing: 'Is the right one not among them?',
  missingText: 'Look for what should have been found by its name. It is added as exactly right.',
  added: (title: string) => `${title} is added as exactly right.`,
  saving: 'Saving',
  saved: 'Saved',
  notSaved: 'The latest judgement is not saved.',
  again: 'Save again',
  nothingYet: 'Nothing is judged yet',
} as const

function sayQueries(count: number): string {
  return count === 1 ? '1 query' : `${count.toLocaleString('en')} queries`
}
