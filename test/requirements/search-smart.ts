import type { Requirement } from '../requirements.ts'

export const smartSearchPromises: Requirement[] = [
  {
    id: 'smart.name-first',
    sentence:
      'Under smart, an item whose id or title is the query stands first, whatever case and separators it is written with.',
  },
  {
    id: 'smart.source',
    sentence:
      'A server in front of a query (github: …, github.…, github/…, mcp__github__…) limits the search to what comes from it and gives no points; if nothing is found there, everything is searched.',
  },
  {
    id: 'smart.explained',
    sentence: 'Under smart, the points of all lines of an explanation add up to the score.',
  },
  {
    id: 'smart.order',
    sentence:
      'Results of smart are ordered by score, then by id in UTF-8 byte order; the same search gives the same bits.',
  },
  {
    id: 'smart.no-answer',
    sentence:
      'Under smart, what matches less than the least match is not shown, so that a search may find nothing.',
  },
  {
    id: 'smart.weak',
    sentence:
      'Where not even the best result of smart fits well, the search is called weak and names the words that it lacks; nothing is left out for it, and what has every word of the query is never weak.',
  },
  {
    id: 'smart.sentence-law',
    sentence:
      'A sentence that finds something still finds something with one more word that no item has; so does any query of which no more words are unknown than known, even where all items have the same words.',
  },
  {
    id: 'smart.words',
    sentence:
      'smart reads words: common words and words of asking do not count, other forms, typos, parts of words and synonyms do.',
  },
  {
    id: 'smart.fields',
    sentence:
      'smart finds an item by its title, id, tags, aliases, examples, description, states and guidance, and parameters, also nested ones.',
  },
  {
    id: 'smart.sentences',
    sentence: 'A request of several sentences also lifts what fits one of its sentences.',
  },
  {
    id: 'smart.settings',
    sentence:
      'Each setting of smart has a range, a standard and a sentence; a switch that is off stops what it names.',
  },
  {
    id: 'smart.profile-problems',
    sentence: 'What is wrong with a profile is said with its place, what it is and what to write instead.',
  },
  {
    id: 'smart.exact',
    sentence:
      'Whatever smart leaves out to be quick: scores, order and totals are, bit for bit, those of every entry scored by itself.',
  },
  {
    id: 'smart.slices',
    sentence: 'The index of smart is built in slices, and other settings need no other index.',
  },
  {
    id: 'smart.hostile',
    sentence: 'Long, odd and hostile queries and items of any alphabet are searched in bounded time.',
  },
  {
    id: 'smart.use',
    sentence: 'What was started after similar searches moves up by at most its share of the best text score.',
  },
  {
    id: 'smart.figures',
    sentence: 'nDCG@10, MRR and recall of graded answers are what their definitions say.',
  },
]
