import type { Requirement } from '../requirements.ts'

export const settingsPromises: Requirement[] = [
  {
    id: 'settings.connect',
    sentence:
      'An MCP client is connected by writing its own configuration file: the change is seen before, all else in the file stays byte for byte.',
    source: 'desk.md, Settings',
  },
  {
    id: 'settings.undo',
    sentence:
      'Connecting a client leaves a dated backup; undo puts it back, and refuses when the file has changed since, where only the entry can be taken out.',
    source: 'desk.md, Settings; peers.md §2a',
  },
]
