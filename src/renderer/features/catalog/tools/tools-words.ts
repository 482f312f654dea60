/** Every text of the table of tools, in one place so that it can be translated. */
import type { ToolAsking } from '../../../../preload/contract.ts'

const ASKS = { always: 'Always', writes: 'When it writes', never: 'Never', maybe: 'Sometimes' }

export const toolWords = {
  table: 'All tools',
  filter: 'Filter by name or words',
  facets: { server: 'Server', state: 'State', reads: 'Reads or writes', asks: 'Asks a person' },
  any: { server: 'Any server', state: 'Any state', reads: 'Reads or writes', asks: 'Asks or not' },
  choice: (label: string, count: number) => `${label} (${count.toLocaleString('en')})`,
  columns: 'Columns',
  column: {
    name: 'Name',
    server: 'Server',
    about: 'What it does',
    reads: 'Reads or writes',
    state: 'State',
    asks: 'Asks a person',
    used: 'Used',
    by: 'Used by',
    last: 'Last used',
    failed: 'Failures',
    tokens: 'Tokens',
    tags: 'Tags',
    aliases: 'Aliases',
    clients: 'Seen by',
  },
  states: {
    offered: 'On',
    off: 'Off',
    new: 'New, waits for you',
    changed: 'Changed, waits for you',
    refused: 'Refused',
    faulty: 'Cannot be used',
    unlisted: 'Not listed',
    away: 'Server not there',
    disabled: 'Server disabled',
  },
  reads: 'Reads',
  writes: 'Writes',
  source: { person: 'confirmed', server: 'its server says', nobody: 'nobody says' },
  asks: ASKS,
  asking: ({ when, people, atLeast, by }: ToolAsking) =>
    [
      ASKS[when],
      people > 1 || atLeast ? `, ${sayPeople(people, atLeast === true)}` : '',
      by === null ? '' : ` (${by})`,
    ].join(''),
  /** In the place of a server. */
  kinds: { tool: '', capability: 'Settings file', workflow: 'Workflow', engine: 'Countersign' },
  never: 'never',
  failedShare: (failed: number) => failed.toLocaleString('en'),
  everyClient: 'every client',
  noClient: 'no client with limits',
  usedBy: (name: string, count: number) => `${name} ${count.toLocaleString('en')}×`,
  tokens: (flat: number, own: number) =>
    `As one flat list, these tools cost a model about ${flat.toLocaleString('en')} tokens. With Countersign: ${own.toLocaleString('en')}.`,
  tokenizer: (name: string) => `Estimated for ${name}.`,
  /** What agents find are tools and workflows; the tabs above count them apart. */
  count: (shown: number, tools: number, workflows: number) => {
    const all = [tools > 0 || workflows === 0 ? sayTools(tools) : null, sayWorkflows(workflows)]
    const said = all.filter((each) => each !== null).join(', ')
    return shown === tools + workflows ? said : `${shown.toLocaleString('en')} of ${said}`
  },
  counting: 'Still counting calls…',
  grid: {
    pickAll: 'Select all that match',
    pick: (name: string) => `Select ${name}`,
    sortedUp: 'sorted upwards',
    sortedDown: 'sorted downwards',
  },
  empty: {
    title: 'No tools yet.',
    text: 'Add a server. Its tools appear here as soon as it answers.',
  },
  nothingFound: 'No tool matches the filter.',
  nothingFoundText: 'Change the words, or choose something else above.',
  clearAll: 'Clear all filters',
  readers: (count: number) =>
    count === 1
      ? 'A person is asked before every call of 1 tool that only reads, as its server says.'
      : `A person is asked before every call of ${count.toLocaleString('en')} tools that only read, as their servers say.`,
  freeReaders: 'Stop asking for what only reads…',
  freeTitle: 'Stop asking for what only reads?',
  freeText:
    'That these tools only read is the word of their servers. Nobody has checked it. If a server says otherwise later, the tool waits for you.',
  freeConfirm: 'Stop asking',
  selection: 'What to do with the selected tools',
  selected: (count: number) => (count === 1 ? '1 selected' : `${count.toLocaleString('en')} selected`),
  clearSelection: 'Select none',
  tooMany: (most: number) => `One save changes at most ${most.toLocaleString('en')} tools. Select fewer.`,
  actions: {
    on: 'Turn on…',
    off: 'Turn off…',
    ask: 'Ask a person…',
    tags: 'Tags…',
    aliases: 'Aliases…',
    confirm: 'Reads or writes…',
  },
  titles: {
    on: (count: number) => `Turn on ${sayTools(count)} for agents`,
    off: (count: number) => `Turn off ${sayTools(count)} for agents`,
    ask: (count: number) => `Ask a person about ${sayTools(count)}`,
    tags: (count: number) => `Tags of ${sayTools(count)}`,
    aliases: (count: number) => `Aliases of ${sayTools(count)}`,
    confirm: (count: number) => `What ${sayTools(count)} ${count === 1 ? 'does' : 'do'}`,
  },
  texts: {
    on: 'Agents find and call them.',
    off: 'Agents do not find or call them any more. Steps of workflows still can.',
    ask: 'A person decides before each call.',
    tags: 'Tags group tools, and decide which clients see them: Settings, People and clients.',
    aliases: 'Other words by which agents find them.',
    confirm: 'What you confirm counts more than what the server says.',
  },
  when: 'When a person is asked',
  whens: { always: 'Before every call', writes: 'When it writes', never: 'Never' },
  whenHints: {
    always: '',
    writes: 'What only reads runs at once, as you have confirmed, or as its server says.',
    never: 'Agents call it on their own.',
  },
  who: 'Who',
  sameWho: 'As before',
  otherWho: 'Choose',
  anybody: 'Anybody at the desk',
  role: (role: string) => `Role: ${role}`,
  permission: (permission: string) => `Permission: ${permission}`,
  whoDecides: 'Who decides',
  quorum: 'How many people must approve',
  quorumError: 'A number from 1 to 100.',
  minutes: 'Refused after, in minutes',
  minutesHint: 'Empty: as all approvals.',
  minutesError: 'A number from 0.1 to 43200. Write a thousand as 1000.',
  refusedAfter: (minutes: number) =>
    `refused after ${minutes.toLocaleString('en')} ${minutes === 1 ? 'minute' : 'minutes'}`,
  risk: 'Risk',
  highRisk: 'high risk',
  risks: { usual: 'As usual', high: 'High' },
  riskHints: {
    usual: '',
    high: 'Approving takes two steps, can be undone before it runs, and asks for a PIN if your rules do.',
  },
  add: 'Add',
  addHint: 'Separate with commas. Put one that has a comma in "quotes".',
  remove: 'Take away',
  wordError: 'At most 50, of at most 80 characters each.',
  does: 'You confirm that',
  doesChoices: {
    reads: 'they only read',
    writes: 'they may change something',
    nobody: 'nothing: what their servers say counts',
  },
  foreseen: {
    changed: (count: number) =>
      count === 1 ? '1 tool changes' : `${count.toLocaleString('en')} tools change`,
    same: (count: number) =>
      count === 1 ? '1 tool is so already.' : `${count.toLocaleString('en')} tools are so already.`,
    fixed: (count: number) =>
      count === 1
        ? '1 tool cannot be changed here'
        : `${count.toLocaleString('en')} tools cannot be changed here`,
    agree: (count: number) =>
      count === 1 ? 'Change the other one' : `Change the other ${count.toLocaleString('en')}`,
    nothing: 'Nothing changes.',
    more: (count: number) => `and ${count.toLocaleString('en')} more`,
  },
} as const

function sayPeople(count: number, atLeast: boolean): string {
  return `${atLeast ? 'at least ' : ''}${count === 1 ? 'one person' : `${count} people`}`
}

function sayTools(count: number): string {
  return count === 1 ? '1 tool' : `${count.toLocaleString('en')} tools`
}

function sayWorkflows(count: number): string | null {
  return count === 0 ? null : count === 1 ? '1 workflow' : `${count.toLocaleString('en')} workflows`
}
