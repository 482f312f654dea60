import type { Requirement } from '../requirements.ts'

export const auditPromises: Requirement[] = [
  {
    id: 'R8.7',
    sentence:
      'Retention removes only a beginning of the audit log, behind a checkpoint, and the end is also kept outside the database, so that a log that was cut shows.',
    source: 'docs/rulings.md R8.7',
  },
  {
    id: 'audit.verify',
    sentence:
      'A command says in a sentence and by its exit code whether the audit log is whole, with or without a running gateway, and changes nothing.',
  },
  {
    id: 'audit.head',
    sentence:
      'An end of the log that was removed shows for good, also when a gateway has written on; a kill raises no false alarm.',
    source: 'docs/rulings.md R8.7',
  },
  {
    id: 'audit.export',
    sentence: 'A command writes the entries as JSON lines or as a table, by time and workflow.',
  },
  {
    id: 'audit.prune',
    sentence:
      'Entries can be removed from the beginning only, by a checkpoint that the log itself tells of, and what stays can still be verified.',
    source: 'docs/rulings.md R8.7',
  },
  {
    id: 'audit.copy-names',
    sentence:
      'With `names: snake_case` a copy of the audit log spells what every entry has `event_type` and so on; payloads, order and what a restart goes on with stay the same.',
  },
  {
    id: 'audit.copy-nowhere',
    sentence:
      'Where no copy of the audit log can be made, the gateway starts and runs without one, and says why and what to do.',
    source: 'docs/rulings.md R2.8',
  },
  {
    id: 'audit.copy',
    sentence:
      'A declared copy of the audit log has every entry once and in order, over restarts and crashes, and never holds up a commit.',
    source: 'docs/rulings.md R2.8',
  },
]
