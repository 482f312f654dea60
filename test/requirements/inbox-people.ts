import type { Requirement } from '../requirements.ts'

export const inboxPeoplePromises: Requirement[] = [
  {
    id: 'people.switch',
    sentence:
      'A desk goes over to another person in two presses; whoever has a PIN is asked for it, and what was begun by one person is not finished by another.',
  },
  {
    id: 'people.locked',
    sentence:
      'From the first PIN on every new window and browser session starts locked, and shows and does nothing until somebody with a PIN opens it.',
    source: 'docs/rulings.md R1.4',
  },
  {
    id: 'people.auto-lock',
    sentence:
      'Where people want it and somebody has a PIN, a desk that nobody has touched for so long locks itself; each desk counts for itself, and the audit log says why.',
  },
  {
    id: 'people.pin-tries',
    sentence:
      'After five wrong PINs in a row a person’s next try waits, longer each time up to 15 minutes, through a restart as well, and the sentence says how long.',
    source: 'docs/rulings.md R1.4',
  },
  {
    id: 'people.pin-secret',
    sentence: 'A PIN is kept as a salted hash; it is in no log, no audit entry and no answer.',
    source: 'docs/rulings.md R1.4',
  },
  {
    id: 'people.forgotten',
    sentence:
      'Who has forgotten their PIN has it removed on the command line while no gateway runs; it is in the audit log.',
    source: 'docs/seeds.md',
  },
  {
    id: 'people.seen',
    sentence:
      'Who comes to a desk, goes on to another person or enters wrong PINs is audited and shown on every open desk.',
    source: 'docs/rulings.md R1.4',
  },
  {
    id: 'people.proof',
    sentence:
      'Where the configuration asks for it, each decision of high risk needs a proof of the person, which is good for one decision within a minute.',
  },
  {
    id: 'people.proven',
    sentence:
      'An approval keeps whether its person’s PIN was asked for; a card that needs several names, before each decision, everybody who counts and has no PIN.',
    source: 'docs/rulings.md R5.4',
  },
  {
    id: 'people.pin-left',
    sentence:
      'Whoever leaves what a PIN was asked for, by the Back button for example, is told that it was not done, and not that it changed.',
  },
  {
    id: 'people.pin-gone',
    sentence:
      'Where a PIN is removed at another desk while it is asked for, the dialog says what is missing now, and not that the decision has changed; before somebody removes their PIN they are told what they can then no longer decide.',
    source: 'found by use: “changed or was decided meanwhile” over an item that waited',
  },
  {
    id: 'people.touch-id',
    sentence:
      'On a Mac its own user can prove who they are with Touch ID, in the window only; nowhere else is that pretended.',
  },
  {
    id: 'people.late',
    sentence:
      'Where some had approved and the time was up, card, activity and agent say that they were too few, not that nobody decided.',
  },
  {
    id: 'people.quorum',
    sentence:
      'A card that needs several people says who has approved and who is still needed; whoever cannot decide sees why and can switch the person.',
    source: 'docs/rulings.md R5.4',
  },
  {
    id: 'people.count',
    sentence:
      'How many must still approve is said exactly where it is known, and as ‘at least’ where it depends on who approves; of several gates that different people open, never as the number of one; so it is in pictures, in the table of tools and in what agents are told of a call beforehand.',
    source: 'docs/rulings.md R5.4',
  },
  {
    id: 'people.second-gate',
    sentence:
      'Who approved with the role of one gate and is given that of another one afterwards can approve again, and counts there too.',
    source: 'docs/rulings.md R5.4',
  },
  {
    id: 'people.of-now',
    sentence:
      'An approval of somebody who is removed, or loses the role or permission that it rests on, counts no more, and what they decided and could still be taken back is not carried out but asked again.',
    source: 'docs/rulings.md R2.4, R5.4',
  },
  {
    id: 'people.removed-told',
    sentence:
      'The desk of somebody who is removed locks at once, and says that they were removed; a press of theirs that is on its way counts no more.',
  },
  {
    id: 'people.again',
    sentence:
      'A removal from the configuration is for good, over a restart too: whoever is declared again under that name does not get back the approvals, the decisions in their undo time and the desks of before, is not away, and has snoozed nothing.',
    source: 'docs/rulings.md R2.4, R5.4',
  },
  {
    id: 'people.again-pin',
    sentence:
      'The PIN of somebody who was removed from the configuration lets nobody in who is declared under that name later, unless the desk puts the removal back; nobody can be the new one until it is removed, and it locks nobody out.',
    source: 'docs/rulings.md R1.4, R2.4',
  },
  {
    id: 'people.at-press',
    sentence:
      'Nothing is begun with an approval, a choice or a request of somebody who is removed or loses the role that it rests on at any moment before it is begun, also while the button is being pressed.',
    source: 'docs/rulings.md R2.4, R5.4',
  },
  {
    id: 'client.again',
    sentence:
      'What a client asked for before it was removed is judged without rights, also when a client of that name is declared again, and its card says so.',
    source: 'docs/rulings.md R2.4',
  },
  {
    id: 'client.of-now',
    sentence:
      'What waits for people, and a workflow that follows a step, is judged with the rights that its client, or the person who asked, has still when it runs: what they may not ask for any more is not let through.',
    source: 'docs/rulings.md R2.4',
  },
  {
    id: 'decide.ring',
    sentence:
      'A decision that can be taken back shows how long, and can be taken back with a key; nothing has run until that time is over.',
    source: 'docs/rulings.md R5.6',
  },
  {
    id: 'decide.ring-reloaded',
    sentence:
      'A page that is loaded again before the time is over offers the way back again, by key and by button, to the person who decided.',
    source: 'docs/rulings.md R5.6',
  },
  {
    id: 'many.said',
    sentence:
      'Of several decisions it is said, as of a single one, what was recorded, what still needs whom, and what runs when.',
  },
  {
    id: 'inbox.last-vote',
    sentence:
      'A press holds only for when it was to run: nobody who was told that others are still to be asked, or that it can be taken back, lets it run at once because that has changed a moment before.',
    source: 'docs/rulings.md R5.2',
  },
  {
    id: 'many.undo',
    sentence:
      'Several decisions that have not run count down, and are undone all at once, by button or key, or one by one.',
  },
  {
    id: 'many.sight',
    sentence:
      'An item of which a list does not show every part is not decided with others, and says so; it is opened and read by itself.',
  },
  {
    id: 'many.tools',
    sentence:
      'Several new tools are accepted only with what their server says of each, and what each would loosen, in the list; what does not fit is decided by itself.',
  },
  {
    id: 'many.over',
    sentence:
      'Once the time to undo several decisions is over, the open list of them says so, and offers nothing more.',
  },
  {
    id: 'undo.one-clock',
    sentence:
      'Wherever the way back from a decision is offered, the same second is shown at the same moment.',
  },
  {
    id: 'undo.clock-set',
    sentence:
      'The way back from a decision is offered for the rest of its time, whatever the clock is set to meanwhile.',
  },
  {
    id: 'undo.unanswered',
    sentence:
      'Where the gateway does not answer whether a decision was taken back, the window says that this is not known, and offers the way back again for the rest of its time.',
  },
  {
    id: 'inbox.counted',
    sentence:
      'How many wait is said in full over the list where the badge cuts it, and alike on every screen.',
  },
  {
    id: 'undo.second',
    sentence:
      'Whoever takes a decision back that was taken back already is told so, and by whom; not that it could not be undone. What somebody has decided anew since stays.',
  },
  {
    id: 'many.unanswered',
    sentence:
      'Where the gateway does not answer a decision on several items, the window does not say that they were not decided: what still waits afterwards was not.',
  },
  {
    id: 'many.window',
    sentence:
      'Of several decisions that can be taken back, the time of none begins before all were looked at, and many are taken back at once: two hundred can be within the time of one.',
    source: 'docs/rulings.md R5.6',
  },
  {
    id: 'undo.unsaved',
    sentence:
      'A decision that somebody takes back in its time does not run, also where that cannot be saved at that moment, as long as the gateway runs: it is saved as soon as it can be. As long as it is not, the toast, the card, the run, the status strip and the agent say so, and what happens if the gateway ends before.',
    source: 'docs/rulings.md R5.6',
  },
  {
    id: 'undo.together',
    sentence:
      'Of the decisions about one step that are due at one moment, four run at once, and the others can be taken back until they do; one that takes longer than ten seconds holds up no other, nor does one of another step.',
    source: 'docs/rulings.md R5.6; R3.4',
  },
  {
    id: 'many.totals',
    sentence:
      'Where all of several items share a field that is a number, their count and its total stand above them; of amounts of different currencies or units none does.',
  },
  {
    id: 'decide.in-sight',
    sentence:
      'The buttons of a decision are in sight without scrolling at 1000×640 and at 200 % of 1280×800; a press on one whose consequence is not in sight only shows that.',
  },
  {
    id: 'decide.small-window',
    sentence:
      'In a window as small as that of a phone a decision takes one press more: the first brings into sight where it leads, and no bar covers that.',
  },
  {
    id: 'decide.still',
    sentence: 'Assigning an item and beginning a comment move no button of the decision.',
  },
  {
    id: 'form.stays',
    sentence:
      'Text in a form is typed on in the same field however long it grows; Enter breaks no line of a short one, and the line breaks of a long one are seen.',
    source:
      'found by use: at the 161st character the focus was gone, and an A that was typed on approved the half',
  },
  {
    id: 'form.formats',
    sentence:
      'A form has a field that takes whatever its schema takes, a time with its zone too, and that is empty where there is no value. A moment says in which zone it is shown and what it is used as. What somebody types into a field for a password is hidden until they show it; what an agent has put there is as open as on its card.',
  },
  {
    id: 'form.number',
    sentence:
      'A number in a form is taken as its person writes it; what is no number, or may be read as thousands, stays on screen as it was typed and is asked for in another way; one that would lose digits is told so.',
  },
  {
    id: 'decide.edit',
    sentence:
      'What was asked for can be changed before it is approved; the agent’s values and the person’s are both kept and shown.',
  },
  {
    id: 'decide.assign',
    sentence:
      'An item can be given to a person or taken on, with the mouse and with a key, and that can be taken back. Whoever is removed has it no more, nor has somebody who comes under their name, until they take it on themselves.',
  },
  {
    id: 'decide.assign-able',
    sentence:
      'An item is not given to somebody who cannot decide it; the menu says why beside their name, and so does a refusal.',
  },
  {
    id: 'decide.draft',
    sentence: 'A comment that was written and not sent is still there when the page is loaded again.',
  },
  {
    id: 'decide.others-meanwhile',
    sentence:
      'Where another approves, or the time for taking back is set, while somebody reads what their own decision would do, it begins anew and both versions are said, of one item and of several.',
  },
  {
    id: 'decide.meant',
    sentence:
      'A held key, a key while typing, a press in the first 400 ms of an item or of a window that was hidden decides nothing.',
  },
]
