/** What the product says about the work of others in it. */
import type { Requirement } from '../requirements.ts'

export const licencePromises: Requirement[] = [
  {
    id: 'licences.all-named',
    sentence:
      'Settings names every package that is built in or installed along with its licence, and no other; the texts come along.',
    source: 'README, Licence',
  },
]
