import type { Requirement } from '../requirements.ts'

export const orchestratorPromises: Requirement[] = [
  {
    id: 'child.output',
    sentence:
      'A step that runs another workflow completes with the final context of that workflow; both are linked in the audit.',
    source: 'gateway.md §4.4, §4.7',
  },
  {
    id: 'child.parked',
    sentence: 'A run that waits for another one says for which, and for which person that one waits.',
    source: 'gateway.md §4.4, §1.8',
  },
  {
    id: 'child.start',
    sentence: 'A workflow is run as a step only if its guards and its schema allow it to whoever asked.',
    source: 'gateway.md §4.4, rulings.md R1.7',
  },
  {
    id: 'child.depth',
    sentence: 'At most ten workflows stand above one another.',
    source: 'gateway.md §4.4',
  },
  {
    id: 'child.failed',
    sentence: 'A run that failed, timed out or was cancelled fails the step that waits for it.',
    source: 'gateway.md §4.4',
  },
  {
    id: 'child.cascade',
    sentence: 'What ends a run, or takes it another way, ends the runs of its steps.',
    source: 'gateway.md §4.4, rulings.md R4.6',
  },
]
