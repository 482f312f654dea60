/**
 * What the desk shows of how its people decide: view types of the contract, which re-exports them; nobody imports
 * them from here. May import: model (types only).
 */
import type { JsonObject } from '../main/model/json.ts'
import type { SentencePart } from './views.ts'

/** How one gate, or one human step, has been decided in the days that were asked for. */
export interface AttentionGate {
  /** Passed back to `attention.suggest`. */
  key: string
  kind: 'gate' | 'transition' | 'executor'
  /** What stands behind it, in plain words: the call, or the step and its workflow. */
  title: string
  decided: number
  approved: number
  refused: number
  /** Nobody decided in time. */
  expired: number
  /** From asking to decision. */
  medianMs: number | null
  /** Decisions within two seconds of the item being shown, as far as the desk knows. */
  hasty: number
  /** Plain sentences that follow from these figures. */
  hints: string[]
  /** A looser rule can be suggested. */
  suggestible: boolean
}

export interface AttentionView {
  days: number
  /** ISO time from which on decisions are counted, where there are too many to count all of that time. */
  since: string | null
  decided: number
  approved: number
  medianMs: number | null
  hasty: number
  /** About all of them, for example “12 approvals in 20 s”. */
  hints: string[]
  /** Most often decided first. */
  gates: AttentionGate[]
}

/** A looser rule that experience suggests, proven on what has been decided. It is never applied by itself. */
export interface SuggestionView {
  gate: string
  /** What it would let through without asking, as a sentence. */
  rule: string
  /** It ends by itself then. ISO date. */
  until: string
  file: string
  /** Unified difference of the configuration file. */
  patch: string
  hash: string
  /** What it would have done in the last thirty days. */
  replay: {
    asked: number
    /** Of the thirty days only the newest were looked at. */
    isPartial: boolean
    letThrough: number
    /** How many of those a person had refused, or approved only in another way. */
    refusedInAll: number
    /** Of what it would have let through, these, the newest first; this must be seen first. */
    refused: {
      id: string
      at: string
      by: string
      comment: string
      sentence: SentencePart[]
      arguments: JsonObject
    }[]
  }
}
