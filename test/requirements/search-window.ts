import type { Requirement } from '../requirements.ts'

/** The search playground in the window: judged queries, real traffic, words of items. */
export const SEARCH_WINDOW: Requirement[] = [
  {
    id: 'playground.judging',
    sentence:
      'A person judges what could answer a query in an order that says nothing, without scores, by four grades; each is kept at once and can be taken back, and what is not judged stays as it is.',
    source: 'desk.md Search; issue 5',
  },
  {
    id: 'playground.judged-list',
    sentence:
      'Every judged query stands with its figures, live and under what is tried, and says whether it becomes better or worse; what cannot be measured says so.',
    source: 'desk.md Search; issue 5',
  },
  {
    id: 'playground.judged-files',
    sentence:
      'Judged queries come in and go out as JSON lines; what is wrong is said by line, and what is removed can be put back.',
    source: 'desk.md Search; issue 5',
  },
  {
    id: 'playground.traffic',
    sentence:
      'What agents searched stands with what it found and what was started after it: what finds nothing first, and hunts with their trail.',
    source: 'desk.md Search; peers.md §5.9',
  },
  {
    id: 'playground.kept',
    sentence: 'A person sees what is kept of searches and where, stops it, and forgets all of it.',
    source: 'desk.md Principles 7',
  },
  {
    id: 'playground.words',
    sentence:
      'A name or tag that an item lacks is added from a query in vain: its effect and the difference of the YAML are shown before, the query finds the item after, and undo puts the file back byte for byte.',
    source: 'desk.md Search; rulings.md R2.8',
  },
  {
    id: 'playground.find-items',
    sentence: 'An item that a search does not find is found by what is written in it.',
    source: 'desk.md Search',
  },
  {
    id: 'playground.figures',
    sentence:
      'Figures and their changes are shown with as many digits as mean something, and never a change of nothing.',
    source: 'desk.md Principles 7',
  },
]
