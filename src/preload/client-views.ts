/** What the desk shows of one client: view types of the contract, which re-exports them. May import: model (types only). */
import type { ItemStatus } from '../main/model/item.ts'
import type { SentencePart } from './views.ts'

export interface ClientFigures {
  name: string
  /** It sees only what has one of these; null: everything. */
  tags: string[] | null
  /** What it sees of tools and of workflows: how many there are, and the first of their ids. */
  tools: { count: number; names: string[] }
  workflows: { count: number; names: string[] }
  /**
   * About how many tokens: the list that it is given, and a list in which each of the tools that it sees stood by
   * itself.
   */
  list: { tokens: number; flat: number }
  /** Since the first call that counts; null: it has not called yet. Tokens are counted by their characters. */
  calls: {
    since: string
    lastAt: string
    count: number
    refused: number
    failed: number
    turnedAway: number
    sentTokens: number
    answeredTokens: number
    /** What it calls itself, the last first. */
    labels: string[]
  } | null
  /** What it asked people last, newest first. */
  asked: { id: string; at: string; status: ItemStatus; sentence: SentencePart[] }[]
  /** What was refused last, newest first, as sentences. */
  refusals: { id: string; at: string; text: string; quote: string | null }[]
}
