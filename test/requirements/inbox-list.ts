import type { Requirement } from '../requirements.ts'

export const inboxListPromises: Requirement[] = [
  {
    id: 'list.risk',
    sentence:
      'A row of the inbox says the risk of its item as the item does, by word, shape and colour, where there is any.',
  },
  {
    id: 'inbox.keys',
    sentence:
      'J, K, the arrows, Home and End move through all items, also while they are held, and no step is lost.',
  },
  {
    id: 'inbox.told-apart',
    sentence:
      'Where the sentence of an item quotes no value, its row shows the first few values that are asked for, cut, as quotations.',
  },
  {
    id: 'inbox.short-rows',
    sentence:
      'A list carries the beginning of what others wrote, however long that is; all of it comes with the item that is opened.',
    source: 'docs/rulings.md R3.4; docs/bench.md, large',
  },
  {
    id: 'inbox.two-lists',
    sentence:
      'What waits for whoever looks and what waits for others are two lists: others must decide what is assigned to them and they can decide, asks for rights that one has not, or has one’s approval already. The badge counts the first, as every other place does.',
  },
  {
    id: 'inbox.order',
    sentence: 'What waits is listed by its deadline, the soonest first, then by its age.',
  },
  {
    id: 'inbox.filter',
    sentence:
      'The list is narrowed by kind, queue, workflow, client, person and text together, and says how many each has and how many are hidden.',
  },
  {
    id: 'inbox.fresh',
    sentence:
      'The list is as the database is, whatever arrives, is decided or changes while it is asked for.',
  },
  {
    id: 'inbox.thread',
    sentence: 'Ten thousand cards are composed in slices; nothing else waits for longer than 50 ms.',
    source: 'docs/rulings.md R3.4',
  },
  {
    id: 'inbox.snooze',
    sentence:
      'Snoozing hides an item from one person, survives a restart, ends at its time or a minute before the item’s own deadline, and goes with the item.',
    source: 'docs/rulings.md R5.8',
  },
  {
    id: 'inbox.snooze-gone',
    sentence: 'The snooze dialog says what no longer waits, and offers nothing for it.',
  },
  {
    id: 'inbox.alike',
    sentence:
      'Only items of one step of one definition, or new tools of one connection, are decided together; a changed tool is decided by itself, beside its difference.',
  },
  {
    id: 'inbox.many',
    sentence:
      'Of several items each is decided by itself with the hash that was shown; what cannot be decided says why and stays.',
    source: 'docs/rulings.md R5.2',
  },
  {
    id: 'inbox.many-shown',
    sentence: 'Before several are decided, the exact list is shown with what each would run.',
  },
  {
    id: 'inbox.many-closed',
    sentence:
      'Once several are being decided, their list offers no *Cancel*: closing it stops none of them, which it says, and what came of them is told all the same.',
    source: 'found by use: a bulk approval that went on after *Cancel*',
  },
  {
    id: 'inbox.many-stop',
    sentence:
      'Several that are being decided can be stopped: what has not begun is not decided, waits on and says so; what has begun goes on.',
    source: 'found by use: two hundred items at a slow gateway',
  },
  {
    id: 'inbox.many-running',
    sentence:
      'How far several are that somebody decides together stands in their list, and once that is closed or the window was loaded anew, below the inbox of the same person, with the way to stop the rest.',
    source: 'found by use: two hundred items at a slow gateway, and no word of them after a reload',
  },
  {
    id: 'inbox.many-fewer',
    sentence:
      'What somebody else decides meanwhile drops out of a list of several and is named; what is left was read before, so that neither its button nor its tick starts anew.',
    source: 'found by use: two people at the same two hundred items, and a button that never came to life',
  },
  {
    id: 'inbox.row-gone',
    sentence:
      'When the row goes that had the focus, or that a dialog would give it back to, the list itself takes it, never nothing; the next J goes on from there.',
    source: 'found by use: a focus at the top of the page after somebody else had decided',
  },
  {
    id: 'inbox.many-keys',
    sentence:
      'With items of one step selected, the key of an outcome lists all of them, and the same key once more decides that list; any other key acts on all of them or says why not, and nothing that is pressed while a selection is still asked for acts on less.',
  },
  {
    id: 'inbox.typing-stays',
    sentence:
      'The rest of what somebody types into a field that goes by itself, such as a PIN, is no press on what takes its place; and the key of an outcome that leads to a field writes nothing into it.',
    source: 'found by use: an A in a name that a server was then given',
  },
  {
    id: 'window.written',
    sentence:
      'A dialog in which somebody has written something is not closed by a press beside it; the Escape key leaves the field first, and closes the dialog at the next press.',
    source: 'found by use: a server’s form that was lost by a click beside it',
  },
  {
    id: 'window.focus-kept',
    sentence:
      'Where what has the focus goes, or switches itself off, the part around it takes the focus, and no button; nobody who has clicked elsewhere is called back. Where a dialog is there to be filled in, its first field has it.',
    source: 'found by use: a deleted secret, a backup and an emptied selection left the focus nowhere',
  },
  {
    id: 'window.focus-seen',
    sentence: 'The ring around what has the focus leaves its words free.',
    source: 'found by use: the ring of a tab lay on its first and last letter',
  },
  {
    id: 'inbox.focus-kept',
    sentence:
      'A decision that is answered late opens the next item, and takes the focus from nobody who writes by then.',
  },
  {
    id: 'inbox.no-old-list',
    sentence:
      'A list that is narrowed again as it was before never shows as waiting what was decided meanwhile, not even until its answer is here.',
  },
  {
    id: 'inbox.one-in-sight',
    sentence:
      'Where only the list or the item is in sight, a key brings the one that it is about: / the filter, Esc the list, Enter and the key of an outcome the item.',
  },
  {
    id: 'inbox.large-text',
    sentence:
      'Where a browser’s own text is twice as large, the desk is laid out as in a window half as wide: the item and its buttons stay in sight.',
    source: 'found by use: buttons out of sight at a root font of 200 percent',
  },
  {
    id: 'inbox.keyboard-way',
    sentence:
      'Tab stops once at the list, then at what acts on the selection; from the filter Enter and ↓ go to the first hit and Esc back, and the filter stays; after a decision the next item is there with the focus.',
  },
  {
    id: 'inbox.oldest',
    sentence: 'One key leads to what has waited longest of all, also where a filter hides it.',
  },
  {
    id: 'inbox.saved-filters',
    sentence: 'A filter is kept by a name, and a change of it can be taken back.',
  },
]
