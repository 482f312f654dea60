/** How people are told that something waits, and what waiting agents are told of people. */
import type { Requirement } from '../requirements.ts'

export const toldPromises: Requirement[] = [
  {
    id: 'told.silence',
    sentence:
      'Nobody is told while notifications are off or paused, or in quiet hours, by the clock of whoever is told; hours that would end as they begin are not saved; what came then waits as ever, and sound is off until a person wants it.',
  },
  {
    id: 'told.locked',
    sentence:
      'A locked desk says that a request waits, once and with no word of what, unless that is switched off or people have asked for silence.',
  },
  {
    id: 'told.browser',
    sentence:
      'A browser tells that something waits once a person has switched that on in it, in the same words; what comes later is announced as well, and two pages that tell of the same are one notification.',
  },
  {
    id: 'told.long',
    sentence:
      'A browser tells of what comes to a list of which it shows a part only, and not of what moves up into that part.',
  },
  {
    id: 'told.over',
    sentence:
      'A notification goes when nothing that it tells of waits for the person any more, or somebody else or nobody sits at the desk, in the app and in a browser.',
  },
  {
    id: 'told.tray',
    sentence:
      'The tray icon says how many items wait, since when the oldest does, and why nobody is told; as many as the list, also when what a person may decide has changed.',
  },
  {
    id: 'told.opens',
    sentence: 'Pressing a notification of the app opens the item that it tells of, and decides nothing.',
  },
  {
    id: 'told.away',
    sentence:
      'An agent that waits hears from workflow.get who is away until when; it hears so after a restart too, and no longer when they are back.',
  },
]
