import type { Requirement } from '../requirements.ts'

export const deskPromises: Requirement[] = [
  {
    id: 'R1.3',
    sentence:
      'A link to the browser desk works once and for 60 seconds; afterwards each call and push needs the cookie and the secret of one session.',
    source: 'docs/rulings.md R1.3',
  },
  { id: 'R1.4', sentence: 'Each sign-in to the desk is in the audit log.', source: 'docs/rulings.md R1.4' },
  {
    id: 'desk.card',
    sentence:
      'An item leads with the author’s sentence and has one button an outcome, with form, prefill and reason.',
  },
  {
    id: 'desk.kinds',
    sentence:
      'Whatever kind of item was decided, the card, the answer, the log and whoever came too late name the button as it was called, never the name of its outcome.',
  },
  {
    id: 'desk.subject-fields',
    sentence:
      'Of what an item of no run is about, its card reads only what whoever asks writes, and whoever asks writes all of it.',
    source: 'docs/contributing.md',
  },
  {
    id: 'desk.asker',
    sentence: 'An item says who asks: the label of the client and its identity.',
    source: 'docs/rulings.md R1.2',
  },
  {
    id: 'desk.decided',
    sentence: 'A decision is answered with what was chosen and where the run is now.',
  },
  {
    id: 'desk.failed-quoted',
    sentence:
      'Why what was let through failed is told as a quotation, short, with the way to all of it; that it may have taken effect is never cut away.',
  },
  {
    id: 'desk.shown',
    sentence: 'An item is shown even if nobody can say what a decision would do.',
  },
  { id: 'desk.risk', sentence: 'An item says how risky it is and why.' },
  {
    id: 'desk.search-items',
    sentence: 'Items are found by what their cards say.',
  },
  {
    id: 'desk.paging',
    sentence: 'The inbox pages through any number of items without gaps.',
  },
  {
    id: 'desk.contract',
    sentence:
      'Every call of the contract is answered with a value or an error as data; bugs show a reference only.',
  },
  {
    id: 'desk.status',
    sentence: 'The status strip knows gateway, workspace, person and what waits.',
  },
  {
    id: 'desk.runs',
    sentence: 'Runs say whom they wait for, which way they took and what can be done next.',
  },
  {
    id: 'desk.catalog',
    sentence: 'The catalog shows what people see and what the model sees.',
  },
  {
    id: 'desk.playground',
    sentence: 'The points that explain a search result sum to its score.',
  },
  {
    id: 'desk.push',
    sentence: 'Every change reaches an open desk as a name and an id.',
  },
  {
    id: 'desk.push-gap',
    sentence:
      'What changes while a page of the browser desk opens its stream is told as soon as that is open: no first answer stays old.',
  },
  {
    id: 'desk.connect',
    sentence: 'Settings hold ready text to connect each known client.',
  },
  {
    id: 'desk.client-tokens',
    sentence:
      'A person makes, replaces and revokes the token of a client that the configuration declares; it is shown once, and only its hash is kept. It comes back with a removal that is undone at the desk, never with a new client of the same name, whoever declares that where.',
    source: 'docs/rulings.md R1.2',
  },
  {
    id: 'desk.timeline',
    sentence: 'Every audit event has one plain sentence.',
  },
  {
    id: 'desk.web-origin',
    sentence: 'The browser desk answers its own Host only, and calls of its own page only.',
    source: 'docs/rulings.md R1.3',
  },
  {
    id: 'desk.web-kept',
    sentence: 'A desk whose files an update replaces while it runs serves the ones that it began with.',
    source: 'found by use: a desk that was blank after a reload',
  },
  {
    id: 'desk.web-files',
    sentence: 'The browser desk serves the files of the built window and no other.',
    source: 'docs/rulings.md R1.3',
  },
  {
    id: 'desk.web-headers',
    sentence: 'Every answer of the browser desk forbids scripts that are not its own.',
  },
  {
    id: 'desk.web-limits',
    sentence: 'The browser desk bounds what it reads and names what is malformed.',
    source: 'docs/rulings.md R7',
  },
  {
    id: 'desk.play',
    sentence: 'A scripted MCP client plays the agent of the first run and has no more rights than any agent.',
  },
  {
    id: 'desk.leading',
    sentence:
      'No outcome of a card speaks for another: not its sentence, not its risk, not its need of a second gesture.',
  },
  {
    id: 'desk.pressed',
    sentence: 'A decided item says which button was pressed, as it was called, and in its own tone.',
  },
]
