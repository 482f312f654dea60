/** What a query means under some settings: all that its explanation needs beside the settings. */
import type { ScoredText } from './scores.ts'
import type { UseEvidence } from './uses.ts'

export interface ScoredSentence {
  sentence: string
  text: ScoredText
}

export interface Plan {
  /** Bonuses are shares of its best score. */
  whole: ScoredText
  sentences: ScoredSentence[]
  /** The highest score without names. */
  highest: number
  /** How surely the query names an entry, see NameMatch. */
  names: Map<number, number>
  uses: Map<number, UseEvidence>
  /** Null: everything is searched. */
  within: ((item: number) => boolean) | null
}

const NAMES = 4

/** So much that no other points reach it, and that a surer name stands above a less sure one. */
export function pointsOfName(sureness: number, highest: number): number {
  return (NAMES - sureness) * (highest + 1)
}
