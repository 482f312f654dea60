/**
 * What the desk shows: the view types of the contract, which re-exports them; nobody imports them from here.
 * May import: model (types only).
 */
import type { ApprovalKind, ApprovalStatus } from '../main/model/approval.ts'
import type { Actor, Risk } from '../main/model/definition.ts'
import type { Evidence, InstanceStatus } from '../main/model/instance.ts'
import type { JsonObject, JsonSchema, JsonValue } from '../main/model/json.ts'

/** One health vocabulary everywhere. */
export type Health = 'starting' | 'healthy' | 'degraded' | 'down' | 'needs_sign_in' | 'changed'

export interface ConnectionView {
  name: string
  kind: 'mcp' | 'cli' | 'rest'
  title: string
  /** The literal command line or address, unresolved. */
  target: string
  health: Health
  /** Last error in full, as a sentence. */
  error: string | null
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
  /** What is declared of it beside how it is reached, as sentences. */
  rules: string[]
}

/** How the files on the disk stand to the configuration in force (R2.2). */
export interface ConfigurationView {
  /** Content hash of what is in force. */
  hash: string
  acceptedAt: string
  /** `human:` and a name; `serve`, or `start`, for who started the gateway. */
  acceptedBy: string
  /** `invalid`: they have errors. `waiting`: a person is asked. `refused`: a person has said no. */
  disk: 'same' | 'invalid' | 'waiting' | 'refused'
  /** Of the item that waits. */
  approvalId: string | null
  /** Who refused them, and when. */
  refused: { by: string; at: string } | null
}

export interface DeskStatus {
  /** `draining` while it hands over or stops. */
  gateway: 'running' | 'draining'
  /** Why nothing can be changed, as a sentence; null: it can. */
  readOnly: string | null
  version: string
  workspace: { name: string; configuration: string; dataFolder: string; sample: boolean }
  mcpUrl: string
  clients: { label: string; client: string; transport: 'stdio' | 'http'; since: string }[]
  /** Connections that are not healthy. */
  unhealthy: { name: string; health: Health }[]
  person: { name: string; roles: string[] }
  pending: number
  configuration: Pick<ConfigurationView, 'disk' | 'approvalId'>
  runtime: { node: string; electron: string | null; platform: string }
}

/**
 * A piece of the sentence of a card. `author` words come from the configuration; `quote` is what an agent or a
 * server said: shown as a chip, on one line, never as part of the sentence (R5.9).
 */
export type SentencePart = { kind: 'author'; text: string } | { kind: 'quote'; text: string }

export interface InboxItem {
  id: string
  kind: ApprovalKind
  status: ApprovalStatus
  sentence: SentencePart[]
  /** Which gate, rule or actor asked. */
  because: string
  risk: Risk
  riskReason: string
  workflowId: string
  definitionId: string
  definitionTitle: string
  state: string
  queue: string | null
  /** Identity of who asks: the name of the client's token, or `local`. */
  client: string
  /** `agent:` and what the client calls itself, which proves nothing; or `human:` and a name. */
  requestedBy: string
  requestedAt: string
  deadlineAt: string | null
  /** How many people must approve before it runs, and who has; null: one press decides. */
  votes: { needed: number; given: { by: string; at: string; comment: string }[] } | null
  /** Who may decide, as a sentence; null: anybody at the desk. */
  deciders: string | null
  /** Principal id of the person who took it on. */
  assignedTo: string | null
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
  } | null
  /** Why it waits again although it had been decided. */
  returned: { by: string; at: string; because: string } | null
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
  /** Milliseconds in which it can be taken back before it runs; 0: it takes effect at the press. */
  undoMs: number
  /** Form for the person, if the outcome takes arguments. */
  inputSchema: JsonSchema | null
  /** Prefilled arguments. */
  arguments: JsonObject
}

/** A step that will run by itself after a decision. */
export interface PreviewStep {
  state: string
  transition: string
  title: string
  /** The literal command, URL or tool call; null where it does nothing. */
  call: string | null
  because: string
  /** True if values are only known when it runs. */
  approximate: boolean
}

/** What will happen if this outcome is chosen; computed from the definition, not told by anyone. */
export interface Preview {
  outcome: string
  /** The literal call of the decision itself; null where nothing runs. */
  call: string | null
  /** Possible next states; more than one where a branch depends on a result. */
  nextStates: string[]
  steps: PreviewStep[]
  /** Where it stops again, in words. */
  stopsAt: string
  problems: { path: string; message: string; expected: string }[]
  /** Bind the decision to this (R5.2). */
  hash: string
}

