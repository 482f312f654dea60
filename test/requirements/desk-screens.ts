import type { Requirement } from '../requirements.ts'

export const deskScreensPromises: Requirement[] = [
  {
    id: 'screens.graph-text',
    sentence:
      'A state diagram says in words all that its picture shows: states, ways, who takes them, the present.',
    source: 'desk.md, principle 6',
  },
  {
    id: 'screens.graph-layout',
    sentence:
      'A state diagram places every state and every way of any machine, no state over another, and fits the width where it can be read.',
    source: 'desk.md, Runs',
  },
  {
    id: 'screens.run-look',
    sentence: 'A run says by shape and word how it is; what needs somebody wins over what it is called.',
    source: 'desk.md, Runs and principle 7',
  },
  {
    id: 'screens.catalog-filter',
    sentence:
      'The catalog is filtered by words, kind, tag and source, and connections that are not healthy come first.',
    source: 'desk.md, Catalog',
  },
  {
    id: 'screens.catalog-call',
    sentence: 'The call that the catalog composes for an agent is one that the gateway takes.',
    source: 'desk.md, Catalog',
  },
  {
    id: 'screens.search-explained',
    sentence:
      'The points that the playground shows for fields and words add up to the score, to the last bit.',
    source: 'desk.md, Search',
  },
  {
    id: 'screens.search-near',
    sentence: 'The near words that an agent is told when nothing matches can be pressed in the playground.',
    source: 'desk.md, Search',
  },
  {
    id: 'screens.activity-kinds',
    sentence: 'Every kind of event of the audit log can be filtered for, and has a word.',
    source: 'desk.md, Activity',
  },
  {
    id: 'screens.settings-words',
    sentence: 'Durations and the rights of clients are told in words.',
    source: 'desk.md, Settings',
  },
  {
    id: 'screens.list-keys',
    sentence: 'J and K move through every list by one row and stay at its ends.',
    source: 'desk.md, principle 6',
  },
]
