import type { Requirement } from '../requirements.ts'

export const settingsPromises: Requirement[] = [
  {
    id: 'settings.gates',
    sentence:
      'The settings list every declared gate: what it stands before, how many people it asks, who may, and where that is written.',
    source: 'docs/rulings.md R5.1, R5.4',
  },
  {
    id: 'settings.connect',
    sentence:
      'An MCP client is connected by writing its own configuration file: the change is seen before, all else in the file stays byte for byte.',
  },
  {
    id: 'settings.undo',
    sentence:
      'Connecting a client leaves a dated backup; undo puts it back, and refuses when the file has changed since, where only the entry can be taken out.',
  },
  {
    id: 'settings.hostile-file',
    sentence:
      'A client’s file that cannot be read, is no plain file, is not the person’s own or is marked as read-only is never written; a sentence says why.',
  },
  {
    id: 'settings.in-browser',
    sentence:
      'Everything that the settings offer is done by hand in a browser, in both themes, by keyboard, and at 200 percent.',
  },
  {
    id: 'settings.as-now',
    sentence:
      'A form that changes rights, waiting times or a server changes them as they are now: what another window has saved since it was opened is not written over, and adding somebody never replaces one who is there.',
    source: 'docs/rulings.md R2.8',
  },
  {
    id: 'settings.number',
    sentence:
      'A number that may be read in two ways, as 1,000, is asked for in another way: nobody gets one minute for a thousand.',
  },
  {
    id: 'settings.secrets',
    sentence:
      'A secret goes in at the desk and never comes out: its name, what names it and what is missing are shown; what was down for it is tried again.',
    source: 'docs/rulings.md R2.3',
  },
  {
    id: 'work.long',
    sentence:
      'What takes long at the desk answers at once and is begun only once; every window is told how far it is and how it has ended, and lists do not wait for it.',
    source: 'docs/rulings.md R3.4',
  },
  {
    id: 'backup.given-up',
    sentence:
      'A gateway that stops gives up a backup that is still being copied or checked, leaves nothing that looks like one, and closes its database.',
    source: 'found by use: quitting waited until the whole database was copied',
  },
  {
    id: 'settings.backup',
    sentence:
      'A backup is a whole copy of the database as of one moment, made while others write, checked, and there whole or not at all.',
    source: 'docs/rulings.md R3.4',
  },
  {
    id: 'settings.retention',
    sentence:
      'Removing old audit entries says before exactly what goes, removes that and nothing else, never what is younger than 30 days, and leaves a log that verifies.',
    source: 'docs/rulings.md R8.7',
  },
]
