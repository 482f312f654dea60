/**
 * THE CONTRACT between the desk's window and the gateway: every call (request schema, reply type), every
 * push, every view type. Nothing else crosses, over IPC or over the browser desk's HTTP.
 * May import: model (types only).
 */
import Type, { type Static, type TSchema } from 'typebox'
import type { JsonObject, JsonValue } from '../main/model/json.ts'
import type {
  ActivityEntry,
  AuditVerdict,
  CatalogDetail,
  CatalogItem,
  ConnectionView,
  DeskStatus,
  InboxDetail,
  InboxItem,
  Paged,
  PlayView,
  Preview,
  RunDetail,
  RunSummary,
  SearchView,
  SettingsView,
} from './views.ts'

export type * from './views.ts'

// ── calls ────────────────────────────────────────────────────────────────────────────────────────

const Id = Type.String({ minLength: 1, maxLength: 200 })
const Text = Type.String({ maxLength: 10_000 })
const Values = Type.Unsafe<JsonObject>(Type.Object({}, { additionalProperties: true }))
const Cursor = Type.Optional(Type.String({ maxLength: 400 }))
/** ISO, inclusive. */
const Time = Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T[\\d:.]{5,12}Z$' }))
const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 500 }))

interface Call<Request extends TSchema, Reply> {
  request: Request
  /** Carries the reply's type; has no value. */
  reply?: Reply
}
function call<Request extends TSchema>(request: Request) {
  return { returns: <Reply>(): Call<Request, Reply> => ({ request }) }
}
const Nothing = Type.Object({}, { additionalProperties: false })
const strict = { additionalProperties: false }

export const CALLS = {
  'desk.status': call(Nothing).returns<DeskStatus>(),

  'inbox.list': call(
    Type.Object(
      {
        status: Type.Optional(Type.Union([Type.Literal('pending'), Type.Literal('decided')])),
        text: Type.Optional(Text),
        limit: Limit,
        cursor: Cursor,
      },
      strict,
    ),
  ).returns<Paged<InboxItem>>(),
  'inbox.item': call(Type.Object({ id: Id }, strict)).returns<InboxDetail>(),
  'inbox.preview': call(Type.Object({ id: Id, outcome: Id, arguments: Values }, strict)).returns<Preview>(),
  /** Fails with SEEN_CHANGED (and the new detail is to be fetched) if anything moved since `hash` was made. */
  'inbox.decide': call(
    Type.Object(
      { id: Id, outcome: Id, arguments: Values, comment: Text, hash: Type.String({ maxLength: 128 }) },
      strict,
    ),
  ).returns<{ item: InboxItem; message: string }>(),
  /** Takes back a decision before it runs. Fails with ALREADY_DECIDED if it has run, or there is none. */
  'inbox.undo': call(Type.Object({ id: Id }, strict)).returns<{ item: InboxItem; message: string }>(),
  /** `to`: the name of a person; null: back to everybody. */
  'inbox.assign': call(
    Type.Object({ id: Id, to: Type.Union([Id, Type.Null()]) }, strict),
  ).returns<InboxItem>(),

  'runs.list': call(
    Type.Object(
      {
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
      },
      strict,
    ),
  ).returns<Paged<RunSummary>>(),
  'runs.get': call(Type.Object({ id: Id }, strict)).returns<RunDetail>(),
  'runs.cancel': call(Type.Object({ id: Id, reason: Text }, strict)).returns<RunSummary>(),

  'catalog.list': call(
    Type.Object(
      {
        text: Type.Optional(Text),
        kind: Type.Optional(Type.Union([Type.Literal('workflow'), Type.Literal('capability')])),
      },
      strict,
    ),
  ).returns<CatalogItem[]>(),
  'catalog.item': call(Type.Object({ id: Id }, strict)).returns<CatalogDetail>(),
  'connections.list': call(Nothing).returns<ConnectionView[]>(),
  'connections.restart': call(Type.Object({ name: Id }, strict)).returns<ConnectionView>(),
  /** Begins signing in at the server: the address that the person has to open. */
  'connections.signIn': call(Type.Object({ name: Id }, strict)).returns<{ url: string }>(),

  'search.query': call(
    Type.Object(
      {
        query: Type.String({ maxLength: 2000 }),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
      },
      strict,
    ),
  ).returns<SearchView>(),

  'activity.list': call(
    Type.Object(
      {
        text: Type.Optional(Text),
        workflowId: Type.Optional(Id),
        correlationId: Type.Optional(Id),
        eventType: Type.Optional(Id),
        from: Time,
        to: Time,
        limit: Limit,
        cursor: Cursor,
      },
      strict,
    ),
  ).returns<Paged<ActivityEntry>>(),
  /** Walks the whole log. */
  'activity.verify': call(Nothing).returns<AuditVerdict>(),
  /**
   * A piece of the log as text, the newest piece first; within it the oldest entry first. `header` stands before all
   * pieces. The same filter as `activity.list`.
   */
  'activity.export': call(
    Type.Object(
      {
        format: Type.Union([Type.Literal('jsonl'), Type.Literal('csv')]),
        text: Type.Optional(Text),
        workflowId: Type.Optional(Id),
        correlationId: Type.Optional(Id),
        eventType: Type.Optional(Id),
        from: Time,
        to: Time,
        cursor: Cursor,
      },
      strict,
    ),
  ).returns<{ header: string; text: string; entries: number; nextCursor: string | null }>(),

  'settings.get': call(Nothing).returns<SettingsView>(),
  /**
   * A token for a client that the configuration declares. The one before stops working at once. This reply is the
   * only place that ever shows it.
   */
  'clients.createToken': call(Type.Object({ name: Id }, strict)).returns<{ token: string }>(),
  /** It stops working at once, and what was opened with it is closed. NOT_FOUND if the client has none. */
  'clients.revokeToken': call(Type.Object({ name: Id }, strict)).returns<{ revoked: true }>(),

  /** The scripted agent: a real MCP client against this gateway. */
  'play.start': call(
    Type.Object(
      { script: Type.Union([Type.Literal('content_review'), Type.Literal('file_change')]) },
      strict,
    ),
  ).returns<PlayView>(),
  'play.status': call(Nothing).returns<PlayView>(),
  'play.stop': call(Nothing).returns<PlayView>(),
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
  | 'INTERNAL'
export interface DeskErrorData {
  code: DeskErrorCode
  /** A sentence for a person. */
  message: string
  details?: JsonValue
}
export type Reply<Name extends CallName> =
  | { ok: true; value: ReplyOf<Name> }
  | { ok: false; error: DeskErrorData }

// ── pushes ───────────────────────────────────────────────────────────────────────────────────────

/** A push carries a name and an id, never data; the window asks again. */
export type Push =
  | { topic: 'instance'; id: string }
  | { topic: 'approval'; id: string }
  | { topic: 'audit' }
  | { topic: 'connection'; id: string }
  | { topic: 'configuration' }
  | { topic: 'clients' }
  | { topic: 'play' }
  /** The shell asks the window to go somewhere: a hash route. */
  | { topic: 'navigate'; id: string }

/** What the preload puts on `window.countersign`, and what the browser desk builds over HTTP. */
export interface Bridge {
  kind: 'app' | 'browser'
  call(
    name: CallName,
    request: unknown,
  ): Promise<{ ok: true; value: unknown } | { ok: false; error: DeskErrorData }>
  /** Returns the function that ends the subscription. */
  onPush(listener: (push: Push) => void): () => void
  /** Whether pushes arrive at present. */
  onLink(listener: (connected: boolean) => void): () => void
}
