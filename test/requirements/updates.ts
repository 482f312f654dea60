/** Newer versions: which are taken, how, and the way back. */
import type { Requirement } from '../requirements.ts'

export const updatePromises: Requirement[] = [
  {
    id: 'update.signed',
    sentence:
      'Only what stands in a list that one of the built-in keys has signed is taken: a list that is changed anywhere, or unsigned, is refused.',
  },
  {
    id: 'update.rotation',
    sentence:
      'Either of two built-in keys is enough, so that a key can be replaced; any other key is refused.',
  },
  {
    id: 'update.rollback',
    sentence:
      'No list leads behind the version that runs, nor behind the newest that was ever offered with a good signature.',
  },
  {
    id: 'update.refusals',
    sentence: 'Each reason for which an update is refused has its sentence, and says what to do.',
  },
  {
    id: 'update.refused',
    sentence:
      'A list that is tampered with, unsigned, of another key, expired, older or of another channel, and a package that is half, of another size or not the signed one, replace nothing, and the window says why.',
  },
  {
    id: 'update.off',
    sentence:
      'A copy without a key, from npm or of a folder, and one whose environment or machine says so, looks for no updates and says why.',
  },
  {
    id: 'update.own-image',
    sentence:
      'The file of an AppImage is replaced, started at login and told of only if this program runs from it: what another AppImage leaves to what it starts is not ours.',
  },
  {
    id: 'update.offered',
    sentence:
      'An update is offered with what is new; *later* is later, and what a package manager installed is only told about, with what to do.',
  },
  {
    id: 'update.daily',
    sentence:
      'Updates are looked for soon after the start and once a day, also after a sleep, unless a person does not want it; what was found and is not offered is never called the newest.',
  },
  {
    id: 'update.passing',
    sentence:
      'What passes by itself (a server that is away, a network that wants a sign-in, a broken download) is tried again within the hour and takes nothing away that was checked.',
  },
  {
    id: 'update.told',
    sentence:
      'The command that a person is told, for what a package manager installs, installs only what was signed.',
  },
  {
    id: 'update.once',
    sentence:
      'Once a person has said restart, the update is taken once, whatever is pressed or found meanwhile, and the app comes back.',
  },
  {
    id: 'update.taken',
    sentence:
      'The app takes an update through a server, and comes back with its window, workspace and selection.',
  },
  {
    id: 'update.drained',
    sentence:
      'Before it restarts, nothing new begins and every step that runs comes to its outcome; a decision that can still be taken back is kept.',
  },
  {
    id: 'update.backup',
    sentence:
      'A database is backed up before its format is changed; where that cannot be done, nothing is changed.',
  },
  {
    id: 'update.returned',
    sentence:
      'A version that does not start twice gives its place back to the one before, and is not offered again.',
  },
  {
    id: 'update.database-returned',
    sentence:
      'The database goes back with the version, with its log whole, if nothing but the starts themselves was committed since.',
  },
  {
    id: 'update.committed',
    sentence: 'A database to which anything was committed since stays as it is, and what to do is said.',
  },
  {
    id: 'update.crash-points',
    sentence:
      'Stopped at any named instant of taking an update or going back, there is a whole package in its place and every database is whole.',
  },
]
