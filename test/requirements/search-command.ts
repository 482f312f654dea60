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
]
