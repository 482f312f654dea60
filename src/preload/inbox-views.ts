/**
 * What the inbox shows: view types of the contract, which re-exports them; nobody imports them from here.
 * May import: model (types only).
 */

import type { Risk } from '../main/model/definition.ts'
import type { ItemKind, ItemStatus } from '../main/model/item.ts'
import type { JsonObject, JsonSchema } from '../main/model/json.ts'
import type { DecisionPreview as Preview } from '../main/model/preview.ts'
import type { Evidence } from '../main/model/run.ts'
import type { AgentAnswer, Diagram, PageOf, SentencePart, TimelineEntry } from './views.ts'

export interface ItemCard {
  id: string
  kind: ItemKind
  status: ItemStatus
  sentence: SentencePart[]
  /** The first few values of what is asked for, cut, for the list; empty where the sentence quotes some. */
  values: { name: string; text: string }[]
  /** Which gate, rule or actor asked. */
  because: string
  risk: Risk
  riskReason: string
  workflowId: string
  definitionId: string
  definitionTitle: string
  /** It is about a call of one capability, not about a step of a workflow that is written down. */
  isSingleCall: boolean
  state: string
  queue: string | null
  /** Identity of who asks: the name of the client's token, or `local`. */
  client: string
  /** `agent:` and what the client calls itself, which proves nothing; or `human:` and a name. */
  requestedBy: string
  requestedAt: string
  deadlineAt: string | null
  /**
   * How many people must approve before it runs, and who has; null: one press decides. `proven`: the person's PIN
   * was asked for when they came to the desk (R5.4).
   */
  votes: {
    needed: number
    /** More may be needed: it depends on who approves. */
    atLeast?: true
    given: { by: string; at: string; comment: string; proven: boolean }[]
    /** Approvals of something else than what would run now: they count no more. */
    outdated?: { by: string; at: string }[]
  } | null
  /** Who may decide, as a sentence; null: anybody at the desk. */
  deciders: string | null
  /** Principal id of the person who took it on. */
  assignedTo: string | null
  /** Hidden from this person until then; its deadline stays where it is. ISO time. */
  snoozedUntil: string | null
  /** Items with the same text here can be decided together: one step of one definition; null: only by itself. */
  alike: string | null
  decision: {
    by: string
    at: string
    outcome: string
    /** Of the button that was pressed. */
    label: string
    tone: 'approve' | 'refuse' | 'neutral'
    comment: string
    /** When it runs, or ran, if it could be taken back until then; null: it ran at the press. */
    runsAt: string | null
    /** Of the item with this decision: passed back to `inbox.undo`. */
    revision: number
    /** It was taken back, which cannot be saved yet: it does not run as long as this gateway does. */
    undoUnsaved?: true
  } | null
  /** Why it waits again although it had been decided. */
  returned: { by: string; at: string; because: string } | null
  /** In the list of what was decided: what it let through has failed. */
  hasFailed?: true
}

/** What a button does. */
export interface Outcome {
  /** Passed back to `inbox.preview` and `inbox.decide`. */
  name: string
  /** The verb and the object, for the button. */
  label: string
  description: string | null
  tone: 'approve' | 'refuse' | 'neutral'
  /** What will happen if this one is chosen, in the author's words. */
  sentence: SentencePart[]
  risk: Risk
  riskReason: string
  /** A second gesture is needed (`risk: high`, `confirm`). */
  confirm: boolean
  /** Form for the person, if the outcome takes arguments. */
  inputSchema: JsonSchema | null
  /** Prefilled arguments. */
  arguments: JsonObject
  /** Why nobody whom the configuration knows can ever choose it, and what to do; absent: somebody may. */
  refusesAll?: string
}

export type { Preview }

/** An earlier item of the same kind, for what has changed since. */
export interface Earlier {
  id: string
  at: string
  by: string
  comment: string
  /** Of the button that was pressed. */
  label: string
  tone: Outcome['tone']
  /** What was asked for then; where a person let something else run, that. */
  arguments: JsonObject
  /** Of the context, what this item is about (what the agent handed in before it), as it was then. */
  context: JsonObject
}

