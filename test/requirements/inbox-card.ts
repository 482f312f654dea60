import type { Requirement } from '../requirements.ts'

export const inboxCardPromises: Requirement[] = [
  {
    id: 'card.compared',
    sentence:
      'A card knows what was filled in by itself, and what was last approved and last refused at the same step; of the same run first, then of the same client.',
    source: 'desk.md, Inbox',
  },
  {
    id: 'card.again',
    sentence:
      'What an agent hands in again after a refusal leads with what has changed since, and with the comment that it was refused with.',
    source: 'desk.md, Inbox',
  },
]
