/**
 * What the search playground shows: view types of the contract, which re-exports them; nobody imports them from here.
 * May import: model (types only).
 */
import type { JsonValue } from '../main/model/json.ts'
import type { ComparedQueries, JudgedQuery, SearchFigures } from '../main/model/search-figures.ts'
import type { Points } from '../main/model/search-points.ts'
import type { SearchProfile, SettingInfo } from '../main/model/search-profile.ts'
import type { CatalogItem } from './views.ts'

export type SearchExplanation = Points

export interface SearchResult {
  rank: number
  score: number
  item: CatalogItem
  explanation: SearchExplanation[]
  /** Its place under the live profile; null: it is not on that page. Only where something else is tried. */
  liveRank: number | null
}

export interface SearchView {
  query: string
  terms: string[]
  /** Words of the query that do not count. */
  ignored: string[]
  total: number
  /** What the agent is told when nothing matches, or nothing well. */
  hint: string | null
  /** There are results, and not even the best one fits well. */
  weak: boolean
  /** Microseconds that the ranking took. */
  elapsedMicros: number
  /** Exactly what `gateway.search` answers somebody who may see everything, under what is tried. */
  answer: JsonValue
  /** About what a model pays for that answer. */
  tokens: number
  results: SearchResult[]
  /** Null: what is shown is the live profile. */
  compared: {
    /** What the live profile shows on its page, best first. */
    live: { rank: number; score: number; item: CatalogItem }[]
  } | null
  /** Of all matches, before the filters; the commonest first. */
  facets: {
    kind: { value: string; count: number }[]
    source: { value: string; count: number }[]
    tag: { value: string; count: number }[]
  }
}

export interface WhyView {
  /** One sentence: what puts the upper one there. */
  sentence: string
  /** Per setting or field, the points that one has more than the other; the greatest first. */
  differences: { label: string; above: number; below: number }[]
  /** The smallest change of one setting that swaps them; null: no single change within the sliders does. */
  swap: {
    key: string
    label: string
    from: number
    to: number
    sentence: string
    profile: SearchProfile
    /** Judged queries that it would make worse and better, by nDCG@10. */
    hurts: { query: string; before: number; after: number }[]
    helps: { query: string; before: number; after: number }[]
    judged: number
  } | null
}

export interface EvaluationView extends ComparedQueries {
  /** Names of what is compared. */
  before: string
  after: string
}

export type { JudgedQuery, SearchFigures }

/** What a person judges: in random order, without scores. */
export interface JudgingPool {
  qid: string
  query: string
  candidates: { item: CatalogItem; grade: number | null }[]
}

export interface AppliedProfile {
  id: string
  at: string
  /** Empty where it was found. */
  by: string
  /** The desk did not apply it: it stood in the file when the next one was. */
  found: boolean
  name: string
  profile: SearchProfile
  /** What the judged queries said when it was applied; null: there were none. */
  figures: { before: SearchFigures; after: SearchFigures; queries: number } | null
}

export interface ProfilesView {
  /** Every slider, switch and list of `smart`, grouped in the order in which they are shown. */
  settings: { group: string; settings: SettingInfo[] }[]
  /** Built-in words that do not count, and built-in synonyms. */
  standardWords: { common: string[]; asking: string[]; synonyms: string[][] }
  live: { name: string; profile: SearchProfile }
  /** What is live is not what the desk applied last: the file was changed otherwise. */
  changedElsewhere: boolean
  /** Kept and not applied. */
  saved: { name: string; profile: SearchProfile; at: string }[]
  /** Newest first; the first one is what the desk applied last. */
  history: AppliedProfile[]
}

export interface AppliedView extends ProfilesView {
  /** Its id in the history, and what was live until then. */
  applied: { id: string; before: ProfilesView['live'] }
}

export interface ApplyPreview {
  file: string
  /** Unified difference of the YAML; empty: nothing would change. */
  patch: string
  problems: { line: number; column: number; message: string }[]
  evaluation: EvaluationView
  /** What should keep a person from it, each a sentence; empty: nothing. */
  warnings: string[]
  hash: string
}

export interface WordsEffect {
  query: string
  before: number | null
  after: number | null
  evaluation: EvaluationView
}

export interface TrafficView {
  /** Searches of agents are kept. */
  keeping: boolean
  days: number
  searches: number
  clients: number
  /** After which something was started. */
  followed: number
  queries: {
    query: string
    count: number
    lastAt: string
    /** How many items matched at last. */
    total: number
    /** Not even the best of them fitted well: the agent was told so. */
    weak: boolean
    described: { id: string; count: number }[]
    started: { id: string; count: number }[]
    /** There is a judged query of these words. */
    judged: boolean
  }[]
  /** The same need searched at least three times in one session, and nothing started. */
  hunts: {
    client: string
    /** When it was last searched. */
    at: string
    /** Each once, in the order in which they were asked. */
    queries: string[]
    /** Ids that they found first, the commonest first. */
    seen: string[]
    /** False: the client has no connection of its own, so that it was one session is a guess from its times. */
    sure: boolean
  }[]
  learning: {
    /** Searches that were followed by a start. */
    pairs: number
    needed: number
    /** Share that is in force; 0: off. */
    share: number
    /** Measured on the pairs themselves, each left out of what is learnt; null: too few. */
    figures: { without: SearchFigures; with: SearchFigures; share: number; low: number; high: number } | null
    /** What follows from that, as a sentence. */
    sentence: string
  }
}
