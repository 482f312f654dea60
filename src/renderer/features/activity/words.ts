/** Every text of the activity, in one place so that it can be translated. */
export const activityWords = {
  list: 'Entries, newest first',
  filter: 'Filter by name, ID or value',
  type: 'Kind of event',
  anyType: 'Every kind of event',
  filters: 'Filters',
  onlyRun: 'Run',
  onlyCorrelation: 'Correlation',
  dropRun: 'Show all runs',
  dropCorrelation: 'Leave the correlation',
  count: (count: number) => (count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`),
  emptyTitle: 'Nothing has been recorded yet.',
  emptyText:
    'Everything Countersign does is recorded here: starts, decisions, calls, searches. Connect an agent to see the first entries.',
  connect: 'Connect an agent',
  nothingFound: 'No entry matches.',
  nothingFoundText:
    'The filter looks at what is stored: names, IDs and values, not at the sentences of this list. Change it, or clear the filters.',
  clearAll: 'Clear all filters',
  detail: 'Entry',
  entry: (sequence: number) => `Entry ${sequence}`,
  quote: 'word for word',
  facts: 'Facts',
  when: 'When',
  who: 'Who',
  event: 'Event',
  run: 'Run',
  openRun: 'Open the run',
  followRun: 'Only this run',
  correlation: 'Correlation',
  followCorrelation: 'Follow it',
  correlationHint: 'Entries with the same correlation come from the same request.',
  none: 'none',
  copyHash: 'Copy the hash',
  chain: 'In the chain',
  chainText:
    'Each entry is chained to the one before it by SHA-256. To change one, somebody would have to change all that follow.',
  previous: 'Hash before',
  hash: 'Hash',
  raw: 'As it is stored',
  rawLabel: (sequence: number) => `Entry ${sequence} as it is stored`,
  copyRaw: 'Copy the entry as JSON',
  period: 'When it happened',
  periods: { any: 'Any time', between: 'Between…' },
  from: 'From',
  to: 'To',
  log: 'The log',
  verify: 'Verify the log',
  verifying: 'Reading the whole log…',
  verified: {
    whole: (count: number, removed: number) =>
      `The log is whole: ${count.toLocaleString('en')} ${count === 1 ? 'entry' : 'entries'}${removed === 0 ? '' : `, after ${removed.toLocaleString('en')} that were removed on purpose`}.`,
    broken: (sequence: number) =>
      `The log is broken at entry ${sequence}: the entry was changed or removed. Somebody has changed the database. All entries before it are as they were written.`,
    lost: (sequence: number) =>
      `Entry ${sequence} is missing from the end of the log: somebody cut or rewrote the end, or put back an older copy of the database.`,
  },
  export: 'Export…',
  exportTitle: 'Export the log',
  exportText: (filtered: boolean, count: number) =>
    filtered
      ? `The ${count.toLocaleString('en')} entries shown now, oldest first. Clear the filters to export the whole log.`
      : `The whole log: ${count.toLocaleString('en')} entries, oldest first. Filter the list to export less.`,
  exportFormat: 'File format',
  formats: {
    jsonl: 'JSON lines: every entry as it is stored',
    csv: 'CSV: a table for a spreadsheet',
  },
  exportConfirm: 'Save the file',
  exporting: (count: number) => `${count.toLocaleString('en')} entries so far.`,
  exported: (count: number) => `${count.toLocaleString('en')} entries were exported.`,
} as const
