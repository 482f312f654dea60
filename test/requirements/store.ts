import type { Requirement } from '../requirements.ts'

export const storePromises: Requirement[] = [
  {
    id: 'R3.1',
    sentence:
      'An operating-system lock on the data folder and the database file lets exactly one gateway run, also among simultaneous starters, and is free again after a kill.',
    source: 'docs/rulings.md R3.1',
  },
  {
    id: 'store.atomic',
    sentence:
      'A change is written whole or not at all, and one that fails leaves the others of its moment alone.',
  },
  {
    id: 'store.expect',
    sentence: 'A change whose preconditions no longer hold writes nothing and names the one that failed.',
  },
  {
    id: 'store.durable',
    sentence: 'What a commit has confirmed is on the disk and there again after a restart.',
  },
  {
    id: 'store.failing-disk',
    sentence:
      'After the disk has failed to keep what was written, nothing is confirmed and nothing more is written until a restart, and each tool of agents answers that nothing is sure until then.',
  },
  {
    id: 'store.few-pages',
    sentence:
      'Calls that are saved at the same moment write few pages of the file, however many runs it holds.',
  },
  {
    id: 'store.lists',
    sentence:
      'Lists are ordered, filtered and searched in the database, and pages neither repeat nor skip a record.',
  },
  {
    id: 'store.walks',
    sentence: 'Who walks through all pages of a list reads each record once, and counts none of them.',
    source: 'docs/rulings.md R3.4',
  },
  {
    id: 'store.timed-search',
    sentence:
      'A search that is given a time ends when it is over, says that it is not at its end, and its pages together find everything.',
    source: 'docs/rulings.md R3.4',
  },
  {
    id: 'store.chain',
    sentence: 'Audit entries form a hash chain without gaps, and verification names the first broken link.',
  },
  {
    id: 'store.usage',
    sentence: 'How often each workflow and capability was started, and when last, is known without a scan.',
  },
  {
    id: 'store.settings',
    sentence: 'Small values of the gateway are kept by key.',
  },
  {
    id: 'store.hostile-text',
    sentence: 'Ids and texts of any content are kept exactly and cannot change a query.',
    source: 'docs/rulings.md R7',
  },
  {
    id: 'store.newer-database',
    sentence:
      'A database of a newer version is only read, and says so; one of another program is refused; neither is changed.',
  },
  {
    id: 'store.private-files',
    sentence: 'Only the person who runs the gateway can read its database.',
    source: 'docs/rulings.md R1.2',
  },
  {
    id: 'store.alike',
    sentence: 'Every store gives the same answers to the same history, hashes included.',
  },
  {
    id: 'store.full-disk',
    sentence:
      'On a full disk a change is refused whole, with a sentence, and the gateway goes on when there is room; what ran meanwhile is written down then.',
  },
  {
    id: 'store.told-obstacle',
    sentence:
      'Where the disk is full or another program holds the database, every window says that nothing can be saved, and why, until something can be written again; whether it can is tried where nobody writes anything.',
  },
  {
    id: 'store.approved-full',
    sentence:
      'What is approved and cannot come into force because a disk is full is said not to be in force, and is as soon as there is room.',
  },
  {
    id: 'store.reloaded-full',
    sentence:
      'A change of the configuration that has come into force is in the audit log as soon as the database takes it, and nobody is told that it was not saved; one that people are to be asked about is asked about then. Each start says in the log who has accepted the configuration.',
  },
  {
    id: 'store.told',
    sentence:
      'What a person changes beside runs (a token, a PIN, a registry, a profile, a secret, the file of a client, a backup, a new workspace) and its entry of the audit log are both there or neither, wherever the process ends; where the log takes nothing it is refused.',
  },
  {
    id: 'store.noted-full',
    sentence:
      'What has happened outside of the database when a disk is full (a secret, a change that was put back, a desk that was locked) is said to be done, and is in the audit log as soon as the database takes it.',
  },
  {
    id: 'store.outcome-lost',
    sentence:
      'What cannot be written down is not called running: it is said what has happened and why it is not written, and a person is asked as soon as the database takes it.',
  },
  {
    id: 'store.held',
    sentence: 'A database that another program holds is waited for without standing still, and then named.',
  },
  {
    id: 'store.damaged',
    sentence: 'A damaged database is named where the damage is met, and nothing is written over it.',
  },
  {
    id: 'store.older-database',
    sentence: 'A database of an older version opens with everything in it, and what is new has its default.',
  },
  {
    id: 'store.clock',
    sentence:
      'A clock that jumps backwards changes no order of the audit log, and pages still show every run.',
  },
  {
    id: 'R3.4',
    sentence:
      'Long reads run on a thread of their own: a hundred thousand audit entries are searched and verified without holding up the gateway.',
    source: 'docs/rulings.md R3.4',
  },
  {
    id: 'store.unwritable',
    sentence: 'A folder or a database that may only be read is not taken by a gateway, which says why.',
  },
  {
    id: 'store.behind',
    sentence:
      'A database that was cut, emptied or replaced, as the kept end of its audit log shows, is only read and nothing runs by it; the log and every screen say so, with the newest backup, until a person goes on with it by a command.',
  },
  {
    id: 'store.unclean',
    sentence:
      'After an unclean end the pages of the database are checked before anything runs; where they are damaged, it is only read, and the newest backup is named.',
  },
  {
    id: 'store.restore',
    sentence:
      '`countersign restore` lists the backups, puts one back whole beside what was there, and goes on with a database as it is; the first two change nothing of what runs.',
  },
  {
    id: 'store.set-back',
    sentence:
      'Where a person goes on with a database that was put back, nothing runs by itself that may have run since: it is asked, with the time that it had left, and everything that waits says that it may have been decided already.',
  },
  {
    id: 'store.damaged-row',
    sentence:
      'A row that cannot be read is set aside and named with its table; lists go on without it, the start does not fail by it, and nothing runs by it.',
  },
  {
    id: 'store.held-files',
    sentence:
      'While the database at its path is not the one that is open (deleted, moved, replaced), nothing runs, nothing is decided, and the desk and each answer to an agent say why within a second; once it is back, everything goes on.',
  },
  {
    id: 'store.overwritten',
    sentence:
      'A database that is overwritten in its place while it is open is noticed like one that was replaced; what another program writes into it by the rules of the database is not.',
  },
]
