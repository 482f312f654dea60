import type { Requirement } from '../requirements.ts'

export const searchTrafficPromises: Requirement[] = [
  {
    id: 'traffic.kept',
    sentence:
      'Each search of an agent is kept with its filters, how many items matched, whether any fitted well, the first ten results, profile, time, client and session; secrets in it are replaced.',
  },
  {
    id: 'traffic.bounded',
    sentence:
      'At most 50,000 searches of at most 180 days are kept; what is more goes, the oldest first, and a person can forget all of it.',
  },
  {
    id: 'traffic.linked',
    sentence:
      'A description or a start counts for the newest search of the same session, within half an hour, that showed that id; a start that was refused or failed counts for none.',
  },
  {
    id: 'traffic.sessions',
    sentence:
      'A session is one connection; clients without one have a guessed session, by identity and name, until they are quiet for ten minutes, and the desk says that it is a guess.',
  },
  {
    id: 'traffic.same-need',
    sentence:
      'Two searches have the same need if more than half of the things that the shorter one names are in both, in whatever order, number and case, and they do not say to do different things.',
  },
  {
    id: 'traffic.hunts',
    sentence:
      'The same need searched at least three times in one session, never half an hour apart, and nothing of it started, is shown as a hunt, the newest first.',
  },
  {
    id: 'traffic.report',
    sentence:
      'The desk shows what agents searched, grouped by words, how many items matched, whether any fitted well, and what was described and started then; it is counted without holding a call up for more than 50 ms.',
  },
  {
    id: 'traffic.chosen',
    sentence: 'A person can turn keeping off and have all that was kept forgotten; both are audited.',
  },
  {
    id: 'traffic.beside',
    sentence:
      'Keeping searches delays no call: they are written together within a second, and an error there changes no answer.',
  },
  {
    id: 'learning.off',
    sentence: 'Nothing is learnt from use unless the live profile says so.',
  },
  {
    id: 'learning.bounded',
    sentence:
      'Of at most 2,000 searches that were followed by a start one client gives at most half, at most 20 for one item, and each pair once.',
  },
  {
    id: 'learning.honest',
    sentence:
      'What a person has not let through is not learnt from; how much learning helps is measured without what was learnt from the same words, and is recommended only where the low end of the interval is above zero.',
  },
  {
    id: 'learning.tried',
    sentence:
      'A profile that is tried at the desk learns from use as it would if it were live, and no search of an agent changes by that.',
  },
]
