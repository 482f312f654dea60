/** What waits for a person, and the kinds of it. May import: model. */
import type { Gate } from './definition.ts'
import type { JsonObject, JsonSchema, JsonValue } from './json.ts'
import type { HumanPrincipal, Rights } from './principal.ts'
import type { StepRef } from './run.ts'

/** What is known of a kind before there is an item of it. What people see of one stands in `desk/items/`. */
export interface KindOfItem {
  /** A `choice` among transitions; a `step` that is held back until people approve it; a run in `doubt`, of which people say how it goes on; a `subject` of no run. */
  about: 'choice' | 'step' | 'doubt' | 'subject'
  /** Above its card. */
  title: string
  /** What becomes of it if nobody decides in time, as it goes on after the time. */
  late: string
  /** Comments that people choose from. */
  presets: readonly string[]
  /** `label`: by the button that was pressed. `carriedOut`: done, whatever the button was called. Else: approved or refused. */
  endsAs?: 'label' | 'carriedOut'
  /** Its `step` runs nothing: what it shows is saved as a file. */
  savesSubject?: true
  /** Its end, if nobody decides in time, is a refusal of what was asked. */
  refusedWhenLate?: true
  /** For an agent that waits, after “Waiting for a person”. `{step}`: which step it is about. Absent: nothing more is said. */
  task?: string
  /** Whoever asked is gone when the gateway ends, so that the next one takes it back. */
  endsWithGateway?: true
  /** A server asks for an answer, which approves nothing. */
  isQuestion?: true
  /** The buttons of a `doubt` or a `subject`. The first of a `subject` lets it through, any other refuses. */
  outcomes?: readonly [string, ...string[]]
}

const NOTHING_CHANGES = 'if nobody decides by then, nothing changes'

const CALL_PRESETS = [
  'Not what was asked for.',
  'The values look wrong.',
  'Wrong environment.',
  'Needs another look by somebody else.',
  'Not now.',
]

/** Every kind of item (R5.8). */
export const INBOX_ITEMS = {
  transition: {
    about: 'choice',
    title: 'Decision',
    late: 'if nobody decides by then, the workflow times out',
    presets: [
      'Not what was asked for.',
      'Needs more work.',
      'Say why this is needed.',
      'Needs another look by somebody else.',
      'Not now.',
    ],
    endsAs: 'label',
  },
  executor: {
    about: 'step',
    title: 'Step for a person',
    late: 'if nobody decides by then, it counts as refused',
    presets: CALL_PRESETS,
    endsAs: 'carriedOut',
  },
  gate: {
    about: 'step',
    title: 'Call to approve',
    late: 'if nobody decides by then, it is refused and does not run',
    presets: CALL_PRESETS,
    refusedWhenLate: true,
    task: 'to approve {step}',
  },
  definition: {
    about: 'step',
    savesSubject: true,
    title: 'Proposed workflow',
    late: NOTHING_CHANGES,
    presets: [
      'It may do more than it needs to.',
      'A person has to decide somewhere in it.',
      'There is a workflow for this already.',
    ],
  },
  interrupted: {
    about: 'doubt',
    outcomes: ['happened', 'did_not_happen', 'cancel'],
    title: 'Interrupted run',
    late: NOTHING_CHANGES,
    presets: ['I have looked, and it is as I say.', 'I could not find out.'],
  },
  tool_change: {
    about: 'subject',
    outcomes: ['approve', 'refuse'],
    title: 'Changed tool',
    late: NOTHING_CHANGES,
    presets: [
      'The description tells agents what to do.',
      'Nobody announced this change.',
      'We do not need this tool.',
    ],
  },
  configuration: {
    about: 'subject',
    outcomes: ['approve', 'refuse'],
    title: 'Edited settings file',
    late: NOTHING_CHANGES,
    presets: ['I do not know who changed this.', 'It takes away a protection.', 'Not now.'],
  },
  elicitation: {
    about: 'subject',
    outcomes: ['answer', 'decline'],
    title: 'Question from a server',
    late: 'if nobody answers by then, the server is told so',
    presets: ['This is none of the server’s business.', 'I do not have this.'],
    endsWithGateway: true,
    isQuestion: true,
  },
} as const satisfies Record<string, KindOfItem>

