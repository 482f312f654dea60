/** What the orchestrator needs of the gateway. May import: model, workflow. */
import type { AuditEvent } from '../model/audit-event.ts'
import type { Definition } from '../model/definition.ts'
import type { StoredFacts } from '../model/guard.ts'
import type { JsonObject } from '../model/json.ts'
import type { AgentPrincipal, HumanPrincipal, Principal } from '../model/principal.ts'
import type { WorkflowResponse } from '../model/response.ts'
import type { Run } from '../model/run.ts'
import type { Backdrop } from '../workflow/preview/backdrop.ts'
import type { Surroundings } from '../workflow/preview/simulate.ts'
import type { OpenEndedPause } from '../workflow/wording/pause.ts'

export type Caller = AgentPrincipal | HumanPrincipal

/** One call of one of the four capabilities. */
export interface OrchestratorCall {
  /** The engine where a call is taken up again after a crash. */
  caller: Principal
  /** The session that the call was made in. */
  workflowId: string
  /** The same for the call and for the run that it starts: by it the run is found again. */
  correlationId: string
  signal: AbortSignal
  progress(update: { progress: number; total?: number; message?: string }): void
}

export interface World {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls back after so many milliseconds, however the clock is set meanwhile. */
  after(milliseconds: number, callback: () => void): { cancel(): void }
  /** Something changed: look again. */
  onChange(listener: () => void): () => void
  draining: AbortSignal
  connections: Surroundings['connections']
  gates: NonNullable<Surroundings['gates']>
  /** What the configuration in force declares beside workflows. */
  backdrop(): Backdrop

  workflow(id: string): Definition | null
  workflows(): Definition[]
  nearest(who: Principal, id: string): Promise<string[]>
  visible(who: Principal, id: string): boolean
  /** The definitions of a loaded file of `workflows/`, links included; null: it is none (R6.1). */
  definitionsIn(path: string): Promise<string[] | null>

  start(
    who: Caller,
    request: { definitionId: string; input: JsonObject },
    options: { correlationId: string; parallelLimit: number },
  ): Promise<WorkflowResponse>
  look(who: Principal, workflowId: string): Promise<WorkflowResponse>
  cancel(who: Principal, workflowId: string, reason: string): Promise<void>
  run(workflowId: string): Promise<Run | null>
  /** The run as it is when nobody is ending it any more. */
  settledRun(workflowId: string): Promise<Run | null>
  /** What its step waits for, nobody knows how long; null: nothing. */
  paused(workflowId: string): OpenEndedPause | null
  /** Says of a call that it waits for the same; returns what ends that. */
  pause(workflowId: string, pause: OpenEndedPause): () => void
  /** The definition that the run has started with. */
  pinned(run: Run): Promise<Definition | null>
  /** The run that a call with this correlation has started. */
  startedBy(correlationId: string): Promise<string | null>
  /** Open runs, newest first, at most `limit`, and how many there are. */
  running(owner: string | null, limit: number): Promise<{ items: Run[]; total: number }>
  /** What the guards of a run that is about to start rest on, as far as the store holds it. */
  factsAtStart(definition: Definition): Promise<StoredFacts>
  /** Oldest first. */
  history(workflowId: string): Promise<AuditEvent[]>

  definitions: DefinitionFolder
}

/** `workflows/` beside the configuration. */
export interface DefinitionFolder {
  /** Who has approved exactly this proposal of this call, and which file it was to replace; null: nobody. */
  approval(workflowId: string, proposal: JsonObject): Promise<{ by: string; before: string | null } | null>
  /** The file of that name as it is in force; null: there is none. */
  text(name: string): string | null
  /** Whether the configuration has a workflow of this name that stands in another file. */
  isElsewhere(name: string): boolean
  path(name: string): string
  /** As YAML, as it would be saved. */
  write(name: string, definition: JsonObject): string
  /**
   * What `check` says of the configuration with this file; and the definition if there are no errors. Warnings: those of this
   * file. `weaker`: what the whole configuration would no longer ask for; `again`: of that, which open runs find
   * something of this name again.
   */
  check(
    name: string,
    text: string,
  ): Promise<{
    errors: string[]
    warnings: { message: string; line: number | null }[]
    weaker: string[]
    again: string[]
    definition: Definition | null
  }>
  /** The line of such a text on which a state, or a transition of it, is declared; null: it cannot be told. */
  lineOf(name: string, text: string, at: { state?: string; transition?: string }): number | null
  /** In force from then on; the errors if it cannot be. */
  save(name: string, text: string, by: string): Promise<string[]>
}
