import type { Requirement } from '../requirements.ts'

export const effortPromises: Requirement[] = [
  {
    id: 'R8.5',
    sentence:
      'npm test takes at most 20 minutes on two cores; npm run test:long runs the same tests with their full counts.',
    source: 'docs/rulings.md R8.5',
  },
]
