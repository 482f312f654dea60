/** What an attempt to submit came to. */
import type { InboxItem } from '../../model/item.ts'
import type { WorkflowAnswer } from '../../model/response.ts'

export type SubmitResult =
  /** `ran`: something was executed or moved; else the answer is a rejection or a wait. */
  | { kind: 'answer'; answer: WorkflowAnswer; ran: boolean }
  /** It is decided, and runs later unless it is taken back. */
  | { kind: 'scheduled'; approval: InboxItem }
  /** What the person saw is not what would run. */
  | { kind: 'changed' }
  /** Somebody else moved it first; nothing was executed. */
  | { kind: 'conflict' }
