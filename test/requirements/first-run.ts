/** The first minutes at an empty desk. */
import type { Requirement } from '../requirements.ts'

export const firstRunPromises: Requirement[] = [
  {
    id: 'first-run.two-people',
    sentence:
      'The sample has a payment that one person cannot release: only a second, different person lets it through, and it can be taken back until then.',
    source: 'issue 4, Two people',
  },
]
