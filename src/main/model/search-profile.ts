/**
 * How search ranks: `classic` is the specification's, `smart` has settings that people tune.
 * Ranges, standards and sentences of the settings stand in `smart-settings.ts`.
 */

/** Where words are looked for, in the order in which they are shown. */
export const SEARCH_FIELDS = [
  'title',
  'id',
  'tags',
  'aliases',
  'examples',
  'description',
  'text',
  'parameters',
] as const
export type SearchField = (typeof SEARCH_FIELDS)[number]

export interface SmartSettings {
  /** What a match in a field counts. */
  weights: Record<SearchField, number>
  rarity: number
  length: number
  repeat: number
  /** What another word of the same family counts. */
  related: number
  typo: number
  part: number
  synonym: number
  coverage: number
  sentences: number
  /** Share of its points that an item gains whose whole title is in the query. */
  wholeTitle: number
  /** Share of the best text score that what was started after similar searches may add. */
  usage: number
  /** Share of the query's worth that a result must match. */
  leastMatch: number
  /** What fits less well than this is shown as weak; see `measureStrength` of search. */
  sureMatch: number
  ignoreCommon: boolean
  ignoreAsking: boolean
  splitNames: boolean
  wordForms: boolean
  sourceFilter: boolean
  /** Beyond the built-in lists, and out of them. */
  commonWords: WordList
  askingWords: WordList
  synonyms: { add: string[][]; remove: string[][] }
}

export interface WordList {
  add: string[]
  remove: string[]
}

/** What differs from the default; as it stands in `discovery.profile`. */
export type SmartProfile = {
  ranking: 'smart'
  name?: string
  weights?: Partial<SmartSettings['weights']>
} & {
  [Key in Exclude<keyof SmartSettings, 'weights'>]?: SmartSettings[Key] extends object
    ? Partial<SmartSettings[Key]>
    : SmartSettings[Key]
}

export type SearchProfile = { ranking: 'classic'; name?: string } | SmartProfile

/** One slider, switch or list of words. */
export type SettingInfo = { key: string; label: string; sentence: string } & (
  | { kind: 'slider'; standard: number; least: number; most: number; step: number }
  | { kind: 'switch'; standard: boolean }
  | { kind: 'words' }
  | { kind: 'groups' }
)
