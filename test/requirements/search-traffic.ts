import type { Requirement } from '../requirements.ts'

const SOURCE = 'desk.md, Search (real traffic); research/search.md §5'

export const searchTrafficPromises: Requirement[] = [
  {
    id: 'traffic.kept',
    sentence:
      'Each search of an agent is kept with its filters, how many items matched, the first ten results, profile, time, client and session; secrets in it are replaced.',
    source: SOURCE,
  },
  {
    id: 'traffic.bounded',
    sentence:
      'At most 50,000 searches of at most 180 days are kept; what is more goes, the oldest first, and a person can forget all of it.',
    source: SOURCE,
  },
]
