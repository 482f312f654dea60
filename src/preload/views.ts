/**
 * What the desk shows: the view types of the contract, which re-exports them; nobody imports them from here.
 * May import: model (types only).
 */
import type { Actor } from '../main/model/definition.ts'
import type { JsonObject, JsonSchema, JsonValue } from '../main/model/json.ts'
import type { Evidence, RunStatus } from '../main/model/run.ts'
import type { ConfigurationView, DeskSessionView } from './settings-views.ts'

/** One health vocabulary everywhere. */
export type Health = 'starting' | 'healthy' | 'degraded' | 'down' | 'needs_sign_in' | 'changed' | 'disabled'

export interface ConnectionView {
  name: string
  kind: 'mcp' | 'cli' | 'rest'
  title: string
  /** The literal command line or address, unresolved. */
  target: string
  health: Health
  /** Last error in full, as a sentence. */
  error: string | null
  /** The last visit to sign in came to nothing: its page leads nowhere. */
  visitFailed?: true
  tools: number
  /** When the state last changed. */
  since: string
  /** Newest lines of the server's standard error, secrets removed. */
  logTail: string[]
  /** Tools that its server has and that nobody can use, each with a sentence that says why. */
  refused: { tool: string; reason: string }[]
  /**
   * Tools that its server describes otherwise than a person has accepted, or that are new: they cannot be called.
   * `unused`: nobody is asked, because nothing uses them.
   */
  changed: {
    tool: string
    isNew: boolean
    answer: 'waiting' | 'refused' | 'unused'
    approvalId: string | null
  }[]
  /** What else waits for a person and is about it, by the title of its card. */
  waiting: { approvalId: string; title: string }[]
  /** What is declared of it beside how it is reached, as sentences. */
  rules: string[]
  /** What of its imports is otherwise than they are written, as sentences: an id that was taken, a tool that is not there. */
  warnings: string[]
}

export interface DeskStatus {
  /** `draining` while it hands over or stops. */
  gateway: 'running' | 'draining'
  /** Why nothing can be changed, as a sentence; null: it can. */
  readOnly: string | null
  /** What cannot be saved, as sentences: null is about everything, the others about a run. */
  unwritten: { workflowId: string | null; text: string }[]
  /** Sentences about rows that could not be read. */
  damaged: string[]
  /** Agents that could not ask people because too much waits already; principal id, and how often. */
  turnedAway: { who: string; count: number; at: string }[]
  version: string
  /** `missing`: that another one should be open and is not there, as a sentence. */
  workspace: {
    name: string
    sample: boolean
    missing: string | null
  }
  mcpUrl: string
  clients: { label: string; client: string; transport: 'stdio' | 'http'; since: string }[]
  /** Connections that are not healthy. */
  unhealthy: { name: string; health: Health }[]
  person: { name: string; roles: string[] }
  /** Items that wait for this person and that they have not snoozed: as many as that list has. */
  pending: number
  /** What people have had to do here: nothing yet, only what waits still, or something that is decided or has ended. */
  reached: 'nothing' | 'request' | 'decision'
  /** Who is at a desk of this gateway now; a sign-in is seen on every open desk (R1.4). */
  sessions: DeskSessionView[]
  /** People who are away, this one too. */
  away: { name: string; until: string }[]
  configuration: Pick<ConfigurationView, 'disk' | 'approvalId'>
  runtime: { node: string; electron: string | null; platform: string }
}

/**
 * A piece of the sentence of a card. `author` words are the product's or come from the configuration; `name` is what an
 * outsider called something; `quote` is a value, or what an agent or a server said. The last two are shown as chips, on
 * one line, never as part of the sentence (R5.9).
 */
export type SentencePart = { kind: 'author' | 'name' | 'quote'; text: string }

export interface RunSummary {
  id: string
  definitionId: string
  title: string
  state: string
  /** As the workflow's author calls it, else its name made readable. */
  stateTitle: string
  status: RunStatus
  version: number
  startedAt: string
  updatedAt: string
  startedBy: string
  owner: string
  /** Whom it waits for, in words; null if it has ended. */
  waitingFor: string | null
  attention: 'needs_person' | 'executing' | 'failed' | 'interrupted' | 'unwritten' | null
  /** It ended where the answer is no, `completed` for the engine; or what stopped it is a person’s no, `failed` for the engine. */
  refused: boolean
  /** The run whose step it is. */
  parentId: string | null
  /** What tells it from others of its workflow; empty: nothing does. */
  about: SentencePart[]
  /** It is of no workflow: calls of tools, each by itself. */
  isSingleCall: boolean
}

/** A step of a run whose workflow is declared with `steps:`. */
export interface StepView {
  name: string
  title: string
  /** `waiting`: for a person. */
  status: 'pending' | 'waiting' | 'running' | 'success' | 'failed' | 'skipped' | 'refused' | 'aborted'
  /** Seconds; null: it has not ended. */
  duration: number | null
  /** Member of the parallel group before it. */
  member: boolean
}

/** Who must agree: in a few words for a picture, and in full sentences. */
export interface AskedFirst {
  short: string
  text: string
  /** False: there are cases in which nobody is asked. */
  always: boolean
}

export interface Diagram {
  initial: string
  current: string | null
  /** `asks`: what runs by itself on entering it waits for people; otherwise null. */
  states: { name: string; title: string; terminal: boolean; visited: boolean; asks: AskedFirst | null }[]
  /** `asks`: it is not a person's step, and people must agree before it takes effect; otherwise null. */
  transitions: {
    from: string
    to: string
    name: string
    title: string
    actor: Actor
    asks: AskedFirst | null
    taken: boolean
  }[]
}

