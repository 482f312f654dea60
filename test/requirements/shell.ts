/** The whole loop as people and agents see it, the window, and what it lets nobody do. */
import type { Requirement } from '../requirements.ts'

export const loopPromises: Requirement[] = [
  {
    id: 'loop.person-decides',
    sentence:
      'An agent that waits goes on when, and only when, a person has decided at the desk; it cannot decide itself.',
  },
  {
    id: 'loop.survives-kill',
    sentence: 'After the gateway is killed and started again, runs, items and decisions are as they were.',
  },
  {
    id: 'loop.live',
    sentence: 'A change shows on an open desk without a reload. (How fast, the bench measures.)',
  },
  {
    id: 'loop.keyboard',
    sentence: 'An item is found, read and decided with the keyboard alone.',
  },
  {
    id: 'loop.first-run',
    sentence:
      'A new desk leads, offline and with its own scripted agent, to the first decision; a file changes only after a person has applied the change.',
  },
  {
    id: 'loop.accessible',
    sentence: 'axe finds nothing on any screen, in either theme.',
  },
  {
    id: 'loop.enlarged',
    sentence: 'Enlarged to 200 %, every screen keeps all that it has, without scrolling sideways.',
  },
  {
    id: 'loop.heard',
    sentence: 'A screen reader hears what arrives, what was decided and what was taken back.',
  },
  {
    id: 'loop.still',
    sentence: 'Whoever wants less motion sees none.',
  },
]

export const shellPromises: Requirement[] = [
  {
    id: 'R1.1',
    sentence:
      'Human principals exist only in authenticated desk sessions; the principal comes from the session, never from a field of a request.',
    source: 'docs/rulings.md R1.1',
  },
  {
    id: 'shell.locked-down',
    sentence:
      'The window has no Node, stays on its own page, opens no other window, and is granted nothing but writing to the clipboard.',
  },
  {
    id: 'shell.own-address',
    sentence:
      'The window’s address serves the built renderer, under a content security policy, and no other file.',
  },
  {
    id: 'shell.menu',
    sentence: 'The menu leads to each screen and to the item that waits longest.',
    source: 'Inbox, Keys',
  },
  {
    id: 'shell.single-instance',
    sentence: 'A second start brings the running window to the front and ends.',
  },
  {
    id: 'shell.zoom',
    sentence:
      'The window is made larger and smaller by Ctrl or Command with plus, minus and zero, with the key of the equals sign and with those of the number pad.',
    source: 'found by use: Ctrl and the key that has the plus did nothing',
  },
  {
    id: 'shell.comes-again',
    sentence:
      'Whoever starts the app while it ends gets it once it has ended; whoever does so after its page has crashed twice gets the page.',
  },
  {
    id: 'shell.window-state',
    sentence: 'Size and place of the window survive a restart; a window is never opened where no screen is.',
  },
  {
    id: 'shell.cannot-save',
    sentence:
      'While nothing can be saved, the app goes on and ends as it always does, wherever its window is moved.',
    source: 'found by use: moving the window while the database was away ended the app',
  },
  {
    id: 'shell.notifications',
    sentence:
      'A notification comes only while the person is not looking at the window, batches what arrives within 400 ms, carries no word of an agent, shows names as they are written, and opens its item.',
    source: 'docs/rulings.md R5.9',
  },
  {
    id: 'shell.held-folder',
    sentence: 'If another process holds the data folder, the app says whose it is and offers to try again.',
    source: 'docs/rulings.md R3.2',
  },
  {
    id: 'shell.takes-over',
    sentence: 'A gateway that a pipe started hands its data folder over to the app.',
    source: 'docs/rulings.md R3.2',
  },
]
