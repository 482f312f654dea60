/**
 * THE CONTRACT between the desk's window and the gateway: every call (request schema, reply type), every
 * push, every view type. Nothing else crosses, over IPC or over the browser desk's HTTP.
 * May import: model (types only).
 */
import Type, { type Static } from 'typebox'
import type { JsonValue } from '../main/model/json.ts'
import type { AttentionView, SuggestionView } from './attention-views.ts'
import { Cursor, call, Id, Limit, savingCall, Text, Time } from './call.ts'
import { CLIENT_CALLS } from './client-calls.ts'
import { EDIT_CALLS } from './edit-calls.ts'
import { INBOX_CALLS } from './inbox-calls.ts'
import { SEARCH_CALLS } from './search-calls.ts'
import { SERVER_CALLS } from './server-calls.ts'
import { SETTINGS_CALLS } from './settings-calls.ts'
import type { PeopleView, SettingsView } from './settings-views.ts'
import { SOURCE_CALLS } from './source-calls.ts'
import { TOOL_CALLS } from './tool-calls.ts'
import { TRIAL_CALLS } from './trial-calls.ts'
import type {
  ActivityEntry,
  CatalogDetail,
  CatalogItem,
  ConnectionView,
  DeskStatus,
  PageOf,
  PlayView,
  RunDetail,
  RunSummary,
  WorkView,
} from './views.ts'

export type { MachineCheck } from '../main/model/machine-check.ts'
export type * from './attention-views.ts'
export type * from './client-views.ts'
export type { ConfigurationEdit, ItemWords } from './edit-calls.ts'
export type * from './inbox-views.ts'
export type * from './search-views.ts'
export type { ServerCandidate, ServerCapability, ServerDraft, ServerInput } from './server-calls.ts'
export type * from './server-views.ts'
export type * from './settings-views.ts'
export type * from './source-calls.ts'
export type * from './tool-views.ts'
export type { TrialCall } from './trial-calls.ts'
export type * from './trial-views.ts'
export type * from './views.ts'

// ── calls ────────────────────────────────────────────────────────────────────────────────────────

const Pin = Type.String({ minLength: 4, maxLength: 64 })
/** Which entries of the log are meant. */
const LogFilter = {
  text: Type.Optional(Text),
  workflowId: Type.Optional(Id),
  correlationId: Type.Optional(Id),
  eventType: Type.Optional(Id),
  /** Both are inclusive. */
  from: Type.Optional(Time),
  to: Type.Optional(Time),
}

export const CALLS = {
  'desk.status': call({}).returns<DeskStatus>(),
  /** Whoever was turned away has been read of. */
  'desk.dismissTurnedAway': call({}).returns<DeskStatus['turnedAway']>(),

  ...INBOX_CALLS,

  'runs.list': call({
    view: Type.Optional(
      Type.Union([
        Type.Literal('all'),
        Type.Literal('waiting'),
        Type.Literal('running'),
        Type.Literal('failed'),
        Type.Literal('ended'),
      ]),
    ),
    text: Type.Optional(Text),
    limit: Limit,
    cursor: Cursor,
  }).returns<PageOf<RunSummary>>(),
  'runs.get': call({ id: Id }).returns<RunDetail>(),
  'runs.cancel': call({ id: Id, reason: Text }).returns<RunSummary>(),

  'catalog.list': call({
    text: Type.Optional(Text),
    kind: Type.Optional(Type.Union([Type.Literal('workflow'), Type.Literal('capability')])),
  }).returns<CatalogItem[]>(),
  'catalog.item': call({ id: Id }).returns<CatalogDetail>(),
  'connections.list': call({}).returns<ConnectionView[]>(),
  'connections.restart': call({ name: Id }).returns<ConnectionView>(),
  /** Begins signing in at the server: the address that the person has to open. */
  'connections.signIn': call({ name: Id }).returns<{ url: string }>(),

  ...SEARCH_CALLS,
  ...SERVER_CALLS,

  'activity.list': call({
    ...LogFilter,
    limit: Limit,
    cursor: Cursor,
  }).returns<PageOf<ActivityEntry>>(),
  /** Walks the whole log; see `data.work`. */
  'activity.verify': call({}).returns<WorkView<'verify'>>(),
  /**
   * A piece of the log as text, the newest piece first; within it the oldest entry first. `header` stands before all
   * pieces. The same filter as `activity.list`.
   */
  'activity.export': call({
    format: Type.Union([Type.Literal('jsonl'), Type.Literal('csv')]),
    ...LogFilter,
    cursor: Cursor,
  }).returns<{ header: string; text: string; entries: number; nextCursor: string | null }>(),

  'settings.get': call({}).returns<SettingsView>(),
  /**
   * A token for a client that the configuration declares. The one before stops working at once. This reply is the
   * only place that ever shows it.
   */
  'clients.createToken': call({ name: Id }).returns<{ token: string }>(),
  /** It stops working at once, and what was opened with it is closed. NOT_FOUND if the client has none. */
  'clients.revokeToken': call({ name: Id }).returns<{ revoked: true }>(),

  /** Answered on a locked desk too. */
  'people.list': call({}).returns<PeopleView>(),
  /** Whoever sits at this desk from now on. NOT_ALLOWED for a wrong PIN, or too many of them. */
  'people.switch': call({ name: Id, pin: Type.Union([Pin, Type.Null()]) }).returns<{
    name: string
  }>(),
  'people.lock': call({}).returns<{ locked: true }>(),
  /** Somebody touches a key, the mouse or the screen: this desk does not lock itself now. */
  'people.here': call({}).returns<{ here: true }>(),
  /** One's own. `next` null: without one. NOT_ALLOWED unless `current` is right. */
  'people.setPin': savingCall({
    current: Type.Union([Pin, Type.Null()]),
    next: Type.Union([Pin, Type.Null()]),
  }).returns<{ hasPin: boolean }>(),
  /** For one decision of high risk within a minute. `pin` null: what the system offers. */
  'people.prove': call({ pin: Type.Union([Pin, Type.Null()]) }).returns<{
    until: string
  }>(),
  /** Waiting agents are told; null: back. */
  'people.away': savingCall({ until: Type.Union([Type.String({ maxLength: 40 }), Type.Null()]) }).returns<{
    until: string | null
  }>(),

  'attention.report': call({ days: Type.Integer({ minimum: 1, maximum: 365 }) }).returns<AttentionView>(),
  /** NOT_FOUND where experience suggests nothing. It is saved with `configuration.save`. */
  'attention.suggest': call({ gate: Id }).returns<SuggestionView>(),

  ...EDIT_CALLS,
  ...SETTINGS_CALLS,
  ...TRIAL_CALLS,
  ...CLIENT_CALLS,
  ...SOURCE_CALLS,

  ...TOOL_CALLS,

  /** The scripted agent: a real MCP client against this gateway. */
  'play.start': call({
    script: Type.Union([
      Type.Literal('content_review'),
      Type.Literal('file_change'),
      Type.Literal('two_people'),
    ]),
  }).returns<PlayView>(),
  'play.status': call({}).returns<PlayView>(),
  'play.stop': call({}).returns<PlayView>(),
} as const

