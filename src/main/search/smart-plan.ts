/** What a query means under some settings: all that its explanation needs beside the settings. */
import type { ReadText } from './smart-scores.ts'
import type { UseEvidence } from './smart-uses.ts'

export interface ReadSentence {
  sentence: string
  text: ReadText
  /** Score of the entry that fits it best. */
  best: number
}

export interface Plan {
  whole: ReadText
  sentences: ReadSentence[]
  /** Score of the entry that fits the whole text best; bonuses are shares of it. */
  best: number
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
