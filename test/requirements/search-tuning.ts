import type { Requirement } from '../requirements.ts'

/** What the desk answers the playground with: drafts, judged queries, why, profiles, words of items. */
export const SEARCH_TUNING: Requirement[] = [
  {
    id: 'tuning.draft',
    sentence:
      'A draft profile is ranked by the gateway’s own code: the answer shown is what gateway.search would answer under it, beside what the live profile shows.',
  },
  {
    id: 'tuning.draft-checked',
    sentence: 'A draft that is no profile is refused with a sentence that says what is wrong and where.',
  },
  {
    id: 'tuning.filters',
    sentence: 'A search at the desk is narrowed by kind, source and tags; the facets count all matches.',
  },
  {
    id: 'tuning.judged-together',
    sentence:
      'Two people who judge one query at the same time both keep what they have judged, also where it is new to both.',
    source: 'docs/rulings.md R8.2',
  },
  {
    id: 'tuning.judged',
    sentence:
      'A judged query is kept with its grades over a restart; a second one of the same words is refused; what was removed can be put back as it was.',
  },
  {
    id: 'tuning.renamed',
    sentence:
      'What is judged of a tool follows it when its server is renamed, or its import gets another prefix, and back.',
  },
  {
    id: 'tuning.import',
    sentence:
      'Judged queries are imported and exported as JSON lines: nothing is taken over if a line is wrong, which is named with its number; ids that the catalog does not have are named; other queries are not overwritten.',
  },
  {
    id: 'tuning.pool',
    sentence:
      'What is judged for a query is the best of classic, smart, the live and the tried profile, and all that is judged already, in an order that tells nothing and stays the same.',
  },
  {
    id: 'tuning.evaluate',
    sentence:
      'The judged queries are measured under a profile and under the live one, each query and in total; those whose right answers are not in the catalog count nowhere.',
  },
  {
    id: 'tuning.evaluate-slices',
    sentence:
      'An evaluation never holds the gateway for more than 50 ms; a newer one of the same desk ends the one before.',
  },
  {
    id: 'tuning.why',
    sentence:
      'Why one result stands above another is said in one sentence, with the points of both, and the smallest change of one slider that swaps them, proven by ranking, with the judged queries that it would make better and worse.',
  },
  {
    id: 'tuning.kept',
    sentence:
      'A kept profile is replaced, renamed or removed only as it was seen: what another window has kept under its name since stays, and that is said.',
  },
  {
    id: 'tuning.apply',
    sentence:
      'A profile is applied by writing it into the YAML, as seen before, with comments kept; agents get the new order at once, and it is recorded with the person.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'tuning.guard',
    sentence:
      'Before a profile is applied, the desk says which judged queries it makes worse, and where nothing guards it.',
  },
  {
    id: 'tuning.history',
    sentence:
      'What was applied is kept with its figures and who did it, and can be rolled back to, the one before the first too; a profile that was changed otherwise is said to be.',
  },
  {
    id: 'tuning.take-back',
    sentence:
      'Undo of a profile puts back what was live before it, and only while what it takes back is live; otherwise a sentence says so, and nothing changes.',
  },
  {
    id: 'tuning.words',
    sentence:
      'Aliases and tags of an item are written to the file that declares it, comments kept, and can be put back; what they would change is shown before.',
  },
  {
    id: 'tuning.words-fixed',
    sentence: 'Where an item’s words cannot be written, a sentence says why.',
  },
  {
    id: 'tuning.words-files',
    sentence:
      'Words that several included files list are changed in the file that lists them, new ones in the one that wins; what would change two files is refused with both, and what to do.',
  },
  {
    id: 'tuning.tags-rights',
    sentence:
      'A tag that lets a client with limits see more is said to do so before it is saved, and needs a proof where weakening does.',
    source: 'docs/rulings.md R1.6, R2.2',
  },
  {
    id: 'tuning.read-only',
    sentence:
      'On a database that is only read, profiles can be tried, and whatever would be written is refused with the reason; no file changes.',
  },
]
