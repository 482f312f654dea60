/** What a decision would do, before anybody takes it. May import: model. */

/** A step that will run by itself after a decision. */
export interface PreviewStep {
  state: string
  /** `$onEnter` for what entering a state runs. */
  transition: string
  title: string
  /** The literal command, URL or tool call; null where it does nothing. */
  call: string | null
  because: string
  /** Whether it runs, or with which values, is known only when it is reached. */
  approximate: boolean
}

/** What a preview rests on: two of the same item that differ have moved in one of these, or in what they show. */
export interface DecisionBasis {
  /** Of the run: how far it is; of an item about no step, 0 and empty. */
  version: number
  state: string
  /** Content hashes, of no meaning but whether they differ. */
  definition: string
  connections: Record<string, string | null>
  /** The tools that it calls, each as people have accepted it. */
  tools: { connection: string; tool: string; accepted: string }[]
  /** The workflows that it may run as a step; null: it is not there. */
  workflows: { id: string; title: string; hash: string | null }[]
  /** Empty: nothing would run. */
  gates: string
  subject: string
  /** Whose arguments would run instead of those that were asked for. */
  edited: { by: string; at: string } | null
}

/** What will happen if this outcome is chosen; computed from the definition, not told by anyone. */
export interface DecisionPreview {
  outcome: string
  /** The literal call of the decision itself; null where nothing runs. */
  call: string | null
  /** Possible next states; more than one where a branch depends on a result. */
  nextStates: string[]
  steps: PreviewStep[]
  /** Where it stops again, in words. */
  stopsAt: string
  /** The press asks other people, and runs nothing before they have approved it. */
  asksFirst?: true
  /** Milliseconds after the press in which it can be taken back, and nothing runs (R5.6); 0: it counts at once. */
  undoMs: number
  problems: { path: string; message: string; expected: string }[]
  /** Bind the decision to this (R5.2). */
  hash: string
  /** What it rests on beside what is shown, so that what has moved can be named. */
  basis: DecisionBasis
}
