/**
 * What the desk shows of a call that a person makes as an agent would: view types of the contract, which re-exports
 * them; nobody imports them from here. May import: model (types only).
 */
import type { Risk } from '../main/model/definition.ts'
import type { JsonObject, JsonValue } from '../main/model/json.ts'
import type { PreviewStep } from '../main/model/preview.ts'

/** What would happen, computed from what is declared. Nothing has run. */
export interface TrialPreview {
  /** Binds the press to this. */
  hash: string
  /** Whether it may change something, or begin what may. */
  writes: boolean
  risk: Risk
  /** A sentence. */
  riskReason: string
  /** The author, or the risk, asks for a second gesture. */
  confirm: boolean
  /** The person must prove who they are first. */
  needsProof: boolean
  /** The literal call that it makes at once; null: none. */
  call: string | null
  /** What then runs by itself. */
  steps: PreviewStep[]
  /** Where it stops, as a sentence; empty for a single call. */
  stopsAt: string
  /** Who must agree before it runs, as sentences; null: nobody is asked. */
  asks: string | null
  /** Clients that the configuration declares and whose tags hide this from them; a person sees everything. */
  hiddenFrom: string[]
  /** Why it would be refused as it is; empty: it would not. */
  problems: { path: string; message: string }[]
}

/** One tool call with its answer, word for word. */
export interface TrialExchange {
  tool: string
  arguments: JsonObject
  /** The whole tool result as JSON, as a model is sent it; cut where it is very long. */
  text: string
  isCut: boolean
  isError: boolean
  /** About what the whole of it costs a model. */
  tokens: number
}

export interface TrialView {
  id: string
  /** ISO time. */
  at: string
  /** What it was a call of, so that its screen finds it again. */
  subject: string
  state:
    | 'running'
    /** For a person, or another run. */
    | 'waiting'
    | 'done'
    | 'refused'
    | 'failed'
    | 'cancelled'
  progress: { progress: number; total: number | null; message: string | null } | null
  /** What the gateway says of it, as a sentence; null: nothing. */
  message: string | null
  /** The code of what it was refused or failed with. */
  code: string | null
  /** What it came to; null: nothing yet. */
  output: JsonValue
  /** What a server sent beside that, block by block. */
  blocks: JsonObject[]
  /** The run that it began or moved; null: there is none. `listed`: it is among the runs. */
  run: { id: string; listed: boolean } | null
  /** The item of the inbox that it waits for. */
  item: string | null
  /** Whether it can be stopped from here. */
  canCancel: boolean
  /** Oldest first; the last one says how it is now. */
  exchanges: TrialExchange[]
}
