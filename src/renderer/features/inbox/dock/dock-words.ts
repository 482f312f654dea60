/** Texts of deciding: taking back, editing, giving to somebody, proving, and who is still needed. */
export const dockWords = {
  undo: (seconds: number) => (seconds > 0 ? `Undo (${seconds} s)` : 'Undo'),
  undoAll: (seconds: number) => (seconds > 0 ? `Undo all (${seconds} s)` : 'Undo all'),
  /** Of several, some have run. */
  undoRest: (count: number, seconds: number) =>
    seconds > 0 ? `Undo ${count} (${seconds} s)` : `Undo ${count}`,
  /** Its time is over. */
  late: (count: number) =>
    count === 1
      ? 'It waits for its turn and has not run yet.'
      : 'Some wait for their turn and have not run yet.',
  undone: (count: number, all: number) =>
    all === 1 ? 'Taken back' : count === all ? `${count} taken back` : `${count} of ${all} taken back`,
  undoneUnsaved: (count: number, all: number) =>
    all === 1 ? 'Taken back, but not saved yet' : `${count} of ${all} taken back, but not saved yet`,
  undoneAlready: 'Already taken back',
  undoneByYou: 'You took it back. Nothing ran, and it waits for a decision again.',
  undoneBy: (name: string) => `${name} took it back. Nothing ran, and it waits for a decision again.`,
  anewByYou: 'You have decided it anew since, in another window.',
  anewBy: (name: string) => `${name} has decided it anew since.`,
  sent: 'You pressed this. Countersign has not answered yet.',
  undoKey: 'Z',
  unknownIfUndone: 'Perhaps not taken back.',
  undoAgain:
    'The connection broke before Countersign answered. It runs at its time unless it was taken back.',
  unseen: ({ lines, values }: { lines: number; values: number }) =>
    [
      lines === 0 ? '' : `${lines} more ${lines === 1 ? 'line' : 'lines'}`,
      values === 0 ? '' : `${values} more ${values === 1 ? 'value' : 'values'}`,
    ]
      .filter(Boolean)
      .join(', '),
  /** What an outcome waits for; nothing is counted where all is in view but something is folded. */
  waitsFor: (unseen: string) => (unseen === '' ? 'Read all of it first.' : `Read first: ${unseen}`),
  waits: (label: string) => `Read it all before you choose ‘${label}’.`,
  readOn: 'Read on',
  seenAll: 'I have seen all of it',
  edit: 'Edit',
  editKey: 'E',
  editTitle: 'What should run instead',
  editText: 'The agent’s values, to be changed before you approve. They are checked as the agent’s were.',
  fieldsOf: (server: string) =>
    `The fields, their names and what is said of them are from ${server}. Enter no password and no PIN.`,
  hiddenInField:
    'Some of these values hold characters that a field cannot show as they are: unseen, or turning text round. What runs is shown below, with their codes.',
  changed: (names: string) => `Changed: ${names}`,
  unchanged: 'Nothing is changed yet.',
  reset: 'Reset to what was asked',
  stopEditing: 'Leave it as it was asked',
  withChanges: (names: string) => `Runs with your changes: ${names}.`,
  voidsVotes: 'Your changes void the approvals so far.',
  assign: 'Assign',
  /** Before the name of who has it. */
  assignedTo: 'Assigned to',
  assignTo: (name: string) => `Give it to ${name}`,
  takeIt: 'Take it on yourself',
  toEverybody: 'Give it back to everybody',
  assigned: (name: string) => `Given to ${name}`,
  taken: 'You have taken it on',
  givenBack: 'Given back to everybody',
  notAssigned: 'It was not given to anybody else.',
  switchPerson: 'Switch person',
  approvals: (given: number, needed: number, atLeast: boolean) =>
    `${given} of ${atLeast ? 'at least ' : ''}${needed} approvals`,
  stillNeeded: (people: number, atLeast: boolean) => {
    const more = people === 1 ? 'more person must approve.' : 'more people must approve.'
    if (atLeast) return `At least ${people === 1 ? 'one' : people} ${more}`
    return `${people === 1 ? 'One' : people} ${more}`
  },
  approvedBy: 'Approved by',
  /** Between who it was, and when. */
  hadApproved: 'had approved it',
  outdated: 'before this, or who may approve it, changed: that approval does not count any more.',
  proven: 'PIN entered',
  notProven: 'no PIN',
  unproven: (names: readonly string[]) => {
    const [first = '', ...more] = names
    const who = more.length < 4 ? names : [...names.slice(0, 3), `${more.length - 2} others`]
    return more.length === 0
      ? `${first} has no PIN: whoever sits here can be ${first}.`
      : `${who.slice(0, -1).join(', ')} and ${who.at(-1)} have no PIN: whoever sits here can be ${more.length === 1 ? 'either' : 'any'} of them.`
  },
} as const
