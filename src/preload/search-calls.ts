/** The calls of the search playground: a part of the contract, which spreads it; nobody imports it from here. */
import Type from 'typebox'
import { call, exactly, Hash, Id, savingCall, Time } from './call.ts'
import { Words } from './edit-calls.ts'
import type {
  AppliedView,
  ApplyPreview,
  EvaluationView,
  JudgedQuery,
  JudgingPool,
  ProfilesView,
  SearchView,
  TrafficView,
  WhyView,
  WordsEffect,
} from './search-views.ts'

const Query = Type.String({ maxLength: 2000 })
const Name = Type.String({ minLength: 1, maxLength: 60 })
/** Checked by the gateway, which says what is wrong with it. */
const Profile = Type.Unsafe<ProfilesView['live']['profile']>(
  Type.Object({ ranking: Type.String({ maxLength: 20 }) }, { additionalProperties: true }),
)
const Kept = exactly({ name: Name, profile: Profile })
const Grades = Type.Record(Type.String({ maxLength: 200 }), Type.Integer({ minimum: 0, maximum: 3 }))
const Judged = {
  qid: Type.Union([Id, Type.Null()]),
  query: Type.String({ minLength: 1, maxLength: 2000 }),
  grades: Grades,
  /** What `grades` were before: only what differs is saved, and what somebody else has judged meanwhile stays. */
  before: Type.Optional(Grades),
  from: Type.Optional(Type.Union([Type.Literal('person'), Type.Literal('traffic')])),
}

export const SEARCH_CALLS = {
  /** Without a profile: what is live. */
  'search.query': call({
    query: Query,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    profile: Type.Optional(Profile),
    kind: Type.Optional(Id),
    source: Type.Optional(Id),
    tags: Type.Optional(Type.Array(Id, { maxItems: 20 })),
  }).returns<SearchView>(),
  /** Why one result stands above another, and what would swap them. */
  'search.why': call({
    query: Query,
    above: Id,
    below: Id,
    profile: Type.Optional(Profile),
  }).returns<WhyView>(),
  /** The judged queries under a profile against the live one. */
  'search.evaluate': call({ profile: Profile }).returns<EvaluationView>(),

  'judged.list': call({}).returns<JudgedQuery[]>(),
  /**
   * `qid` null: a new one. REJECTED where there is one of the same words, which is changed where `before` is given;
   * NOT_FOUND where it was removed.
   */
  'judged.save': savingCall(Judged).returns<JudgedQuery>(),
  'judged.remove': savingCall({ qids: Type.Array(Id, { minItems: 1, maxItems: 5000 }) }).returns<{
    removed: JudgedQuery[]
  }>(),
  /** Puts removed ones back as they were. */
  'judged.restore': savingCall({
    queries: Type.Array(Type.Unsafe<JudgedQuery>(Type.Object({}, { additionalProperties: true }))),
  }).returns<{ restored: number }>(),
  'judged.pool': call({ query: Query, profile: Type.Optional(Profile) }).returns<JudgingPool>(),
  /** JSON lines. Nothing is taken over if a line is wrong. */
  'judged.import': savingCall({ text: Type.String({ maxLength: 8_000_000 }) }).returns<{
    added: number
    changed: number
    /** How many of the items that the lines name are not in the catalog, and the first of them. */
    unknown: number
    unknownItems: string[]
  }>(),
  /** Judged queries that lie beside the configuration as `judged.jsonl`; null: none do. */
  'judged.beside': call({}).returns<{
    found: { file: string; queries: number; text: string } | null
  }>(),
  'judged.export': call({}).returns<{ text: string; queries: number }>(),

  'profiles.list': call({}).returns<ProfilesView>(),
  /**
   * Keeps it under a name; nothing is applied. `replaces`: what is kept under that name, as it was seen; null: nothing is.
   * `renames`: goes in the same moment. SEEN_CHANGED where it is another by now. `at`: since when it was kept, where it
   * is put back; left out: from now on.
   */
  'profiles.save': savingCall({
    name: Name,
    profile: Profile,
    replaces: Type.Optional(Type.Union([Profile, Type.Null()])),
    renames: Type.Optional(Kept),
    at: Type.Optional(Time),
  }).returns<ProfilesView>(),
  /** `profile`: as it was seen. SEEN_CHANGED where it is another by now. */
  'profiles.remove': savingCall({ name: Name, profile: Type.Optional(Profile) }).returns<ProfilesView>(),
  /** What applying would write, and what it does to the judged queries. */
  'profiles.preview': call({ name: Name, profile: Profile }).returns<ApplyPreview>(),
  /**
   * Writes `discovery.profile`. SEEN_CHANGED if the file is another by now. `takesBack`: the id in the history of what
   * this undoes; also SEEN_CHANGED if that is not what is live.
   */
  'profiles.apply': savingCall({
    name: Name,
    profile: Profile,
    hash: Hash,
    takesBack: Type.Optional(Id),
  }).returns<AppliedView>(),

  'words.get': call({ item: Id }).returns<{
    aliases: string[]
    tags: string[]
    /** Why they cannot be written from here, as a sentence; null: they can. */
    fixed: string | null
  }>(),
  /** What these words would change, without saving anything. */
  'words.effect': call({ words: Words, query: Query }).returns<WordsEffect>(),

  'traffic.report': call({ days: Type.Integer({ minimum: 1, maximum: 365 }) }).returns<TrafficView>(),
  'traffic.keep': savingCall({ keep: Type.Boolean() }).returns<{ keeping: boolean }>(),
  /** Removes all that was kept. */
  'traffic.forget': savingCall({}).returns<{ removed: number }>(),
} as const
