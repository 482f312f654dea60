import type { Requirement } from '../requirements.ts'

/** The search playground in the window: trying, tuning and applying, judged queries, real traffic, words of items. */
export const SEARCH_WINDOW: Requirement[] = [
  {
    id: 'playground.judging',
    sentence:
      'A person judges what could answer a query in an order that says nothing, without scores, by four grades; each is kept at once and can be taken back, and what is not judged stays as it is.',
  },
  {
    id: 'playground.weak',
    sentence:
      'Where nothing fits well the playground says so above the results, with what the agent is told, and offers to make an item findable.',
  },
  {
    id: 'playground.apply-closed',
    sentence:
      'Whoever closes a dialog while what it saves is on its way is told that it is saved, with the way back.',
  },
  {
    id: 'playground.judged-list',
    sentence:
      'Every judged query stands with its figures, live and under what is tried, and says whether it becomes better or worse; what cannot be measured says so.',
  },
  {
    id: 'playground.judged-files',
    sentence:
      'Judged queries come in and go out as JSON lines; what is wrong is said by line, and what is removed can be put back.',
  },
  {
    id: 'playground.traffic',
    sentence:
      'What agents searched stands with what it found and what was started after it: what finds nothing first, then what nothing fits well, and hunts with their trail.',
  },
  {
    id: 'playground.kept',
    sentence: 'A person sees what is kept of searches and where, stops it, and forgets all of it.',
  },
  {
    id: 'playground.words',
    sentence:
      'A name or tag that an item lacks is added from a query in vain: its effect and the difference of the YAML are shown before, the query finds the item after, and undo puts the file back byte for byte.',
    source: 'docs/rulings.md R2.8',
  },
  {
    id: 'playground.find-items',
    sentence: 'An item that a search does not find is found by what is written in it.',
  },
  {
    id: 'playground.figures',
    sentence:
      'Figures and their changes are shown with as many digits as mean something, and never a change of nothing.',
  },
  {
    id: 'playground.try',
    sentence:
      'A query is tried as an agent types it: each result says its rank and score, and which word hit where, how and for how many points; words that do not count are named, and what the agent sends and gets is one press away.',
  },
  {
    id: 'playground.examples',
    sentence:
      'What is offered to try first is out of what can be called, and never what says itself that it is deprecated.',
  },
  {
    id: 'playground.filters',
    sentence:
      'Results are narrowed by kind, source and tag, each with how many match; a filter that is on stays in sight.',
  },
  {
    id: 'playground.draft',
    sentence:
      'What is tried is a draft that agents do not notice: results follow each slider by the gateway’s own code and say how they moved against what is live. The draft outlives the parts of the page and a reload.',
  },
  {
    id: 'playground.settings',
    sentence:
      'Each slider, switch and list has its sentence and its standard value; it is moved by arrow keys, typed as a number, put back alone or with all others, and every change is undone.',
  },
  {
    id: 'playground.word-lists',
    sentence:
      'Words that do not count, and groups of synonyms, are added, taken out and put back, in the list or beside the word of the query.',
  },
  {
    id: 'playground.classic',
    sentence: 'The classic ranking says that it has nothing to set, and how to begin with the smart one.',
  },
  {
    id: 'playground.side-by-side',
    sentence:
      'What is live and what is tried stand side by side, and a line leads from each old place to the new one.',
  },
  {
    id: 'playground.why',
    sentence:
      'Of two results the playground says in a sentence why one is above the other, part by part, with the smallest change that swaps them, what it would hurt, and a press that tries it.',
  },
  {
    id: 'playground.guard',
    sentence:
      'Before a profile is applied its difference in the YAML and what the judged queries lose are shown; where one gets worse, applying takes a second gesture.',
  },
  {
    id: 'playground.apply',
    sentence:
      'An applied profile ranks the next search of an agent; it is taken back by Undo, or rolled back from the history under the same guard.',
  },
  {
    id: 'playground.profiles',
    sentence:
      'Profiles are told in words: what is live, what is kept (tried, renamed, removed with a way back), and what was applied when and by whom.',
  },
  {
    id: 'playground.newest',
    sentence:
      'While a slider is dragged one request is under way at a time, and the newest position is shown last.',
  },
  {
    id: 'playground.keys',
    sentence:
      'The playground is used by keys alone, and without a fault of accessibility in both themes, in a small window and at 200 %.',
  },
]
