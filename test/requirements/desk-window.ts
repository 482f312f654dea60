/** Promises of the window: what is on screen, and what a press on it means. */
import type { Requirement } from '../requirements.ts'

export const deskWindowPromises: Requirement[] = [
  {
    id: 'R8.2',
    sentence: 'The window’s store holds its own state only, never a copy of the gateway’s data.',
    source: 'docs/rulings.md R8.2',
  },
  {
    id: 'window.press',
    sentence:
      'No input counts in the first 400 ms of an item; the first key press on an item out of focus only focuses it; risky outcomes need a second, different gesture.',
  },
  {
    id: 'window.press-kept',
    sentence:
      'A key counts from the moment in which its button is alive; when something on the card moves the buttons, none is alive for another 400 ms.',
  },
  {
    id: 'window.press-once',
    sentence:
      'A button that is pressed twice, before it can rest, does it once; what came of the first press is said, not that the second was refused.',
  },
  {
    id: 'window.keys',
    sentence: 'Each outcome has a key of its own: A approves, R refuses, digits choose among several.',
  },
  {
    id: 'window.key-sheet',
    sentence: 'The sheet behind ‘?’ lists every key that does something, and no other.',
  },
  {
    id: 'window.changed',
    sentence: 'Whatever moves behind an outcome while it is on screen is shown with both versions.',
  },
  {
    id: 'window.revealed',
    sentence:
      'Characters that cannot be seen, or change the direction of what can, are shown as marks with their code point; the wide blank of Chinese and Japanese is none between two of their signs or before the first of a line.',
  },
  {
    id: 'window.urgency',
    sentence: 'What has a deadline stands first, the soonest on top; after a decision the selection goes on.',
  },
  {
    id: 'window.decided-by',
    sentence: 'What was decided says so once, in the past, with everybody whose approval it took.',
  },
  {
    id: 'window.live',
    sentence: 'A push makes exactly the queries that it concerns ask again, a burst of pushes once.',
  },
  {
    id: 'window.live-order',
    sentence:
      'What a push concerns is asked for in the order in which a person waits for it, and nothing is asked for that is not shown any more.',
  },
  {
    id: 'window.reconnect',
    sentence: 'After a lost connection the window asks again for everything that it shows.',
  },
  {
    id: 'window.unreached',
    sentence:
      'What changed while single calls did not get through is shown as soon as they do, although no push comes for it again.',
  },
  {
    id: 'window.unanswered',
    sentence:
      'What could not be asked for says that Countersign did not answer, in the same words everywhere.',
  },
  {
    id: 'window.first-calls',
    sentence:
      'A window asks for what its first screen shows before it can draw it, and loses no push that comes meanwhile: what is shown is never older than what was told.',
  },
  {
    id: 'window.sign-in-refused',
    sentence:
      'A sign-in that cannot be written down (a full disk) says why, and its link stays good for another try.',
  },
  {
    id: 'window.browser-bridge',
    sentence:
      'In a browser the one-time key leaves the address at once, calls and pushes carry the session’s secret, and a lost stream is opened again.',
    source: 'docs/rulings.md R1.3',
  },
  {
    id: 'window.link-in-place',
    sentence:
      'A new link that is opened in the tab of a window leads back to where this window was; the address with its key is never remembered as a place.',
    source: 'docs/rulings.md R1.3',
  },
  {
    id: 'window.signed-in-elsewhere',
    sentence:
      'A tab that was signed out comes back by itself when another tab of the browser signs in, with what was being written in it.',
    source: 'docs/rulings.md R1.3',
  },
  {
    id: 'window.forms',
    sentence: 'Forms validate without compiling code and name the value that is wrong.',
  },
  {
    id: 'window.outline',
    sentence:
      'The outline of every screen begins with its name, also where a narrow window shows no list; no level is left out.',
  },
  {
    id: 'window.arrive',
    sentence:
      'Where only a list or what is chosen in it is in sight, whoever comes to an item, a run or a tool from elsewhere, also by a notification or after a reload, sees that and not the list.',
  },
  {
    id: 'clients.token-said',
    sentence: 'Each list of clients says whether one has a token of its own.',
  },
  {
    id: 'screens.narrow',
    sentence:
      'However narrow the window is, the chosen one of a row of parts is in sight and no page scrolls sideways; a path or a reference breaks between its names, the tools of a card share a line as long as there is room, and its buttons as long as their words have it.',
    source: 'found by use: every screen at 320 and 1280 px',
  },
  {
    id: 'screens.enlarged',
    sentence:
      'In four times the size (320 × 256 px) a card can be read whole and its buttons are reached, the table of tools has room for its rows and columns, and the keyboard never moves the window itself.',
    source: 'WCAG 1.4.10; found by use: the bar of buttons covered the card, and Tab moved the window away',
  },
  {
    id: 'screens.toasts',
    sentence:
      'What is told in a narrow window stands above the buttons of the open item; in a low one it leaves half of the item free. Of several that lie on each other nothing stands out below the first.',
    source: 'found by use: 375 × 667 px',
  },
  {
    id: 'inbox.narrow',
    sentence:
      'Of an item, its buttons and what they lead to nothing is cut off, however narrow the window is.',
  },
  {
    id: 'inbox.identifiers',
    sentence: 'A short identifier with hyphens (`us-east-1`) in the title of an item stands on one line.',
  },
  {
    id: 'window.sent',
    sentence:
      'A press whose answer takes longer than a second is said where it was made, until it is answered.',
    source: 'found by use: a pressed button that only went grey',
  },
  {
    id: 'window.away',
    sentence:
      'While the gateway does not answer, every screen and every dialog says so, nothing beside it says how many are connected, and what cannot be decided comes back by itself.',
  },
  {
    id: 'window.first-run',
    sentence: 'The first steps say which of the three is done and which comes now.',
  },
  {
    id: 'window.large-text',
    sentence:
      'Texts and pictures grow with the font size that the browser is set to, as the room between them does.',
    source: 'found by use: paddings that grew around texts that did not',
  },
  {
    id: 'window.forced',
    sentence:
      'In forced colours the screen, the row, the item and the choice that are open or pressed have a mark that is no tint, a switch shows whether it is on, and what lies over the screen has an edge.',
    source: 'found by use: a rail in which no screen was the present one',
  },
  {
    id: 'frame.badge',
    sentence: 'The number of what waits covers no picture of the rail and is whole, however narrow it is.',
  },
  {
    id: 'window.contrast',
    sentence: 'Text reaches a contrast of 4.5 and controls one of 3 in both themes.',
  },
  {
    id: 'window.tokens',
    sentence: 'Colours are named in one file only.',
  },
  {
    id: 'window.times',
    sentence: 'Times are relative and ids short, without losing what tells two apart.',
  },
  {
    id: 'window.told-apart',
    sentence:
      'In the command palette, for a screen reader and in a notice too, an item is told by its values from others that ask for the same.',
  },
  {
    id: 'window.palette-part',
    sentence: 'Where more waits than the command palette holds, it says so, with how many.',
  },
  {
    id: 'window.palette',
    sentence: 'The command palette finds labels by the words that were typed.',
  },
  {
    id: 'window.palette-places',
    sentence: 'The command palette goes to each part of a screen, and knows other words for what it can do.',
  },
]
