import type { Requirement } from '../requirements.ts'

export const searchCommandPromises: Requirement[] = [
  {
    id: 'search.judged-lines',
    sentence:
      'Judged queries are read and written as JSON lines like those of public sets; what is written is read as it was.',
  },
  {
    id: 'search.tool-lines',
    sentence: 'Tools are read as JSON lines, of which only the id is required.',
  },
  {
    id: 'search.lines-told',
    sentence:
      'Wrong lines are told with their numbers, all that fit on a screen, and then none is taken over.',
  },
  {
    id: 'search.judged-beside',
    sentence:
      'Judged queries that lie beside the configuration are offered at the desk; the sample workspace brings some of its own.',
  },
  {
    id: 'search.sample',
    sentence:
      'A judged sample of our own shows that aliases, tags, examples, parameters and what is inside a workflow are found, by name and by server too.',
  },
  {
    id: 'search.command',
    sentence:
      'countersign search lists what agents find for some words, on request with every point; finding nothing is an answer, with a hint.',
  },
  {
    id: 'search.command-alone',
    sentence:
      'A file of tools, or a configuration alone, is searched and evaluated without loading the database.',
  },
  {
    id: 'search.command-profile',
    sentence:
      'A profile is named as a ranking, as a file, or as the desk keeps it; one that is wrong is told with line and column.',
  },
  {
    id: 'search.command-workspace',
    sentence:
      'Without a file of tools, what the workspace has in force is searched by the profile that it names, and what cannot be known is said.',
  },
  {
    id: 'search.command-tools',
    sentence: 'The command finds tools of servers as far as they are accepted, beside a gateway that runs.',
  },
  {
    id: 'search.evaluate',
    sentence:
      'countersign evaluate measures nDCG@10, MRR and recall at 1, 5 and 10, as the desk does, as the mean over the queries whose answers are there.',
  },
  {
    id: 'search.evaluate-none',
    sentence:
      'Of queries that nothing answers it is counted how many find nothing and how many nothing that fits well; of the others, how many are told so although the first result is right.',
  },
  {
    id: 'search.evaluate-compare',
    sentence:
      'Two profiles are compared query by query, with the interval of the difference and what loses most.',
  },
  {
    id: 'search.evaluate-desk',
    sentence:
      'Without a file of queries, those that people judged at the desk are measured, beside its gateway or without.',
  },
  {
    id: 'search.evaluate-forms',
    sentence: 'Each query can be measured as it is asked, in keywords, and with a typing error.',
  },
]