export interface InboxDetail extends ItemCard {
  /** What the decisions of the last days say of its gate, as a sentence; absent: nothing. */
  hint?: string
  /** The client that asked is none of the configuration any more. */
  clientRemoved?: true
  outcomes: Outcome[]
  /** What the same has looked like before; null: there is none. */
  compared: {
    /** What the definition fills in by itself. */
    prefill: JsonObject | null
    lastApproved: Earlier | null
    lastRefused: Earlier | null
    /** Exactly the same values were approved within a day before; `by`: principal ids. */
    repeats: { id: string; at: string; by: string[] } | null
    /** The last decision of this run about this step was a refusal: the agent hands it in again. */
    again: boolean
    /** Of the context, what is to be decided about, as it was when this was asked; for `transition`. */
    presented: JsonObject
    /** Its form, as far as it is known. */
    presentedSchema: JsonSchema | null
  }
  /** Names of everybody whose approval could count, where several are needed; otherwise none. */
  voters: string[]
  /** Who cannot decide it as things are now, and why, as a sentence: it is not given to them. */
  barred: { name: string; because: string }[]
  /** The person must prove who they are before an outcome of high risk (a PIN, or what the system offers). */
  needsProof: boolean
  /** What somebody would have run instead of what was asked for, or what ran instead. */
  edited: { by: string; at: string; arguments: JsonObject } | null
  /** What an item is about that holds back more, or something else, than a step of a workflow. */
  subject: {
    /** To be read first: what would be allowed that is not now. */
    warnings: string[]
    notes: string[]
    /** For `configuration`: each file that differs, as a unified patch. */
    files: { path: string; patch: string }[]
    /** What a server asks, in its own words. */
    quote: string | null
    /** For `tool_change`. */
    tool: {
      connection: string
      name: string
      isNew: boolean
      /** The server's words that differ: `of` is empty for the description, or names the title or a field. */
      words: { of: string[]; before: string; after: string }[]
      /** How its form differs, one sentence each; of a new tool, its fields. */
      changes: SentencePart[][]
      hints: string[]
      uses: { id: string; kind: 'workflow' | 'capability'; title: string }[]
      /** The whole definition as JSON; empty: there was none. */
      before: string
      after: string
    } | null
    /** For `definition`. */
    definition: {
      name: string
      /** Of the file, in the folder of the configuration. */
      path: string
      /** Null: it is new. */
      before: string | null
      after: string
      /** What to look at, with the line of `after`; what would no longer hold first. */
      problems: { line: number | null; message: string; weaker: boolean }[]
      /** Everything that it can run, with what stands before it; `alone`: on some way no person decides anything. */
      effects: { text: string; call: string; before: string; alone: boolean }[]
      /** As it would be. */
      diagram: Diagram | null
    } | null
  } | null
  /** Of a call of a server's tool: what that server says that it does, unchecked; null: nothing. `description` is null where it lists no such tool. */
  saidOfTool: { connection: string; tool: string; description: string | null } | null
  /** For `interrupted`: what was running; null: that is over. */
  running: { call: string; since: string; attempt: string } | null
  /** What was asked for, with its schema; for kinds that carry arguments. */
  asked: { arguments: JsonObject; schema: JsonSchema | null } | null
  input: JsonObject
  context: JsonObject
  evidence: Evidence[]
  history: TimelineEntry[]
  /** As of a run (`RunDetail`). */
  isPartial?: true
  diagram: Diagram
  /** `goal` is for everybody; `instructions` is what the agent is told in this state. */
  guidance: { goal: string | null; instructions: string | null }
  /** The item is shown but cannot be decided any more, and why. */
  closedBecause: string | null
  /** Of what is decided; null: there is nobody to answer, or it is not known. */
  answered: AgentAnswer | null
  /** What was let through has run and failed; null: it did not fail, or is not over. */
  failed: TimelineEntry | null
  /** Of what was decided: what has happened and cannot be written down, as a sentence. */
  unwritten?: string
  /** What was let through is not over: it runs, or waits for a workflow that it began. */
  goesOn?: true
}

/**
 * `total` of what was decided, where a text is searched for: what this page has found; with a cursor, there may be more
 * behind it, also where this page has found nothing.
 */
export interface InboxPage extends PageOf<ItemCard> {
  /** What the list can be narrowed to: over all items of the status, before the filter. Most first. */
  facets: Record<
    'kind' | 'queue' | 'definitionId' | 'client',
    { value: string; label: string; count: number }[]
  >
  /** How many wait for others than this person, and are not snoozed. */
  others: number
  /** How many this person has snoozed. */
  snoozed: number
  /** Place of the first item of the page in the whole list; 0 for what is decided. */
  start: number
  /** How many of `total` have a deadline; they come first, the soonest on top. */
  due: number
  /** How many items of the status there are before the filter. */
  unfiltered: number
  /** What has waited longest of all that waits for this person and is not snoozed, whatever the filter. */
  oldest: string | null
}

export interface SnoozeReply {
  /** `early`: it comes back a minute before its own deadline, sooner than was asked for. */
  snoozed: { id: string; until: string; early: boolean }[]
  /** What could not be snoozed, and why. */
  refused: { id: string; message: string }[]
}

/** What a notification says; a click opens the route, and nothing else ever comes of it. */
export interface Notice {
  title: string
  body: string
  /** The hash route that a click opens. */
  route: string
}

/** The same outcome for several items that are alike. */
export interface ManyPreview {
  label: string
  tone: Outcome['tone']
  confirm: boolean
  items: {
    /** Where no call shows what is decided: with all its values, uncut. */
    item: ItemCard
    /** Of a tool: what its server says of it, and what accepting it would loosen; null for another kind. */
    said: { description: string; weaker: string[] } | null
    /** Null where it cannot be decided like this, and `problem` says why. */
    preview: Preview | null
    problem: string | null
  }[]
  /** Fields that are a number in each of those that can be decided like this, and what they come to. */
  totals: { name: string; total: string }[]
}

/** What came of one of several decisions. */
export interface ManyResult {
  id: string
  ok: boolean
  message: string
  failed: boolean
  goesOn: boolean
  /** How many more people must approve before anything runs; `atLeast`: it depends on who they are. */
  missing: { people: number; atLeast: boolean }
  /** ISO times, and what `inbox.undo` asks for, while it can be taken back; otherwise null. */
  window: { revision: number; decidedAt: string; runsAt: string } | null
}

/** Several items that one person is deciding together. */
export interface Batch {
  /** As the window that pressed has named it. */
  batch: string
  /** The outcome, in the words of its button. */
  label: string
  all: number
  /** Of how many it is known what came of them. */
  done: number
  /** What has not begun is left. */
  isStopped: boolean
}

/** What came of taking one decision back. */
export interface UndoReply {
  ok: boolean
  /** Somebody else had taken it back, or the gateway, which says why in `message`. */
  already?: true
  /** It does not run, and that is not saved yet. */
  unsaved?: true
  message: string
}
