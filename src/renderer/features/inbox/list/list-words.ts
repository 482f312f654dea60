/** The texts of the inbox's list: its filter, snoozing, and deciding several at once. */

const items = (count: number) => (count === 1 ? '1 item' : `${count.toLocaleString('en')} items`)

export const listWords = {
  others: 'For others',
  emptyOthers: 'Nothing waits for others.',
  emptyOthersText:
    'What somebody else must decide waits here: it is assigned to them, asks for their role, or has your approval already.',
  snoozed: 'Snoozed',
  /** Of an item that several people must approve. */
  approvals: (given: number, needed: number, atLeast: boolean) =>
    `${given} of ${atLeast ? 'at least ' : ''}${needed} approved`,
  /** Before when it is shown again. */
  back: 'back',
  /** Of what was decided: its step did not come about. */
  thenFailed: 'Then failed',
  filterBy: 'Filter',
  filterPanel: 'Narrow the list',
  fields: {
    text: 'Text',
    kind: 'Kind',
    queue: 'Queue',
    definitionId: 'Workflow',
    client: 'Client',
    assigned: 'Taken on',
  },
  any: {
    kind: 'Any kind',
    queue: 'Any queue',
    definitionId: 'Any workflow',
    client: 'Any client',
    assigned: 'By anybody',
  },
  mine: 'by me',
  nobodys: 'by nobody',
  active: 'Narrowed to',
  remove: (text: string) => `Remove the filter ${text}`,
  clear: 'Clear the filter',
  cleared: 'The filter is cleared.',
  undo: 'Undo',
  saved: 'Saved filters',
  saveAs: 'Save this filter as',
  save: 'Save',
  forget: (name: string) => `Forget the filter ${name}`,
  hidden: (count: number, filter: string) =>
    `${items(count)} ${count === 1 ? 'is' : 'are'} hidden by the filter: ${filter}.`,
  emptySnoozed: 'Nothing is snoozed.',
  emptySnoozedText: 'What you snooze waits here until its time, and can be shown again at once.',
  notInList: 'This item is not in the list below its filter.',
  select: (sentence: string) => `Select: ${sentence}`,
  selected: (count: number) => `${count} selected`,
  selection: 'Selected items',
  selectionGone: (count: number) =>
    count === 1 ? '1 selected item has ended.' : `${count} selected items have ended.`,
  clearSelection: 'Clear',
  notAlike: 'They ask different things, so they are decided one by one.',
  onlyByItself: 'This one can only be decided by itself.',
  onlyByThemselves: 'Each of these can only be decided by itself.',
  clearFirst: 'Clear the selection with Esc, then decide the open item.',
  noOutcome: (key: string) => `No choice for the selected items has the key ${key}.`,
  noSuchOutcome: 'What is selected has changed and does not have this choice.',
  oneAtATime: 'This key works on one item at a time. Clear the selection with Esc first.',
  notSelected: 'The selection failed. Select the items again.',
  keysForAll: (count: number) =>
    count === 1
      ? 'Keys act on the 1 selected item. These buttons decide only the item shown here.'
      : `Keys act on all ${count} selected items. These buttons decide only the item shown here.`,
  tooMany: (most: number) => `Only ${most} at a time.`,
  snooze: 'Snooze…',
  snoozeTitle: (count: number) => `Snooze ${items(count)}`,
  snoozeText: 'Only hidden for you. What has a deadline comes back 1 min before it.',
  noLongerWait: (gone: number, all: number) =>
    gone < all
      ? `${gone} of ${all} no longer ${gone === 1 ? 'waits' : 'wait'}.`
      : all === 1
        ? 'This item no longer waits.'
        : 'None of these items waits any more.',
  until: {
    half_hour: 'In 30 minutes',
    two_hours: 'In 2 hours',
    tomorrow: 'Tomorrow at 9:00',
    monday: 'Monday at 9:00',
  },
  ownTime: 'Another time',
  snoozeUntilThen: 'Snooze until then',
  snoozedUntil: (when: string) => `Snoozed until ${when}`,
  snoozedMany: (count: number, when: string) => `${items(count)} snoozed until ${when}`,
  early: (count: number) =>
    count === 1
      ? 'It comes back a minute before its own time is up.'
      : `${count} of them come back a minute before their own time is up.`,
  notSnoozed: 'It was not snoozed.',
  showAgain: 'Show again',
  shownAgain: (count: number) =>
    count === 1 ? 'It waits in the list again.' : `${count} wait in the list again.`,
  many: {
    unknownIfDecided: (label: string) =>
      `The connection broke before ‘${label}’ was answered. What still waits once Countersign is back was not decided.`,
    title: (label: string, count: number) => `${label}: ${items(count)}`,
    text: 'You are deciding each of these.',
    sent: 'All of these are being decided. Closing this stops none of them.',
    running: 'Being decided',
    runningOf: (label: string, done: number, all: number) => `${label}: ${done} of ${all} done`,
    stop: 'Stop the rest',
    stopped: 'What has not begun is left as it was. What has begun goes on.',
    list: 'What will be decided',
    left: 'Left out',
    comment: 'Comment for the agents',
    commentHint: 'Each of them receives it word for word.',
    decide: (label: string, count: number) => `${label} (${count})`,
    none: 'None of these can be decided together.',
    deciding: 'Deciding…',
    decidingOf: (done: number, all: number) => `Deciding… ${done} of ${all}`,
    results: (done: number, all: number) => `${done} of ${items(all)} decided`,
    recorded: (count: number, missing: number, atLeast: boolean) =>
      `${count === 1 ? '1 approval' : `${count} approvals`} recorded; ${count === 1 ? 'it still needs' : `${count} still need`} ${atLeast ? 'at least ' : ''}${missing === 1 ? 'one more person' : `${missing} more people`}`,
    recordedOne: 'Approval recorded',
    waiting: (count: number) => (count === 1 ? '1 has not run yet' : `${count} have not run yet`),
    gone: (count: number) => `${count} can no longer be undone`,
    goneOne: 'Can no longer be undone.',
    undecided: (count: number) => `${count} not decided`,
    alsoFailed: (count: number) => `${count} failed`,
    count: (count: number) => `${items(count)}:`,
    total: 'total',
    ended: (through: number, all: number, failed: number) =>
      `${through} of ${items(all)} went through; ${failed} failed:`,
    openFailed: (failed: number) => (failed === 1 ? 'Open it' : 'Open the first'),
    resultList: 'What came of it',
    notDecided: 'Not decided',
    failed: (label: string) => `${label}, and it failed`,
    done: 'Done',
    dropped: 'Some of these were decided or ended meanwhile. They are left out.',
    changed: 'This changed while you looked at it. Read it again, then decide.',
  },
} as const
