import type { Requirement } from '../requirements.ts'

export const deskScreensPromises: Requirement[] = [
  {
    id: 'runs.told-apart',
    sentence:
      'A row of the runs tells its run apart, by the words of its question or the first values that say something; a search finds it by names, input, context and the arguments of what waits.',
  },
  {
    id: 'runs.called',
    sentence:
      'Where a run stands, and the step that it waits for, are called in the list as the author of the workflow calls them, else by their names made readable.',
  },
  {
    id: 'runs.single-calls',
    sentence:
      'A search of the runs finds single calls too, by the tool, by what was asked of it, whatever became of it, and by what it answered; a row says that it is one, of which tool and with what.',
  },
  {
    id: 'runs.history-removed',
    sentence: 'A run whose oldest entries were removed from the log says so where its history stands.',
  },
  {
    id: 'screens.counts',
    sentence:
      'What a screen counts is what another one counts by the same name: runs of workflows apart from single calls, tools apart from workflows.',
  },
  {
    id: 'runs.long',
    sentence:
      'Of a run with more entries than its page or its card has room for, the newest are shown, and both say that there are older ones.',
    source: 'docs/bench.md, large',
  },
  {
    id: 'screens.place-kept',
    sentence:
      'A list that somebody has scrolled stays at what they read while rows come and go above it; at its top it shows what is newest.',
  },
  {
    id: 'screens.entry-kept',
    sentence:
      'An entry of the log that is open stays open however many newer ones come, until a filter leaves it out.',
  },
  {
    id: 'screens.activity-titles',
    sentence: 'Activity calls states and steps of a run what their author calls them.',
  },
  {
    id: 'screens.graph-asks',
    sentence:
      'A state diagram draws the people who must agree before an agent’s step, whichever level holds the gate, and says who may.',
    source: 'docs/rulings.md R5.1, R5.4',
  },
  {
    id: 'screens.graph-text',
    sentence:
      'A state diagram says in words all that its picture shows: states, ways, who takes them, the present.',
  },
  {
    id: 'screens.graph-layout',
    sentence:
      'A state diagram places every state and every way of any machine, no state over another, and fits the width where it can be read.',
  },
  {
    id: 'desk.plain',
    sentence: 'What people read uses no word of the engine for what they are asked.',
  },
  {
    id: 'screens.run-refused',
    sentence:
      'A run that ended where the answer is no is called refused, in every list and in the log, never completed.',
  },
  {
    id: 'screens.event-subject',
    sentence:
      'What the log says of a question, a changed file, a tool or a proposed workflow names it, as it was asked and as it was decided.',
    source: 'found by use: ‘bo chose ‘Apply the changes’.’ of nothing in particular',
  },
  {
    id: 'desk.cut-off-beside',
    sentence:
      'The card of an item whose run was cut off at another step says so, and not that the step is running; a run in doubt is not decided while something of it runs.',
    source: 'docs/rulings.md R4.7',
  },
  {
    id: 'desk.button-names',
    sentence:
      'The log calls what a person pressed as the button was called, also where a transition of the workflow has the same name; a run that a person has ended is not told as a good end.',
    source: 'docs/contributing.md',
  },
  {
    id: 'desk.refused-run',
    sentence:
      'A run that a person’s no has stopped says that it was refused, is not among those that failed, and tells of the refusal once.',
    source: 'found by use: ‘Failed’ beside a run whose payment somebody had refused',
  },
  {
    id: 'screens.run-look',
    sentence: 'A run says by shape and word how it is; what needs somebody wins over what it is called.',
  },
  {
    id: 'screens.catalog-filter',
    sentence:
      'The catalog is filtered by words, kind, tag and source, and connections that are not healthy come first.',
  },
  {
    id: 'screens.catalog-call',
    sentence: 'The call that the catalog composes for an agent is one that the gateway takes.',
  },
  {
    id: 'screens.search-explained',
    sentence:
      'The points that the playground shows for fields and words add up to the score, to the last bit.',
  },
  {
    id: 'screens.search-near',
    sentence: 'The near words that an agent is told when nothing matches can be pressed in the playground.',
  },
  {
    id: 'screens.activity-kinds',
    sentence: 'Every kind of event of the audit log can be filtered for, and has a word.',
  },
  {
    id: 'screens.activity-whole',
    sentence:
      'The activity says whether the log is whole, and where it is not; what is shown of it is saved as a file, oldest entry first.',
  },
  {
    id: 'screens.connection-tools',
    sentence:
      'A connection says which tools cannot be used and why, what waits for a person about it, and what holds for every call of it.',
    source: 'docs/rulings.md R5.3, R6.4',
  },
  {
    id: 'screens.blocked-tools',
    sentence:
      'A tool that its server describes otherwise stays in the catalog of the desk, marked as not callable, with the item that it waits for.',
    source: 'docs/rulings.md R5.3',
  },
  {
    id: 'screens.declared-rules',
    sentence:
      'The catalog says beside each call who must approve it, by what it is refused, how often it is tried, what runs instead, and what its tool asks for that the step never gives; and of a workflow, by what its start is refused.',
  },
  {
    id: 'screens.related-runs',
    sentence:
      'A run leads to the runs that are its steps and to the one whose step it is, and says how far its steps are.',
  },
  {
    id: 'screens.sign-in-address',
    sentence:
      'The app’s window opens nothing outside itself but sign-in pages that the gateway has given out; the person’s own browser shows them.',
    source: 'docs/rulings.md R1.1',
  },
  {
    id: 'names.quoted',
    sentence:
      'What a server calls itself and its tools is a quotation with a look of its own in notifications, rows, headlines, timelines, notices, the catalog, runs and the log, and never a part of the desk’s own words.',
    source: 'docs/rulings.md R5.9',
  },
  {
    id: 'names.escaped',
    sentence:
      'A tool whose name has other characters than letters, digits, ‘_’, ‘.’ and ‘-’ gets an id of these and a digest of its name: the same name always the same one, two names never one.',
  },
  {
    id: 'names.titles',
    sentence:
      'What cannot be seen, or turns text round, in the title of a workflow is made visible on cards, in runs and in the log.',
    source: 'docs/rulings.md R5.9',
  },
  {
    id: 'names.visible',
    sentence:
      'No name and no value steers a terminal or a spreadsheet: exports and the command line write what cannot be seen as JSON does, and nothing becomes a formula.',
  },
  {
    id: 'screens.event-speaker',
    sentence: 'What a step answered is never shown as the words of the agent that asked for it.',
    source: 'docs/rulings.md R5.9',
  },
  {
    id: 'screens.settings-words',
    sentence: 'Durations and the rights of clients are told in words.',
  },
  {
    id: 'screens.list-stop',
    sentence:
      'A list of runs, of the catalog or of the log is one stop of Tab, however long it is and wherever it is scrolled to; from there the arrows move through it, also where single keys are off.',
    source: 'found by use: a log whose hundred entries stood between the filter and the entry',
  },
  {
    id: 'screens.list-keys',
    sentence: 'J and K move through every list by one row and stay at its ends.',
  },
]