export type ItemKind = keyof typeof INBOX_ITEMS
type KindsAbout<What extends KindOfItem['about']> = {
  [Kind in ItemKind]: (typeof INBOX_ITEMS)[Kind]['about'] extends What ? Kind : never
}[ItemKind]
export type HeldKind = KindsAbout<'step'>
export type DoubtKind = KindsAbout<'doubt'>
export type SubjectKind = KindsAbout<'subject'>

export type OutcomeOf<Kind extends DoubtKind | SubjectKind> = (typeof INBOX_ITEMS)[Kind]['outcomes'][number]

export const ITEM_KINDS = Object.keys(INBOX_ITEMS) as ItemKind[]
export const HELD_KINDS = kindsAbout('step')
export const SUBJECT_KINDS = kindsAbout('subject')

function kindsAbout<What extends KindOfItem['about']>(what: What): KindsAbout<What>[] {
  return ITEM_KINDS.filter((kind) => INBOX_ITEMS[kind].about === what) as KindsAbout<What>[]
}

/** Undefined: it was stored by a later version, whose kinds this one does not know. */
export function kindOfItem(kind: string): KindOfItem | undefined {
  return Object.hasOwn(INBOX_ITEMS, kind) ? INBOX_ITEMS[kind as ItemKind] : undefined
}

/** `scheduled`: a person has decided, and can take it back until it runs (R5.6). Nobody else can decide it. */
export type ItemStatus = 'pending' | 'scheduled' | 'approved' | 'refused' | 'expired' | 'withdrawn'
/** What has not come to its end: its run can still make it moot. */
export const OPEN_STATUSES: ItemStatus[] = ['pending', 'scheduled']
/** All but what waits: what somebody has decided, or what ended undecided. */
export const DECIDED_STATUSES: ItemStatus[] = ['scheduled', 'approved', 'refused', 'expired', 'withdrawn']

export interface Decision {
  /** Principal id of the person. */
  by: string
  at: string
  /** Transition name, `approve`, `refuse`, or one of the verdicts on an interrupted run. */
  outcome: string
  comment: string
  arguments: JsonObject
  /** The hash of what was on screen (R5.2). */
  seen: string
  /** When it runs, or ran, if it could be taken back until then (R5.6); null: it ran at the press. */
  runsAt: string | null
  /** For so many milliseconds the item had been on the screen of whoever decided; absent: not known. */
  lookedMs?: number
  /** As whom the desk knew the person at the press, while it is still to run: guards are judged with that again. */
  who?: HumanPrincipal
  /** Of the item with this decision, while it is still to run: the item has a new one when the clock is set, and the decision is the same. */
  revision?: number
}

/** One person's approval of an item that needs several. */
export interface Vote extends Rights {
  by: string
  at: string
  comment: string
  /** The hash of what was on screen. */
  seen: string
  /** The person's PIN was asked for when they came to the desk (R5.4). */
  proven?: boolean
  /** As in `HumanPrincipal`. */
  declared?: string
}

/** Calls of the same submit that have failed before people were asked about the next one. */
export interface FailedCalls {
  /** As a sentence. */
  message: string
  /** One of them may have happened all the same. */
  uncertain: boolean
  /** Theirs, and that of the calls after them; null: none is declared. */
  idempotencyKey: string | null
}

/** Before whom a step is held back. */
export interface HeldStep {
  /** All of them must be satisfied; a vote counts for every gate that its person may decide. */
  gates: Gate[]
  votes: Vote[]
  /** Which call of the plan is asked for: 0, or a fallback's position (R5.1). */
  from: number
  /** What came of the calls before that one. */
  tried?: FailedCalls
  /** What a person would have run instead of the arguments that were asked for; votes are about these. */
  edited?: { arguments: JsonObject; by: string; at: string }
}

/** Of what is held back, as things are now. */
export interface CurrentGates {
  /** All that must be opened: those of when it was asked, and those that have come since. */
  gates: Gate[]
  /** Those about what would run now. */
  votes: Vote[]
}