/**
 * Of a decision: whether its agent was sent an answer that holds it. Whether a model has read that, nobody knows.
 * `missed`: the run has gone on, and no answer will hold it any more.
 */
export type AgentAnswer = { state: 'waiting' | 'missed' } | { state: 'answered'; by: string; at: string }

export interface TimelineEntry {
  id: string
  at: string
  actor: string
  eventType: string
  /** A sentence about what happened. */
  text: string
  /** Free text (a comment, an error), shown as a quotation. */
  quote: string | null
  /** Whose words those are: of who did it, of the step that ran, or of the gateway. */
  quoteBy: 'actor' | 'step' | 'gateway'
  tone: 'neutral' | 'good' | 'bad' | 'person'
  /** Quiet events are folded. */
  quiet: boolean
  /** Of a decision that ended an item, as far as it is known. */
  answered?: AgentAnswer
  raw: JsonObject
}

export interface RunDetail extends RunSummary {
  input: JsonObject
  context: JsonObject
  evidence: Evidence[]
  timeline: TimelineEntry[]
  /** Of a long run only the newest entries are in `timeline`, and only their way is marked in the diagram. */
  isPartial?: true
  diagram: Diagram
  deadlineAt: string | null
  guidance: { goal: string | null; instructions: string | null }
  /** `form`: of one that a person may take here (R1.7), with what is filled in; null: not here. */
  moves: {
    name: string
    title: string
    actor: Actor
    allowed: boolean
    because: string
    form: { schema: JsonSchema | null; arguments: JsonObject } | null
  }[]
  /** `uncertain`: it may have taken effect all the same. */
  failure: { code: string; message: string; uncertain: boolean } | null
  /** Why its database does not say what has happened, as a sentence; null: it does. */
  unwritten: string | null
  /** What waits for a person, or was decided and has not run yet. */
  pendingItem: string | null
  /** That and how that item was decided, as sentences; null: it waits for a decision. */
  decided: string | null
  endReason: string | null
  parent: RunSummary | null
  /** Runs that are steps of this one, newest first. */
  children: RunSummary[]
  /** Empty for a workflow that is declared with states. */
  steps: StepView[]
  /**
   * What another run like it begins with. `changed`: by another definition than this one. Null: there is no workflow of
   * this name any more.
   */
  again: { input: JsonObject; schema: JsonSchema | null; changed: boolean } | null
}

export interface CatalogItem {
  id: string
  kind: 'workflow' | 'capability' | 'connection'
  title: string
  description: string
  tags: string[]
  aliases: string[]
  source: string
  used: { count: number; lastAt: string | null }
  /** Why nobody can find or call it now, as a sentence, with the item that it waits for; null: it can be called. */
  blocked: { because: string; approvalId: string | null } | null
}

export interface CatalogDetail extends CatalogItem {
  inputSchema: JsonSchema | null
  /** Exactly what `gateway.describe` answers. */
  seenByModel: JsonValue
  /** About what that costs a model. */
  tokens: number
  diagram: Diagram | null
  /** By what starting a workflow is refused, as sentences. */
  start: string[]
  transitions: {
    state: string
    name: string
    title: string
    actor: Actor
    call: string | null
    /** By what it is refused, who must approve it first, how often it is tried, and what runs instead, as sentences. */
    rules: string[]
  }[]
}

export interface ActivityEntry extends TimelineEntry {
  sequence: number
  workflowId: string | null
  correlationId: string | null
  hash: string
}

/** What verifying the whole audit log has found. */
export interface AuditVerdict {
  /** Entries that are there. */
  count: number
  /** Older ones that were removed on purpose. */
  removed: number
  /** The first entry that is missing, or not what was written. */
  broken: number | null
  /** The log had this entry, and has it no more. */
  lost: number | null
}

/** What takes longer than an answer may: what work of each kind comes to. */
export interface WorkResults {
  verify: AuditVerdict
  /** Absolute path of the new copy. */
  backup: { file: string }
  /** Entries of the log. */
  prune: { removed: number }
}

export type WorkKind = keyof WorkResults

export type WorkState<Kind extends WorkKind> =
  | {
      state: 'running'
      /** From 0 to 1; null: nobody can tell. */
      part: number | null
    }
  | { state: 'done'; result: WorkResults[Kind] }
  | { state: 'failed'; message: string }

/** One piece of work, as far as it is; its end is kept for a while. `since` is an ISO time. */
export type WorkView<Kind extends WorkKind = WorkKind> = {
  id: string
  kind: Kind
  since: string
} & WorkState<Kind>

export interface PageOf<Item> {
  items: Item[]
  /** How many there are in all; a page after the first says only how many it has. */
  total: number
  nextCursor: string | null
  /** A page of a search: it ends when its time is over, and `total` is what it has found itself. */
  isPartial: boolean
}

/** The scripted agent of the first run: where it is in its script. */
export interface PlayView {
  running: boolean
  script: 'content_review' | 'file_change' | 'two_people' | null
  /** What the agent did and heard, newest last. */
  /** `code`: of what the gateway refused, for whoever looks it up; null: there is none. */
  lines: { at: string; who: 'agent' | 'gateway'; text: string; code: string | null }[]
  workflowId: string | null
  error: string | null
}
