import type { Requirement } from '../requirements.ts'

export const searchPromises: Requirement[] = [
  {
    id: 'search.table',
    sentence:
      "Search scores follow the specification's table of weights and strategies, in 32-bit floats; where the seeds' example scores disagree, the table governs.",
    source: 'seeds 000 and 002; docs/rulings.md R4.3',
  },
  {
    id: 'search.exact-index',
    sentence:
      'The index gives the same items, order and scores, to the last bit, as the literal scan of every item.',
  },
  {
    id: 'search.ties',
    sentence: 'Equal scores are ordered by id in UTF-8 byte order.',
  },
  {
    id: 'search.prefix-tier',
    sentence:
      'The prefix tier of the specification never decides a score: what begins with a term contains it.',
  },
  {
    id: 'search.explained',
    sentence: 'Each score is explained by term, field, strategy and word, with points that sum to it.',
  },
  {
    id: 'search.typos',
    sentence: 'A mistyped word finds what it resembles: deply finds deploy.',
    source: 'seed 002',
  },
  {
    id: 'search.aliases',
    sentence: 'A declared alias finds its item: deploy finds release.promote.',
    source: 'seed 002',
  },
  {
    id: 'search.text',
    sentence:
      'A workflow is also found by its state names and descriptions, transitions, goals and guidance; a capability by its name.',
  },
  {
    id: 'search.filters',
    sentence: 'Search can be limited to a kind and to items that have all of some tags.',
  },
  {
    id: 'search.list',
    sentence: 'An empty query lists everything.',
  },
  {
    id: 'search.pages',
    sentence:
      'Pages of a search neither repeat nor skip a result, and a cursor that does not belong is refused.',
  },
  {
    id: 'search.arguments',
    sentence: 'A malformed search is answered with INVALID_ARGUMENTS that names the field.',
  },
  {
    id: 'search.hint',
    sentence:
      'A search without a match answers with a hint and up to three nearest terms; what its filters leave out, it says by their names.',
  },
  {
    id: 'search.weak',
    sentence:
      'A search of which nothing fits well answers its results with weak: true, a hint and up to three nearest terms before them.',
  },
  {
    id: 'search.home',
    sentence:
      'Home shows the catalog as items with links that start them, and links to search and the lists.',
    source: 'seeds 000 and 002',
  },
  {
    id: 'search.home-limit',
    sentence:
      'Above its limit home shows workflows first, then the most used capabilities, says so, counts tags, and links to all the rest.',
  },
  {
    id: 'search.describe',
    sentence:
      'Describe answers an item in full: schemas, who has to approve and why, and for a workflow its states and who acts in each.',
    source: 'seeds 000 and 002',
  },
  {
    id: 'search.nearest-ids',
    sentence:
      'An unknown id is answered with the three nearest ids and a link to search: those that share most pairs of letters, looked for in steps that hold nobody up.',
  },
  {
    id: 'search.tag-limits',
    sentence:
      'A client that may see some tags only learns nothing of other items: not in home, search, describe, counts, totals or suggestions.',
    source: 'docs/rulings.md R1.6',
  },
  {
    id: 'search.live',
    sentence: 'A new catalog replaces the old one at once and whole.',
    source: 'docs/rulings.md R4.10',
  },
  {
    id: 'search.include',
    sentence:
      'discovery.include decides which categories are listed and found; connections are left out by default.',
    source: 'seed 002',
  },
  {
    id: 'search.profile',
    sentence:
      'discovery.profile is classic, smart or an object with settings; each mistake in it is told in its place, and a change of it is in force at once.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'search.upkeep',
    sentence:
      'While a changed catalog is made ready for searching, searches are answered; what is not offered any more is neither found nor callable from that instant.',
  },
  {
    id: 'search.slices',
    sentence: 'Making a catalog ready for searching leaves the gateway free in between, whatever its size.',
  },
  {
    id: 'search.facets',
    sentence:
      'A search laid open counts its matches by kind, source and tag before the filters, and can be narrowed down to them.',
  },
  {
    id: 'search.tokens',
    sentence: 'The desk says about how many tokens an answer costs a model.',
  },
  {
    id: 'search.fast',
    sentence:
      'An index of 10,000 items is built within a second of processor time, and a keyword query on it takes less than four milliseconds of it on average.',
  },
]