interface ItemFields {
  id: string
  queue: string | null
  /** Client identity and principal id of who asked. */
  client: string
  requestedBy: string
  /** Through which it was asked, where it has one. */
  connection?: string | null
  /** The rights of who asked: guards and branches are judged with these, not with those of who decides. */
  requesterRights: Rights & { declared?: string }
  requestedAt: string
  deadlineAt: string | null
  status: ItemStatus
  decision: Decision | null
  /** Principal id of the person who took it on. */
  assignedTo: string | null
  /** As in `HumanPrincipal`, of that person. */
  assignedDeclared?: string
  /** Why it waits again although somebody had decided it: taken back, or something moved before it ran. */
  returned?: { by: string; at: string; because: string }
  /** Grows with every change of the item; decisions are written against it. */
  revision: number
}

/** What every item of a run holds: where the run stood when it was asked. */
export interface RunItemFields extends ItemFields {
  workflowId: string
  definitionId: string
  state: string
  version: number
}

/** Which of the transitions of a state is to be fired. */
export interface ChoiceItem extends RunItemFields {
  kind: KindsAbout<'choice'>
  /** Of the context, what the person decides about, as it was then; bounded. */
  presented?: JsonObject
}

interface HeldFields extends RunItemFields {
  /** As it was asked. */
  step: StepRef
  held: HeldStep
}

/** Whether a step may run. */
export type HeldItem = HeldFields &
  (
    | { kind: Exclude<HeldKind, 'definition'> }
    /** `subject`: the definition that the step would save. */
    | { kind: 'definition'; subject: JsonObject }
  )

/** How its run goes on: whether a step that was cut off happened. */
export interface DoubtItem extends RunItemFields {
  kind: DoubtKind
  step: StepRef
}

/**
 * What it is about, for the desk; never a secret. The log names it by its server with a tool, its name or its file, and the
 * server's page has what is about it; without one, somebody chose something about nothing in particular. Of every kind the card shows `weaker` as what is
 * loosened, and `changes` (sentences) and `files` (a `path` and a `patch` each) as what changes; its own object shows the rest.
 */
export type ItemSubject = JsonObject & ({ connection: string } | { name: string } | { path: string })

/** What items of each kind are about, as whoever asks writes it down; nothing else of one is read. */
export type ItemSubjects = SubjectTable<{
  tool_change: {
    connection: string
    tool: string
    /** As they were accepted, and as their server describes them; null: there was none. */
    before: JsonObject | null
    after: JsonObject
    /** Of `after`. */
    hash: string
    /** Ids of what calls it. */
    uses: string[]
    weaker: string[]
    changes: string[]
    files: FilePatch[]
  }
  configuration: {
    path: string
    /** Content hashes of what is in force and of what is on the disk. */
    from: string
    to: string
    risk: { level: string; reason: string } | null
    weaker: string[]
    changes: string[]
    files: FilePatch[]
  }
  elicitation: {
    connection: string
    /** The server's words. */
    message: string
    /** A flat form. */
    schema: JsonSchema
    calls: { tool: string; workflowId: string | null }[]
  }
}>
type SubjectTable<Subjects extends { [Kind in SubjectKind]: ItemSubject }> = Subjects
type FilePatch = { path: string; patch: string }

/** One that was stored, as its card reads it: an earlier version may have written less of it, or something else. */
export type StoredSubject<Kind extends SubjectKind> = Omit<SubjectItem, 'subject'> & {
  subject: { readonly [Field in keyof ItemSubjects[Kind]]?: JsonValue }
}

export interface SubjectItem extends ItemFields {
  kind: SubjectKind
  /** What makes two requests the same one. */
  key: string
  /** What it is about; its shape belongs to its kind. */
  subject: JsonObject
  /** What is asked for, if a person may answer with something else. */
  arguments: JsonObject
  /** True from its end until whoever asked has heard of it. */
  untold?: boolean
  /** Which gateway asked, of what ends with it, or is about to tell. Absent: whichever recovers it. */
  gateway?: string
}

export type RunItem = ChoiceItem | HeldItem | DoubtItem
export type InboxItem = RunItem | SubjectItem
/** The items among which those of a kind are. */
export type ItemOf<Kind extends ItemKind> = Among<InboxItem, Kind>
type Among<Item, Kind> = Item extends InboxItem
  ? [Item['kind'] & Kind] extends [never]
    ? never
    : Item
  : never
