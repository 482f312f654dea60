import type { Requirement } from '../requirements.ts'

/** The editor of the configuration, exceptions of gates, and what follows from how people decide. */
export const ATTENTION: Requirement[] = [
  {
    id: 'edit.bytes',
    sentence:
      'The desk changes single values of a configuration file; comments, order, line ends and everything else stay byte for byte.',
    source: 'docs/rulings.md R2.8',
  },
  {
    id: 'edit.comments',
    sentence:
      'What is taken out of a configuration file goes with the comments that are said of it alone; what is said of others, or looks like an entry that is switched off, stays.',
    source: 'found by use: the only import of a server left its comment behind',
  },
  {
    id: 'edit.just-saved',
    sentence:
      'A change at the desk begins with what was saved by hand a moment ago; where that is not in force, what is said of it is so: it waits, has errors, or was refused.',
    source: 'found by use: the desk said that it waits in the inbox, where nothing did',
  },
  {
    id: 'edit.refused-by-system',
    sentence:
      'A settings file that is marked as read-only stays as it is, and where a file or what it held cannot be read or kept, nothing is changed and the reason is said.',
    source: 'found by use: a file without a right to write was replaced without a word',
  },
  {
    id: 'edit.exact',
    sentence: 'A changed file holds exactly the value that was asked for, or nothing is written.',
  },
  {
    id: 'edit.refuses',
    sentence:
      'What is shared through an alias, and a file with errors, is not changed by the desk; a sentence says why.',
  },
  {
    id: 'edit.located',
    sentence: 'The desk changes the file that declares the thing, of several that are included.',
  },
  {
    id: 'edit.seen',
    sentence:
      'What was seen of a change of the configuration is what is saved: if the file has moved, nothing is; saving accepts it, recorded with the person.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'edit.clients',
    sentence:
      'Clients, their rights and what they see are added, changed and removed from the desk; what it does not change of them stays as it is written.',
  },
  {
    id: 'edit.unwritten',
    sentence:
      'Where a changed file cannot be written, a sentence says why and what that means; nothing is changed, and nothing is listed as a change.',
  },
  {
    id: 'edit.undo',
    sentence: 'A saved change can be put back, also after a restart, if nobody has changed the file since.',
  },
  {
    id: 'edit.undo-first',
    sentence:
      'Whoever puts back a change that somebody put back before, or that somebody else at the desk has changed since, is told who did.',
  },
  {
    id: 'edit.changes',
    sentence:
      'Settings list the last changes that the desk has written, each with who, when and its difference; the newest of a file can be undone there as long as the file is as it left it, an import with all that came with it.',
  },
  {
    id: 'except.lets',
    sentence:
      'Where every guard of a gate’s exception holds and its time is not past, that gate does not ask; each call that ran so is in the audit log with rule and end.',
  },
  {
    id: 'except.ends',
    sentence:
      'An exception of a gate always has an end, at most a year ahead, and the gate asks again from then on, also if the clock is set back afterwards.',
  },
  {
    id: 'except.asker',
    sentence:
      'Roles and permissions in an exception are held against who asked; for a step of the engine they never hold.',
    source: 'docs/rulings.md R1.7',
  },
  {
    id: 'except.call',
    sentence:
      'An exception judges what literally runs: one of a connection or an import cannot read the arguments of whatever leads to the call.',
    source: 'docs/rulings.md R5.1',
  },
  {
    id: 'except.revoked',
    sentence:
      'An exception that the configuration in force does not declare any more holds for no run, also not for one that began before.',
    source: 'docs/rulings.md R2.4',
  },
  {
    id: 'except.checked',
    sentence:
      '`check` refuses an exception that cannot be judged or does not end, and a change that lets more through says so first.',
    source: 'docs/rulings.md R2.2, R2.7',
  },
  {
    id: 'attention.report',
    sentence:
      'The desk counts per gate and human step what was approved, refused and not decided in time, how long it took, and how hasty it was; it says from when it counts where there is more than it reads.',
  },
  {
    id: 'attention.live',
    sentence: 'The figures of the attention follow what is decided elsewhere while they are on the screen.',
  },
  {
    id: 'attention.hints',
    sentence:
      'Hints follow from those figures only past thresholds that are written down, each as one plain sentence.',
  },
  {
    id: 'attention.rule',
    sentence:
      'A suggested rule lets through only what is like everything that was approved, and names what it leaves open.',
  },
  {
    id: 'attention.suggest',
    sentence:
      'A suggested rule is shown in words, as a difference of the file and with its end; only a person who saves it puts it in force.',
  },
  {
    id: 'attention.replay',
    sentence:
      'Before a rule is saved, the desk shows what it would have let through in the last thirty days, by the engine’s own judgement, and first of all what of that a person had refused.',
  },
  {
    id: 'attention.screen',
    sentence:
      'Figures, hints and suggestions stand on a screen of their own; what is saved there can be taken back at once.',
  },
]
