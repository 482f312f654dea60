/** What holds for every item of the inbox, whatever happens. */
import type { Requirement } from '../requirements.ts'

export const inboxPromises: Requirement[] = [
  {
    id: 'inbox.law',
    sentence:
      'Whatever the order of decisions, expiries, edits, restarts and retries of agents, no item is decided twice, none is lost, and none runs without the approval that it needed.',
  },
]