export interface InboxDetail extends InboxItem {
  outcomes: Outcome[]
  /** What somebody would have run instead of what was asked for, or what ran instead. */
  edited: { by: string; at: string; arguments: JsonObject } | null
  /** What an item is about that holds back more, or something else, than a step of a workflow. */
  subject: {
    /** To be read first: what would be allowed that is not now. */
    warnings: string[]
    notes: string[]
    texts: { title: string; text: string; form: 'patch' | 'before' | 'after' }[]
    /** What a server asks, in its own words. */
    quote: string | null
  } | null
  /** What was asked for, with its schema; for kinds that carry arguments. */
  asked: { arguments: JsonObject; schema: JsonSchema | null } | null
  input: JsonObject
  context: JsonObject
  evidence: Evidence[]
  history: TimelineEntry[]
  diagram: Diagram
  /** `goal` is for everybody; `instructions` is what the agent is told in this state. */
  guidance: { goal: string | null; instructions: string | null }
  /** The item is shown but cannot be decided any more, and why. */
  closedBecause: string | null
}

export interface RunSummary {
  id: string
  definitionId: string
  title: string
  state: string
  status: InstanceStatus
  version: number
  startedAt: string
  updatedAt: string
  startedBy: string
  owner: string
  /** Whom it waits for, in words; null if it has ended. */
  waitingFor: string | null
  attention: 'needs_person' | 'executing' | 'failed' | 'interrupted' | null
  /** The run whose step it is. */
  parentId: string | null
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

export interface Diagram {
  initial: string
  current: string | null
  states: { name: string; title: string; terminal: boolean; visited: boolean }[]
  transitions: { from: string; to: string; name: string; title: string; actor: Actor; taken: boolean }[]
}

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
  raw: JsonObject
}

export interface RunDetail extends RunSummary {
  input: JsonObject
  context: JsonObject
  evidence: Evidence[]
  timeline: TimelineEntry[]
  diagram: Diagram
  deadlineAt: string | null
  guidance: { goal: string | null; instructions: string | null }
  moves: { name: string; title: string; actor: Actor; allowed: boolean; because: string }[]
  /** `uncertain`: it may have taken effect all the same. */
  failure: { code: string; message: string; uncertain: boolean } | null
  pendingItem: string | null
  endReason: string | null
  parent: RunSummary | null
  /** Runs that are steps of this one, newest first. */
  children: RunSummary[]
  /** Empty for a workflow that is declared with states. */
  steps: StepView[]
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
  diagram: Diagram | null
  transitions: {
    state: string
    name: string
    title: string
    actor: Actor
    call: string | null
    /** Who must approve it first, how often it is tried, and what runs instead, as sentences. */
    rules: string[]
  }[]
}

export interface SearchExplanation {
  term: string
  field: 'title' | 'id' | 'tags' | 'aliases' | 'description' | 'text'
  strategy: 'exact' | 'prefix' | 'fuzzy'
  /** The word of the field that hit. */
  word: string
  points: number
}

export interface SearchView {
  query: string
  terms: string[]
  total: number
  hint: string | null
  /** Microseconds that the ranking took. */
  elapsedMicros: number
  /** Exactly what `gateway.search` answers somebody who may see everything. */
  answer: JsonValue
  results: {
    rank: number
    score: number
    item: CatalogItem
    explanation: SearchExplanation[]
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

export interface SettingsView {
  workspace: {
    name: string
    configuration: string
    files: string[]
    dataFolder: string
    sample: boolean
    accepted: ConfigurationView
  }
  connect: {
    mcpUrl: string
    tokenFile: string
    /** One block of text a client, ready to be copied. */
    snippets: { client: string; file: string | null; language: 'json' | 'toml' | 'shell'; text: string }[]
  }
  people: { name: string; roles: string[]; permissions: string[]; you: boolean }[]
  /** The clients that the configuration declares. */
  clients: {
    name: string
    roles: string[]
    permissions: string[]
    /** It sees only what has one of these; null: everything. */
    tags: string[] | null
    sees: 'own' | 'all'
    /** Null: it has none, so nobody can come as this client. `since` is an ISO time. */
    token: { since: string } | null
  }[]
  approvals: {
    timeoutMs: number
    holdMs: number
    /** A queue may ask for a role, a permission, or both. */
    queues: { name: string; role: string | null; permission: string | null }[]
  }
  /** Errors of the files on the disk, then warnings of what is in force. */
  problems: { severity: 'error' | 'warning'; file: string; line: number; column: number; message: string }[]
  licences: { name: string; licence: string }[]
}

export interface Paged<Item> {
  items: Item[]
  total: number
  nextCursor: string | null
}

/** The scripted agent of the first run: where it is in its script. */
export interface PlayView {
  running: boolean
  script: 'content_review' | 'file_change' | null
  /** What the agent did and heard, newest last. */
  lines: { at: string; who: 'agent' | 'gateway'; text: string }[]
  workflowId: string | null
  error: string | null
}