export type CallName = keyof typeof CALLS
export type RequestOf<Name extends CallName> = Static<(typeof CALLS)[Name]['request']>
export type ReplyOf<Name extends CallName> = NonNullable<(typeof CALLS)[Name]['reply']>

/** Errors cross as data and are rebuilt on the other side. */
export type DeskErrorCode =
  | 'UNKNOWN_CALL'
  | 'INVALID_REQUEST'
  | 'NOT_FOUND'
  | 'SEEN_CHANGED'
  | 'ALREADY_DECIDED'
  | 'NOT_ALLOWED'
  | 'REJECTED'
  | 'OFFLINE'
  | 'SIGNED_OUT'
  /** Nobody sits at this desk until `people.switch`. */
  | 'LOCKED'
  /** `people.prove` first. */
  | 'NEEDS_PROOF'
  | 'INTERNAL'
export interface DeskErrorData {
  code: DeskErrorCode
  /** A sentence for a person. */
  message: string
  details?: JsonValue
}

// ── pushes ───────────────────────────────────────────────────────────────────────────────────────

/** A push carries a name and an id, never data; the window asks again. */
export type Push =
  | { topic: 'run'; id: string }
  | { topic: 'approval'; id: string }
  /** An agent was answered about this run, for the first time since a decision that was looked at. */
  | { topic: 'answered'; id: string }
  /** What waits of this run may say something else now. */
  | { topic: 'waiting'; id: string }
  /** Several that are decided together: they have begun, how far they are, their end. */
  | { topic: 'batches' }
  | { topic: 'audit' }
  /** Work of `data.work`: it has begun, how far it is, its end. */
  | { topic: 'work' }
  | { topic: 'connection'; id: string }
  /** A server that is being tried. */
  | { topic: 'serverTrial'; id: string }
  | { topic: 'configuration' }
  | { topic: 'clients' }
  /** Judged queries, kept profiles, or what agents searched. */
  | { topic: 'search' }
  /** Who sits at a desk, who is away, who has snoozed what, how people are told. */
  | { topic: 'people' }
  /** What the database takes, or takes again. */
  | { topic: 'store' }
  | { topic: 'play' }
  /** Another workspace was opened at this desk: nothing that was shown is of it. */
  | { topic: 'workspace' }
  /** A call that a person makes: how far it is. */
  | { topic: 'trial'; id: string }
  /** How this copy stands to newer versions. */
  | { topic: 'updates' }
  /** The shell asks the window to go somewhere: a hash route. */
  | { topic: 'navigate'; id: string }

/** What the preload puts on `window.countersign`, and what the browser desk builds over HTTP. */
export interface Bridge {
  kind: 'app' | 'browser'
  /** Why the link that the page was opened with signed nobody in, as a sentence. */
  refusal?: string
  call(
    name: CallName,
    request: unknown,
  ): Promise<{ ok: true; value: unknown } | { ok: false; error: DeskErrorData }>
  /** Returns the function that ends the subscription. */
  onPush(listener: (push: Push) => void): () => void
  /** Whether pushes arrive at present. */
  onLink(listener: (connected: boolean) => void): () => void
}
