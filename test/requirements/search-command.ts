import type { Requirement } from '../requirements.ts'

export const searchCommandPromises: Requirement[] = [
  {
    id: 'search.judged-lines',
    sentence:
      'Judged queries are read and written as JSON lines like those of public sets; what is written is read as it was.',
    source: 'issue 5, “import and export (JSONL as in the data)”',
  },
  {
    id: 'search.tool-lines',
    sentence: 'Tools are read as JSON lines, of which only the id is required.',
    source: 'issue 5, “so that anyone can measure a profile on their own data”',
  },
  {
    id: 'search.lines-told',
    sentence:
      'Wrong lines are told with their numbers, all that fit on a screen, and then none is taken over.',
    source: 'issue 5',
  },
  {
    id: 'search.judged-beside',
    sentence:
      'Judged queries that lie beside the configuration are offered at the desk; the sample workspace brings some of its own.',
    source: 'issue 5, The playground',
  },
  {
    id: 'search.sample',
    sentence:
      'A judged sample of our own shows that aliases, tags, examples, parameters and what is inside a workflow are found, by name and by server too.',
    source: 'issue 5, “make judged queries for them; the public sets have none”',
  },
  {
    id: 'search.command',
    sentence:
      'countersign search lists what agents find for some words, on request with every point; finding nothing is an answer, with a hint.',
    source: 'issue 5, “A command”',
  },
  {
    id: 'search.command-alone',
    sentence:
      'A file of tools, or a configuration alone, is searched and evaluated without loading the database.',
    source: 'issue 5, “so that anyone can measure a profile on their own data”',
  },
  {
    id: 'search.command-profile',
    sentence:
      'A profile is named as a ranking, as a file, or as the desk keeps it; one that is wrong is told with line and column.',
    source: 'issue 5, “A command”',
  },
  {
    id: 'search.command-workspace',
    sentence:
      'Without a file of tools, what the workspace has in force is searched by the profile that it names, and what cannot be known is said.',
    source: 'issue 5, “A command”',
  },
  {
    id: 'search.command-tools',
    sentence: 'The command finds tools of servers as far as they are accepted, beside a gateway that runs.',
    source: 'issue 5, “pending or changed tools are neither found nor callable”',
  },
  {
    id: 'search.evaluate',
    sentence:
      'countersign evaluate measures nDCG@10, MRR and recall at 1, 5 and 10, as the desk does, as the mean over the queries whose answers are there.',
    source: 'issue 5, “A command”',
  },
  {
    id: 'search.evaluate-none',
    sentence:
      'Of queries that nothing answers it is counted how many find nothing and how many nothing that fits well; of the others, how many are told so although the first result is right.',
    source: 'issue 5, “No answer is an answer”',
  },
  {
    id: 'search.evaluate-compare',
    sentence:
      'Two profiles are compared query by query, with the interval of the difference and what loses most.',
    source: 'issue 5, “A command”',
  },
  {
    id: 'search.evaluate-desk',
    sentence:
      'Without a file of queries, those that people judged at the desk are measured, beside its gateway or without.',
    source: 'issue 5, “the same code as the playground”',
  },
  {
    id: 'search.evaluate-forms',
    sentence: 'Each query can be measured as it is asked, in keywords, and with a typing error.',
    source: 'issue 5, “--field kw|typo”',
  },
]
