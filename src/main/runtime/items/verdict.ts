/** What a decision makes of its run: it goes on, stays where it is, or ends. */
import type { InboxItem, RunItem } from '../../model/item.ts'
import type { JsonObject } from '../../model/json.ts'
import { parkedOf } from '../../model/run.ts'
import type { CallContext, RunSnapshot } from '../call-context.ts'
import { during, type Execution } from '../step/executions.ts'
import type { PerformResult } from '../step/perform.ts'
import { answer, answerDone } from '../submit/answer.ts'
import { endRun } from '../submit/cancel.ts'
import { answerFailure } from '../submit/hold.ts'
import type { DecisionAttempt, PreviewContent } from './decision.ts'

/** One button of a run in doubt. */
export interface Verdict {
  /** `given`: what the person says with it. */
  preview(snapshot: RunSnapshot, given: JsonObject): PreviewContent
  /** Writes the item, with what follows from it: both or neither. */
  decide(context: CallContext, snapshot: RunSnapshot, decided: RunItem): Promise<DecisionAttempt>
}

/** What comes of it is told to the call that waits for the item, or left for whoever asked. */
export async function goOn(
  context: CallContext,
  decided: RunItem,
  task: (execution: Execution) => Promise<PerformResult>,
): Promise<DecisionAttempt> {
  const { workflowId, requestedBy } = decided
  const { executions } = context.parts
  const performed = await during(executions, workflowId, async (execution) => {
    const done = await task(execution)
    // Before the execution ends: whoever is held open looks when it has.
    if (done.kind === 'done' && !done.isLeft) {
      const next = done.held ?? (await parkedItem(context, done.snapshot))
      const isHeard = executions.held.tell(decided.id, { context, failure: done.failure, next })
      const { version } = done.snapshot.run
      if (!isHeard) executions.held.leave({ workflowId, version, requestedBy, content: context.content })
    }
    return done
  })
  if (performed.kind === 'conflict') return { kind: 'conflict' }
  const { snapshot, failure, held } = performed
  return {
    kind: 'decided',
    approval: decided,
    answer:
      failure !== null
        ? await answerFailure(context, snapshot, failure)
        : held === null
          ? answerDone(context, performed, 'executed')
          : answer(context, snapshot, 'waiting_for_action'),
  }
}

/** The chain came to the next gate. */
async function parkedItem(context: CallContext, { run }: RunSnapshot): Promise<InboxItem | null> {
  const parked = parkedOf(run)
  return parked?.on === 'gate' ? await context.parts.store.approval(parked.id) : null
}

export function stays({ run }: RunSnapshot, stopsAt: string): PreviewContent {
  return { call: null, nextStates: [run.state], steps: [], stopsAt, problems: [] }
}

export const CANCEL: Verdict = {
  preview: (snapshot) => ({
    ...stays(snapshot, 'The workflow ends here; the agent is told.'),
    nextStates: [],
  }),
  async decide(context, snapshot, decided) {
    const run = await endRun(context, snapshot.run, decided.decision?.comment ?? '', decided)
    if (run === null) return { kind: 'changed' }
    return { kind: 'decided', approval: decided, answer: answer(context, { ...snapshot, run }, 'executed') }
  },
}
