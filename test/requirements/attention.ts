import type { Requirement } from '../requirements.ts'

/** The editor of the configuration, exceptions of gates, and what follows from how people decide. */
export const ATTENTION: Requirement[] = [
  {
    id: 'edit.bytes',
    sentence:
      'The desk changes single values of a configuration file; comments, order, line ends and everything else stay byte for byte.',
    source: 'desk.md Settings; rulings.md R2.8',
  },
  {
    id: 'edit.exact',
    sentence: 'A changed file holds exactly the value that was asked for, or nothing is written.',
    source: 'desk.md Principles 7',
  },
  {
    id: 'edit.refuses',
    sentence:
      'What is shared through an alias, and a file with errors, is not changed by the desk; a sentence says why.',
    source: 'desk.md Principles 7',
  },
  {
    id: 'edit.located',
    sentence: 'The desk changes the file that declares the thing, of several that are included.',
    source: 'gateway.md §3',
  },
  {
    id: 'edit.seen',
    sentence:
      'What was seen of a change of the configuration is what is saved: if the file has moved, nothing is; saving accepts it, recorded with the person.',
    source: 'rulings.md R2.2',
  },
  {
    id: 'edit.undo',
    sentence: 'A saved change can be put back, also after a restart, if nobody has changed the file since.',
    source: 'issue 4',
  },
]
