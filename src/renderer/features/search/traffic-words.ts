/** Every text of the real traffic. */
export const trafficWords = {
  period: 'Period',
  periods: { 1: 'Last 24 hours', 7: 'Last 7 days', 30: 'Last 30 days', 180: 'Last 180 days' },
  searches: (count: number) => (count === 1 ? '1 search' : `${count.toLocaleString('en')} searches`),
  byClients: (count: number) => (count === 1 ? 'by 1 client' : `by ${count.toLocaleString('en')} clients`),
  followed: (count: number, percent: number) => `${count.toLocaleString('en')} led to a start (${percent} %)`,
  without: (count: number) =>
    count === 1 ? '1 query found nothing' : `${count.toLocaleString('en')} queries found nothing`,
  badly: (count: number) =>
    count === 1
      ? '1 query found nothing that fits well'
      : `${count.toLocaleString('en')} queries found nothing that fits well`,
  parts: 'Parts of the traffic',
  part: { queries: 'Queries', hunts: 'Hunts', learning: 'Learning from use', kept: 'What is kept' },
  notKeeping: 'Searches are not kept at present. What you see is from before.',
  keepAgain: 'Keep them',
  offTitle: 'Searches of agents are not kept.',
  offText:
    'While they are kept, this page shows what agents look for in vain, and what would help. They stay on this machine.',
  offAction: 'Keep searches from now on',
  emptyTitle: 'No agent has searched in this time.',
  emptyText:
    'Every gateway.search of an agent appears here, with what it found and what was started after it.',
  connect: 'Connect an agent',
  find: 'Filter by words of the query',
  clearFind: 'Empty the filter',
  order: 'Order',
  orders: { empty: 'Found nothing first', often: 'Most frequent first', newest: 'Newest first' },
  only: 'Which queries',
  onlyOf: {
    all: 'All',
    empty: 'Found nothing',
    weak: 'Nothing fits well',
    unstarted: 'Nothing started',
    unjudged: 'Not judged',
  },
  onlyCount: (name: string, count: number) => `${name} (${count.toLocaleString('en')})`,
  list: 'Queries of agents',
  count: (shown: number, all: number) =>
    shown === all
      ? all === 1
        ? '1 query'
        : `${all.toLocaleString('en')} queries`
      : `${shown.toLocaleString('en')} of ${all.toLocaleString('en')} queries`,
  nothingFound: 'No query matches.',
  nothingFoundText: 'Change the words, or show all of them.',
  clearAll: 'Show all',
  times: (count: number) => (count === 1 ? 'once' : `${count.toLocaleString('en')} times`),
  last: 'last',
  found: (total: number) =>
    total === 0
      ? 'found nothing'
      : total === 1
        ? 'found 1 item'
        : `found ${total.toLocaleString('en')} items`,
  noneFits: (total: number) => (total === 1 ? 'it does not fit well' : 'none fits well'),
  noStart: 'nothing started',
  started: 'Started after it',
  described: 'Looked at after it',
  counted: (id: string, count: number) => (count === 1 ? id : `${id} (${count}×)`),
  judged: 'judged',
  try: 'Try it',
  tryNamed: (query: string) => `Try it: “${query}”`,
  judge: 'Judge it',
  judgeNamed: (query: string) => `Judge it: “${query}”`,
  add: 'Make it findable…',
  addNamed: (query: string) => `Make it findable… “${query}”`,
  huntsLead:
    'A hunt is one need that an agent searched for at least three times in one session, without starting anything. Mostly an item lacks a word, or is not there at all.',
  huntsList: 'Hunts',
  noHunts: 'No agent has hunted in this time.',
  noHuntsText: 'It would stand here with every query that was tried.',
  hunted: (count: number) =>
    count === 1
      ? 'searched the same at least three times, nothing started'
      : `tried ${count} queries, nothing started`,
  guessed: 'That it was one session is a guess from its times: this client has no connection of its own.',
  trail: 'What it tried, in order',
  seen: 'What it was shown',
  seenNothing: 'It was shown nothing.',
  hidden: (count: number) => `and ${count} more`,
  more: (count: number) => `Show all ${count}`,
  learningLead:
    'What was started after a search may lift the same item for similar searches. It is off unless a profile turns it on, and can add only a share of the best score.',
  pairs: 'Pairs of a search and a start',
  pairsHow:
    'The same words and item count once for each client, and one item at most 20 times, so that nobody can lift it alone.',
  needed: (pairs: number, needed: number) =>
    `${pairs.toLocaleString('en')}; ${needed.toLocaleString('en')} are needed`,
  inForce: 'In force',
  share: (share: number) => (share === 0 ? 'off' : `up to ${Math.round(share * 100)} % of the best score`),
  measured: 'Measured',
  measuredHow: 'Each pair is left out of what is learnt before it is asked.',
  without1: 'Without',
  with1: (share: number) => `With ${Math.round(share * 100)} %`,
  figures: ['nDCG@10', 'MRR', 'Recall@1', 'Recall@5', 'Recall@10'],
  what: 'Ranking',
  interval: (difference: string, low: string, high: string) =>
    `nDCG@10 changes by ${difference}; with 95 % certainty between ${low} and ${high}.`,
  offer: (share: number) => `Try it with ${Math.round(share * 100)} %`,
  offerHint: 'Sets the slider “Learn from use” under “Try”. Nothing is applied.',
  offered: 'The slider is set. Look at results under “Try”, then apply the profile.',
  smartOnly: 'Only the ranking “smart” can learn from use.',
  keep: 'Keep what agents search',
  keepHint:
    'The words of each search, its results, and what was looked at or started after it in the same session. Agents are not told.',
  keptWhere: 'All of it lies in the database of this workspace. Nothing of it leaves this machine.',
  keptHow:
    'At most the newest 50,000 searches of the last 180 days are kept. Known secrets in them are replaced.',
  keptHowever: 'The audit log keeps its own entry of each search, whatever is set here.',
  forget: 'Forget all of it…',
  forgetTitle: 'Forget what agents searched?',
  forgetText:
    'Queries, hunts and what was learnt from use are gone for good. Judged queries and words that you have added stay.',
  forgetConfirm: 'Forget all of it',
  forgotten: (count: number) =>
    count === 1 ? '1 search is forgotten.' : `${count.toLocaleString('en')} searches are forgotten.`,
} as const
