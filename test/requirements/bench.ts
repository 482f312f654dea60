import type { Requirement } from '../requirements.ts'

export const benchPromises: Requirement[] = [
  {
    id: 'bench.lines',
    sentence:
      'The bench prints one line of JSON a figure and nothing else, with the ratio to a baseline that was measured in the same run.',
    source: 'docs/bench.md',
  },
  {
    id: 'bench.time',
    sentence: 'The bench takes at most nineteen minutes.',
    source: 'docs/bench.md',
  },
  {
    id: 'bench.contract',
    sentence:
      'Over a large database the bench measures every call of the desk, or names what the work of a call depends on instead.',
  },
  {
    id: 'bench.explained',
    sentence: 'Every figure of the bench is explained in the documentation.',
    source: 'docs/bench.md',
  },
  {
    id: 'start.light',
    sentence:
      'Until the ready line a gateway loads nothing that only clients, servers, programs or the watching of files need.',
    source: 'docs/bench.md, Start and memory',
  },
]
