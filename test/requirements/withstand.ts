import type { Requirement } from '../requirements.ts'

export const withstandPromises: Requirement[] = [
  {
    id: 'engine.simulation',
    sentence:
      'In a simulated world of agents, people, timers, failures and crashes no order of events breaks a rule, and a seed replays it.',
  },
  {
    id: 'engine.kill-loop',
    sentence:
      'Killed again and again under load, a gateway does nothing twice, loses nothing, and asks about what it cannot know.',
  },
  {
    id: 'fuzz.tools',
    sentence:
      'Whatever a client sends, it gets an answer with a code from the list, no stack trace, and others are served on.',
  },
  {
    id: 'fuzz.rules',
    sentence: 'No expression, mapping, pattern or schema hangs, throws or reaches the insides of an object.',
  },
  {
    id: 'fuzz.configuration',
    sentence: 'No file makes the loader hang or crash: it is read, or refused with places and sentences.',
  },
  {
    id: 'fuzz.replies',
    sentence:
      'A downstream server that answers nonsense costs that call a clear error, and nobody else anything.',
  },
]
