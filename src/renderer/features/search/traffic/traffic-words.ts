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
    count === 1 ? '1 query had no good match' : `${count.toLocaleString('en')} queries had no good match`,
  parts: 'Parts of the traffic',
  part: { queries: 'Queries', hunts: 'Hunts', learning: 'Learning from use', kept: 'What is kept' },
  notKeeping: 'Search history is off. You see older searches.',
  keepAgain: 'Turn on',
  offTitle: 'Search history is off.',
  offText:
    'Turn it on to see what agents look for in vain, and what would help. Searches stay on this machine.',
  offAction: 'Turn on search history',
  emptyTitle: 'No searches in this time.',
  emptyText: 'Agents’ searches appear here, with what they found and started.',
  connect: 'Connect an agent',
  find: 'Filter by words of the query',
  order: 'Order',
  orders: { empty: 'Found nothing first', often: 'Most frequent first', newest: 'Newest first' },
  only: 'Which queries',
  onlyOf: {
    all: 'All',
    empty: 'Found nothing',
    weak: 'No good match',
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
  noneFits: (total: number) => (total === 1 ? 'not a good match' : 'no good match'),
  noStart: 'nothing started',
  started: 'Then started',
  described: 'Then looked at',
  counted: (id: string, count: number) => (count === 1 ? id : `${id} (${count}×)`),
  judged: 'judged',
  try: 'Try it',
  tryNamed: (query: string) => `Try it: “${query}”`,
  judge: 'Judge it',
  judgeNamed: (query: string) => `Judge it: “${query}”`,
  add: 'Make it findable…',
  addNamed: (query: string) => `Make it findable… “${query}”`,
  huntsLead:
    'A hunt: an agent searched for the same thing at least three times and started nothing. Mostly an item lacks a word, or does not exist.',
  huntsList: 'Hunts',
  noHunts: 'No hunts in this time.',
  noHuntsText: 'A hunt appears here with every query that was tried.',
  hunted: (count: number) =>
    count === 1
      ? 'searched the same at least three times, nothing started'
      : `tried ${count} queries, nothing started`,
  guessed: 'One session is a guess from the times.',
  trail: 'Queries, in order',
  seen: 'Results shown',
  seenNothing: 'No results.',
  hidden: (count: number) => `and ${count} more`,
  more: (count: number) => `Show all ${count}`,
  learningLead:
    'Items that agents started after a search rank higher for similar searches. A search profile turns this on, and limits how much it adds.',
  pairs: 'Pairs of a search and a start',
  pairsHow: 'The same words and item count once for each client, and an item counts at most 20 times.',
  needed: (pairs: number, needed: number) =>
    `${pairs.toLocaleString('en')}; ${needed.toLocaleString('en')} are needed`,
  inForce: 'In use',
  share: (share: number) => (share === 0 ? 'off' : `up to ${Math.round(share * 100)} % of the best score`),
  measured: 'Measured',
  measuredHow: 'Each pair is tested without learning from itself.',
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
  keep: 'Search history',
  keepHint: 'The words of each search, its results, and what the agent looked at or started next.',
  keptWhere: 'Kept in the database of this workspace. Nothing leaves this machine.',
  keptHow: 'At most 50,000 searches of the last 180 days. Known secrets are replaced.',
  keptHowever: 'The audit log records each search in any case.',
  forget: 'Delete search history…',
  forgetTitle: 'Delete search history?',
  forgetText: 'Queries, hunts and learning are gone for good. Judged queries and added words stay.',
  forgetConfirm: 'Delete search history',
  forgotten: (count: number) =>
    count === 1 ? '1 search deleted.' : `${count.toLocaleString('en')} searches deleted.`,
} as const
