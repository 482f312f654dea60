import type { Requirement } from '../requirements.ts'

export const inboxCardPromises: Requirement[] = [
  {
    id: 'card.nobody',
    sentence:
      'A card says at its button when nobody whom the configuration knows can ever choose it, because of the guards of its step or the gates before it, why, and what to do.',
  },
  {
    id: 'card.comment-full',
    sentence: 'A comment that is as long as comments may be says so, and that more is left out.',
  },
  {
    id: 'card.large-typing',
    sentence: 'A comment is typed on a card of a megabyte as fast as on any other.',
    source: 'found by use: 300 ms a key on a text of 750 KB',
  },
  {
    id: 'card.same-subject',
    sentence:
      'A card compares with a decision of its own run, or about the same subject: what `subject` names, else the paths, ids and addresses among the arguments.',
  },
  {
    id: 'card.compared',
    sentence:
      'A card knows what was filled in by itself, and what was last approved and last refused at the same step; of the same run first, then of the same client.',
  },
  {
    id: 'card.again',
    sentence:
      'What an agent hands in again after a refusal leads with what has changed since, and with the comment that it was refused with; one answer among several is not called a refusal. Of two lists of plain values it says which are new and which are gone.',
  },
  {
    id: 'values.rounded',
    sentence:
      'Of a number so large that its last digits are lost on the way to the desk it is said that it is only about so much.',
    source: 'found by use: ids of a server that ended in other digits',
  },
  {
    id: 'values.places',
    sentence: 'People count the members of a list from 1 wherever they see one, on a card as in a form.',
  },
  {
    id: 'values.long-list',
    sentence:
      'Of a list of many thousands so much is drawn as the window bears, and how many follow is said.',
    source: 'found by use: fifty thousand rows of a server, and a window that stood still',
  },
  {
    id: 'card.form',
    sentence:
      'Values stand as a typed form: tables for lists of records, nested forms, and each value that differs marked in words, with what it was.',
  },
  {
    id: 'card.difference',
    sentence:
      'A difference shows lines with their numbers and signs, and the words that changed inside of a line.',
  },
  {
    id: 'card.blanks',
    sentence:
      'Of a value that changed in nothing but blanks, tabs or line breaks it is said which: the two never look alike.',
  },
  {
    id: 'card.folded',
    sentence: 'Of a very long value, the part that differs stays in sight while the rest is folded.',
  },
  {
    id: 'card.pictures',
    sentence:
      'A picture is shown small if it is a raster one, bounded, and what it says it is; never a drawing with programs. What calls itself a picture and is not shown says so.',
  },
  {
    id: 'card.picture-beside',
    sentence:
      'A picture stands beside its value, never instead: the other keys of a value are always shown, and what is not strictly a picture that can be drawn is text like any other.',
  },
  {
    id: 'card.keys',
    sentence:
      'Arguments of a tool that a server declares are labelled by their keys; only a schema of the configuration labels them with titles.',
  },
  {
    id: 'card.names',
    sentence: 'The names of arguments, keys and columns are shown whole.',
  },
  {
    id: 'card.order',
    sentence:
      'Right-to-left letters never turn round what stands between them: paths, commands and numbers are drawn in the order of their characters; pure prose stays readable.',
  },
  {
    id: 'card.lookalikes',
    sentence:
      'Characters that are taken for others are marked with their code and explained; ordinary text is not, but for the few scripts whose words look Latin.',
  },
  {
    id: 'sight.runs',
    sentence:
      'Runs of line breaks and of blanks that would push the rest of a text out of sight are counted marks; what texts and programs have anyway is drawn.',
  },
  {
    id: 'sight.alike',
    sentence:
      'Two names that differ are never drawn alike: line breaks, tabs, odd and doubled blanks in them are marks.',
  },
  {
    id: 'sight.list',
    sentence:
      'A rule says of any values whether a list that shows their beginning would keep something decisive out of sight.',
  },
  {
    id: 'sight.waits',
    sentence:
      'An outcome with effects can be chosen, by pointer or key, only after what it would run was in view to its end without a gap, or *I have seen all of it* was pressed; the card says that it waits, and how many lines and values are unseen. What is in view at once, and what runs nothing, waits for nothing.',
  },
  {
    id: 'sight.keys',
    sentence:
      'Where a value is long, the names of all values stand before it, and it is folded so that the next is near.',
  },
  {
    id: 'card.end-heard',
    sentence:
      'A screen reader hears it when the open item ends otherwise than by a press of whoever looks at it.',
  },
  {
    id: 'card.long-lists',
    sentence:
      'A list of thousands is unfolded step by step, which says how many are left; beside what is alike, what differs comes first, and is not drawn all at once either.',
  },
  {
    id: 'card.dock',
    sentence:
      'The buttons and what each leads to, which is said whole, take at most 40 % of a card’s height at 1280 × 800 and 1000 × 640, with what is asked for in sight; at 200 % zoom the sentence and the count of what is below are in sight.',
  },
  {
    id: 'card.once',
    sentence:
      'What runs is read with what was asked for, outside of the dock, and says its values once where they are the same.',
  },
  {
    id: 'window.haste',
    sentence:
      'A deadline in less than five minutes, and one in less than a minute, look otherwise than one that is far, by colour, weight and shape.',
  },
  {
    id: 'card.risk-look',
    sentence: 'No two degrees of risk share a colour or a shape.',
  },
  {
    id: 'card.tool',
    sentence:
      'A changed tool shows how its words and its form differ, what its server claims now that it did not, and which workflows and capabilities use it, with links.',
    source: 'docs/rulings.md R5.8',
  },
  {
    id: 'card.definition',
    sentence:
      'A proposed definition shows the difference of its file, what would no longer hold at its line, and the machine that it makes; never its arguments as raw JSON.',
    source: 'docs/rulings.md R6.3',
  },
  {
    id: 'card.interrupted',
    sentence: 'The card of an interrupted run shows the literal call that was running, and since when.',
  },
  {
    id: 'card.described',
    sentence: 'What the author of a workflow wrote about a step stands on the card that asks for it.',
    source: 'docs/configuration.md, Transitions',
  },
  {
    id: 'card.printed',
    sentence: 'What is open is printed whole, in light colours, without what stands around it on the screen.',
    source: 'found by use: a card that was cut off where the window ended',
  },
  {
    id: 'card.reason-once',
    sentence: 'Why a changed configuration is risky stands on its card once, in the list of what it loosens.',
  },
  {
    id: 'card.kinds',
    sentence: 'Each kind of item has a card that shows what it is about, whose buttons do what they say.',
    source: 'docs/rulings.md R5.8',
  },
  {
    id: 'card.next',
    sentence: 'Of a single call the card says that it runs and that nothing else follows.',
  },
  {
    id: 'card.configuration',
    sentence:
      'A changed configuration shows each file as a difference with line numbers, what no longer holds first.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'card.preview-true',
    sentence:
      'What a card says that a button leads to is what the engine then does: the next state, the literal call, the steps that follow by themselves, and where it stops.',
  },
  {
    id: 'card.deceit',
    sentence:
      'Nothing that an agent or a server writes becomes markup, a link, a word of the desk or an unseen character on a card.',
  },
  {
    id: 'card.repeated',
    sentence:
      'An item of some risk that asks for exactly what was approved within the last day, about the same subject, says so first, with who approved it and when.',
  },
  {
    id: 'repeated.whole',
    sentence:
      'What an item is about is never called the same as what was approved where a part of either was too large to be kept.',
  },
  {
    id: 'card.moved',
    sentence:
      'Where something moved while a person looked, the card says what: who edited it, that the run went on, which connection, tool or workflow, that the definition or the approvals changed; nothing that was begun is carried over, and no two changes hide one another.',
  },
  {
    id: 'card.reloaded',
    sentence:
      'A configuration that comes into force while a card is open is said on it in words; a press made before is answered with that and runs nothing, and the comment and the focus are kept.',
  },
  {
    id: 'card.ended',
    sentence:
      'A card that is open when its time is up, or its run goes on without it, says so and loses its buttons; a press that was on its way decides nothing.',
  },
  {
    id: 'card.too-late',
    sentence:
      'A press on a card that had ended before says there that it came too late and did nothing, beside how it had ended.',
  },
  {
    id: 'decide.told-elsewhere',
    sentence:
      'What came of a press is told wherever its person is by then at the desk: what it led to, and what kept it from being decided.',
  },
  {
    id: 'decide.many-failed',
    sentence:
      'Where some of what was decided together fails later, one notice says how many went through and which failed, once the last of them is over.',
  },
  {
    id: 'card.evidence-once',
    sentence: 'A decision that is recorded as evidence of several kinds stands on the card once.',
  },
  {
    id: 'card.failed',
    sentence:
      'A decided card says that what was let through has failed, and with which words, not only that it was approved.',
  },
  {
    id: 'decide.then-failed',
    sentence:
      'A decision whose step then fails counts as decided: whoever pressed is told what failed until they close it, and the question is asked again as another item.',
  },
  {
    id: 'card.happened',
    sentence:
      'Who says that a step happened which was cut off can say what it answered, as far as the run keeps it; or nothing.',
    source: 'docs/rulings.md R4.7',
  },
  {
    id: 'card.unsent',
    sentence:
      'What was being written and filled in when an item ended elsewhere is shown with it, to be copied, also after the page was loaded again, but for what looks like a secret; a decision that is taken back gives back its words.',
  },
  {
    id: 'decide.list-failed',
    sentence:
      'In the list of what was decided, and on its card, what was let through and then failed says so: its own step, or one that the engine took after it.',
  },
  {
    id: 'decide.failed-beneath',
    sentence:
      'Where another workflow does what was decided, and fails, the decision says so in the list, on its card, and to whoever pressed; not where the run that began it goes on all the same.',
  },
  {
    id: 'card.answered',
    sentence:
      'What is decided says whether an answer with it was sent to the agent, and when; never that it was read, and nothing where nobody can know.',
  },
  {
    id: 'card.call',
    sentence:
      'The literal call of a tool, a request or a workflow is read with its values below each other, and word for word at a press; what could be read in another way always stands word for word.',
  },
  {
    id: 'card.said',
    sentence:
      'The card of a call of a server’s tool quotes what that server says the tool does, labelled with the server and as unchecked.',
    source: 'docs/rulings.md R5.9',
  },
  {
    id: 'app.kinds',
    sentence:
      'In the app, in its own window, cards of all kinds are decided as in a browser, and the agent, the server or the run gets what was decided.',
  },
]
