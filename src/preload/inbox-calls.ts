/** What waits for people, and deciding it. A part of the contract, which spreads it. */
import Type from 'typebox'
import { Cursor, call, exactly, Hash, Id, Limit, MinuteOfDay, Text, Values } from './call.ts'
import type {
  Batch,
  InboxDetail,
  InboxPage,
  ItemCard,
  ManyPreview,
  ManyResult,
  Notice,
  Preview,
  SnoozeReply,
  UndoReply,
} from './inbox-views.ts'

export const INBOX_CALLS = {
  'inbox.list': call({
    status: Type.Optional(
      // `pending`: what waits for you or for others.
      Type.Union([
        Type.Literal('pending'),
        Type.Literal('you'),
        Type.Literal('others'),
        Type.Literal('snoozed'),
        Type.Literal('decided'),
      ]),
    ),
    text: Type.Optional(Text),
    /** All that are given must fit. */
    kind: Type.Optional(Id),
    queue: Type.Optional(Id),
    definitionId: Type.Optional(Id),
    client: Type.Optional(Id),
    /** `me`: given to this person; `nobody`: to nobody. */
    assigned: Type.Optional(Type.Union([Type.Literal('me'), Type.Literal('nobody')])),
    /** The text that items which can be decided together have in common. */
    alike: Type.Optional(Id),
    ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 200 })),
    limit: Limit,
    /** Goes on after the last item of a page, whatever has come or gone since. */
    cursor: Cursor,
    /** Instead of a cursor, of what is not decided: the place of the first item, from 0. */
    start: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Instead of `start`: the page that holds this item; the first if the list does not hold it. */
    around: Type.Optional(Id),
  }).returns<InboxPage>(),
  'inbox.item': call({ id: Id }).returns<InboxDetail>(),
  'inbox.preview': call({ id: Id, outcome: Id, arguments: Values }).returns<Preview>(),
  /** Fails with SEEN_CHANGED (and the new detail is to be fetched) if anything moved since `hash` was made. */
  'inbox.decide': call({
    id: Id,
    outcome: Id,
    arguments: Values,
    comment: Text,
    hash: Hash,
  }).returns<{
    item: ItemCard
    message: string
    failed: boolean
    /** What it let through waits for something else, and may fail later. */
    goesOn: boolean
  }>(),
  /** The words of a notification of these; null: none of them waits. */
  'inbox.notice': call({ ids: Type.Array(Id, { minItems: 1, maxItems: 50 }) }).returns<{
    notice: Notice | null
  }>(),
  /** Answered on a locked desk only, with no word of what waits; null: none of these does, or nobody is to be told. */
  'inbox.noticeLocked': call({
    ids: Type.Array(Id, { minItems: 1, maxItems: 50 }),
    minute: Type.Optional(MinuteOfDay),
  }).returns<{ notice: Notice | null; sound: boolean }>(),
  /** What one outcome would do to each of several items that are `alike`; an item that cannot be decided says why. */
  'inbox.previewMany': call({
    ids: Type.Array(Id, { minItems: 1, maxItems: 200 }),
    outcome: Id,
  }).returns<ManyPreview>(),
  /**
   * Each with the hash that was on screen; each is decided, or not, by itself. `approved`: how many of them let something
   * through. `failed` and `goesOn` as of a single decision.
   */
  'inbox.decideMany': call({
    outcome: Id,
    comment: Text,
    items: Type.Array(exactly({ id: Id, hash: Hash }), {
      minItems: 1,
      maxItems: 200,
    }),
    /** A name of the window's, by which it can stop the rest. */
    batch: Type.Optional(Id),
  }).returns<{
    results: ManyResult[]
    approved: number
  }>(),
  /** What has not begun is not decided, as `inbox.decideMany` then says of it; what has begun goes on. False: none is sent. */
  'inbox.stopMany': call({ batch: Id }).returns<{ stopped: boolean }>(),
  /** What this person is deciding together at this moment, in whichever window it was pressed. */
  'inbox.batches': call({}).returns<{ batches: Batch[] }>(),
  /** Hides items from this person until then, and never moves a deadline (R5.8); null: shows them again. */
  'inbox.snooze': call({
    ids: Type.Array(Id, { minItems: 1, maxItems: 200 }),
    until: Type.Union([Type.String({ maxLength: 40 }), Type.Null()]),
  }).returns<SnoozeReply>(),
  /**
   * Takes decisions back before they run, each by itself: what has run meanwhile stays decided, and says so.
   * `revision`: of the decision that was seen; what somebody has decided since is not taken back.
   */
  'inbox.undo': call({
    items: Type.Array(exactly({ id: Id, revision: Type.Integer() }), {
      minItems: 1,
      maxItems: 200,
    }),
  }).returns<{ results: ({ id: string } & UndoReply)[] }>(),
  /** `to`: the name of a person; null: back to everybody. */
  'inbox.assign': call({ id: Id, to: Type.Union([Id, Type.Null()]) }).returns<ItemCard>(),
}
