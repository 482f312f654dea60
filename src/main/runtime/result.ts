/** What an attempt to submit came to. */
import type { WorkflowAnswer } from '../model/response.ts'

export type SubmitResult =
  /** `ran`: something was executed or moved; else the answer is a rejection or a wait. */
  | { kind: 'answer'; answer: WorkflowAnswer; ran: boolean }
  /** What the person saw is not what would run. */
  | { kind: 'changed' }
  /** Somebody else moved it first; nothing was executed. */
  | { kind: 'conflict' }
