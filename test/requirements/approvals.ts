import type { Requirement } from '../requirements.ts'

export const approvalPromises: Requirement[] = [
  {
    id: 'gate.holds',
    sentence: 'A call behind a gate runs only after a person approved exactly that call.',
    source: 'seed 001',
  },
  {
    id: 'gate.refused',
    sentence: 'A refused call does not run, and the agent is told APPROVAL_DENIED and why.',
    source: 'seed 001',
  },
  {
    id: 'gate.timeout',
    sentence: 'Undecided for five minutes, or as declared, it is refused; a timeout never approves.',
    source: 'seed 001',
  },
  {
    id: 'gate.durable',
    sentence: 'Items, votes and deadlines survive a restart.',
  },
  {
    id: 'gate.told-kinds',
    sentence:
      'An agent that asks about a run is told what people are to decide, whatever kind of item they are asked by.',
    source: 'docs/contributing.md',
  },
  {
    id: 'gate.words',
    sentence:
      'workflow.get says whom it waits for, how many approvals there are, its place and what the deadline does.',
  },
  {
    id: 'R5.1',
    sentence:
      'A gate holds on every route to what it stands before, and a fallback needs an approval of its own.',
    source: 'docs/rulings.md R5.1',
  },
  {
    id: 'R5.4',
    sentence:
      'Who may decide follows the gate or its queue; a quorum counts different people; one refusal ends it; an edit voids the votes before it.',
    source: 'docs/rulings.md R5.4',
  },
  {
    id: 'R5.5',
    sentence: 'Only gates and elicitations time out without a declared deadline.',
    source: 'docs/rulings.md R5.5',
  },
  {
    id: 'R5.6',
    sentence:
      'A decision of high risk, or with a declared undoMs, is durable at the press and runs when its time is over, also after a crash, if nothing moved; until then it can be taken back, and nothing runs for one that was.',
    source: 'docs/rulings.md R5.6',
  },
  {
    id: 'gate.risk',
    sentence:
      'An approval that is declared as of high risk makes it high for every step and single call that meets it: a second gesture, a time to take it back, and proof where that is asked for.',
    source: 'docs/rulings.md R5.6',
  },
  {
    id: 'gate.edited',
    sentence: 'A person may change the arguments within the schema; what was asked and what ran are kept.',
  },
  {
    id: 'gate.changes-told',
    sentence:
      'An agent whose arguments a person changed is told which ran instead, in the answer of its call or when it asks, also where that failed.',
  },
  {
    id: 'gate.content-kept',
    sentence:
      'Pictures and files that a step answered with after its call was not held open any more follow the next workflow.get of the agent that asked, once, as long as the run has not gone on.',
    source: 'docs/rulings.md R4.11',
  },
  {
    id: 'items.elicitation-held',
    sentence:
      'A call in the middle of which a server asks a person, or that waits for a place behind such a call, is held as long as any call; then the agent is told how to follow it, and the call goes on.',
    source: 'docs/rulings.md R4.6, R5.10',
  },
  {
    id: 'items.told',
    sentence:
      'What became of an item while nobody could be told is told at the next start, however many there are and however long ago it was asked; what was told is not told again.',
    source: 'docs/rulings.md R4.7',
  },
  {
    id: 'message.place',
    sentence: 'An agent that waits is told how many items wait before its own, however many there are.',
  },
  {
    id: 'items.subject',
    sentence:
      'Items about no step are asked once a key, bound to what they are about, and told to who asked.',
    source: 'docs/rulings.md R5.8',
  },
  {
    id: 'items.carried-out',
    sentence:
      'Of items about no step nothing is carried out but what a person has let through; one that was refused, ran out of time or was taken back is told as that.',
    source: 'docs/rulings.md R5.8',
  },
  {
    id: 'items.elicitation',
    sentence: 'A question of a server waits only while its call is open, and approves nothing.',
    source: 'docs/rulings.md R5.10',
  },
  {
    id: 'items.elicitation-heard',
    sentence:
      'A question of a server is answered or declined only where the server hears it: an answer in the moment at which its call ends is told to be too late.',
    source: 'docs/rulings.md R5.10',
  },
  {
    id: 'gate.stricter',
    sentence:
      'Of the gate that was there when it was asked and the one that is there now, the stricter holds.',
    source: 'docs/rulings.md R2.4',
  },
  {
    id: 'gate.doubt',
    sentence: 'Whoever says how a run in doubt goes on opens no gate by that.',
  },
  {
    id: 'gate.changed-tool',
    sentence: 'A tool whose change nobody has accepted does not run, approved or not.',
    source: 'docs/rulings.md R5.3',
  },
  {
    id: 'desk.gate',
    sentence: 'The card of a held call says what would run, who may decide, who has, and what is missing.',
  },
  {
    id: 'desk.subject',
    sentence: 'The card of an item about no step shows what would change, and what would no longer hold.',
    source: 'docs/rulings.md R5.8, R6.3',
  },
]
