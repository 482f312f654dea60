/** A run in a list: where it stands and whom it waits for. May import: model, workflow, preload/contract. */
import type { RunSummary } from '../../../preload/contract.ts'
import type { Definition } from '../../model/definition.ts'
import type { InboxItem } from '../../model/item.ts'
import { claimOf, isAtRest, isClosed, isInterrupted, parkedOf, type Run } from '../../model/run.ts'
import { stateOf, transitionOf } from '../../workflow/advance.ts'
import { endsRefused } from '../../workflow/ending.ts'
import { traitsOf } from '../../workflow/traits.ts'
import { awaitedInPause, type Pause } from '../../workflow/wording/pause.ts'
import { titleOf, transitionTitle } from '../../workflow/wording/sentence.ts'
import { awaitedToWrite, type UnpersistedOutcome } from '../../workflow/wording/unpersisted-outcome.ts'

export interface RunFacts {
  instance: Run
  definition: Definition | null
  /** Oldest first. */
  pending: readonly InboxItem[]
  /** What of it cannot be written down. */
  unwritten: UnpersistedOutcome | null
  /** What its step waits for, while nothing of it runs. */
  pauses: readonly Pause[]
}

export function describeRun(facts: RunFacts): RunSummary {
  const { instance, definition } = facts
  const { id, definitionId, state, status, version, startedAt, updatedAt, startedBy, owner } = instance
  return {
    id,
    definitionId,
    title: definition === null ? definitionId : titleOf(definition),
    state,
    status,
    version,
    startedAt,
    updatedAt,
    startedBy,
    owner,
    waitingFor: waitingFor(facts),
    attention: attentionOf(facts),
    refused: status === 'completed' && definition !== null && endsRefused(definition, state),
    parentId: instance.parent?.workflowId ?? null,
  }
}

function attentionOf({ instance, pending, unwritten }: RunFacts): RunSummary['attention'] {
  if (isClosed(instance)) return null
  if (isInterrupted(instance)) return 'interrupted'
  if (unwritten !== null) return 'unwritten'
  if (!isAtRest(instance) || parkedOf(instance)?.on === 'child') return 'executing'
  if (pending.some(({ status }) => status === 'pending')) return 'needs_person'
  return instance.failure === null ? null : 'failed'
}

function waitingFor({ instance, definition, pending, unwritten, pauses }: RunFacts): string | null {
  if (isClosed(instance)) return null
  const [claim, parked] = [claimOf(instance), parkedOf(instance)]
  if (isInterrupted(instance)) return `a person, to say whether ‘${claim?.transition ?? 'a step'}’ happened`
  if (unwritten !== null) return awaitedToWrite(unwritten)
  if (claim !== null)
    return awaitedInPause(claim.transition, pauses) ?? `‘${claim.transition}’, which is running`
  if (parked?.on === 'child')
    return `the run that ‘${titleOfStep(definition, instance.state, parked.transition)}’ has started`
  if (!isAtRest(instance)) return 'the gateway, which is about to go on'
  if (pending.some(({ status }) => status === 'scheduled'))
    return 'its time: what was decided runs in a moment'
  const [oldest] = pending
  if (oldest !== undefined) return oldest.queue === null ? 'a person' : `a person (queue ${oldest.queue})`
  const transitions = Object.values(
    definition === null ? {} : (stateOf(definition, instance.state)?.transitions ?? {}),
  )
  if (transitions.some(({ actor }) => actor === 'agent') || !traitsOf(instance.definitionId).isSequential)
    return 'the agent'
  const recovery = instance.failure?.recovery
  if (recovery !== undefined) return `somebody to try ‘${recovery.transition}’ again`
  return 'nobody: nothing leads out of this state'
}

function titleOfStep(definition: Definition | null, state: string, name: string): string {
  return transitionTitle(definition === null ? null : transitionOf(definition, state, name), name)
}
