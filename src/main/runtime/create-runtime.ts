/** Puts the calls of the runtime together. May import: model, workflow. */

import { isInterrupted } from '../model/run.ts'
import type { RuntimeParts } from './call-context.ts'
import { createChildren, endLeftChildren, recoverChildren } from './children/children.ts'
import { readFacts } from './facts.ts'
import { assign } from './items/assign.ts'
import { decideItem } from './items/decide-item.ts'
import { previewDecision } from './items/preview-decision.ts'
import { standingOf } from './items/review-held.ts'
import { createDecisionTimer } from './items/run-scheduled.ts'
import { createItems, recoverItems } from './items/system-items.ts'
import { createTakenBack } from './items/taken-back.ts'
import { undo } from './items/undo-window.ts'
import type { Clock } from './ports.ts'
import { createAbandoned, findUnfinished, goOn, operationFor, recover } from './recovery/recovery.ts'
import type { Runtime } from './runtime.ts'
import { createExecutions } from './step/executions.ts'
import { createPauses, createUnwrittenSteps } from './step/pauses.ts'
import { drainingAnswer } from './submit/answer.ts'
import { cancel } from './submit/cancel.ts'
import { explain } from './submit/explain-call.ts'
import { get, linksToCutOff } from './submit/get.ts'
import { start } from './submit/start.ts'
import { reapSessions } from './submit/start-proxy.ts'
import { submit } from './submit/submit.ts'
import { createTurnedAway } from './submit/turned-away.ts'
import { createAlarms } from './time/alarms.ts'
import { watchClockChanges } from './time/clock-changes.ts'
import { watchExceptionEnds } from './time/exception-ends.ts'
import { createItemTimer } from './time/expire-items.ts'
import { createDeadlineTimer } from './time/timeouts.ts'

/** `given`: everything but what the runtime itself makes. */
export function createRuntime(
  given: Omit<
    RuntimeParts,
    'clock' | 'children' | 'itemWritten' | 'executions' | 'unwritten' | 'pauses' | 'turnedAway' | 'takenBack'
  > & {
    clock: Clock
  },
): Runtime {
  const alarms = createAlarms(given.clock, given.fault)
  const ends = watchExceptionEnds(given, alarms)
  const changes = watchClockChanges(ends.clock, () => parts, alarms)
  const { clock } = changes
  const parts: RuntimeParts = {
    ...given,
    clock,
    executions: createExecutions(clock, (workflowId, left) => abandoned.consider(workflowId, left)),
    unwritten: createUnwrittenSteps(given.publish),
    pauses: createPauses(given.publish),
    turnedAway: createTurnedAway(clock, given.publish),
    takenBack: createTakenBack(given.publish),
    children: {
      noticed(run, unasked) {
        const { status, deadlineAt } = run
        if (status === 'running' && deadlineAt !== null && !isInterrupted(run))
          deadlines.wakeAt(Date.parse(deadlineAt))
        children.noticed(run, unasked)
      },
      left: (childId, because) => children.left(childId, because),
      run: (context, childId) => children.run(context, childId),
    },
    itemWritten(item) {
      const { status, deadlineAt } = item
      if (status === 'pending' && deadlineAt !== null) itemDeadlines.wakeAt(Date.parse(deadlineAt))
      if (status === 'scheduled') decisions.scheduled(item)
    },
  }
  const isDraining = () => parts.draining.aborted
  const { executions } = parts
  const abandoned = createAbandoned(parts, (run) => goOn(operationFor(parts, run), run))
  const children = createChildren(parts)
  const deadlines = createDeadlineTimer(parts, alarms, changes)
  const itemDeadlines = createItemTimer(parts, alarms, changes)
  const decisions = createDecisionTimer(parts, alarms, changes)
  return {
    async start(who, request, options) {
      if (isDraining()) return drainingAnswer()
      return await start(parts, who, request, options)
    },
    async submit(who, request, options) {
      if (isDraining()) return drainingAnswer(request.workflowId)
      return await submit(parts, who, request, options)
    },
    get: (who, request, options) => get(parts, who, request, options),
    cutOff: (who) => linksToCutOff(parts, who),
    explain: (who, request) => explain(parts, who, request),
    cancel: (who, request) => cancel(parts, who, request),
    previewDecision: (who, request, read) => previewDecision(parts, who, request, read),
    facts: (about) => readFacts(parts, about),
    standing: (approval) => standingOf(parts, approval),
    async decide(who, request) {
      if (isDraining())
        return { kind: 'rejected', message: 'Countersign is stopping. Decide again when it runs.' }
      return await decideItem(parts, who, request)
    },
    undo: (who, request) => undo(parts, who, request),
    assign: (who, request) => assign(parts, who, request),
    items: createItems(parts),
    unwritten: parts.unwritten,
    takenBack: parts.takenBack,
    pauses: parts.pauses,
    turnedAway: parts.turnedAway,
    async recover() {
      const left = await findUnfinished(parts)
      await ends.begin()
      await changes.begin()
      await endLeftChildren(parts)
      await recover(parts, left)
      await recoverItems(parts)
      await itemDeadlines.begin()
      decisions.begin()
      await recoverChildren(parts)
      for (const { deadlineAt } of await parts.store.deadlines(1))
        deadlines.wakeAt(Date.parse(deadlineAt ?? ''))
      reapSessions(parts, alarms)
    },
    begun: executions.begun,
    async settledRun(workflowId) {
      for (;;) {
        const run = await parts.store.run(workflowId)
        if (!executions.isEnding(workflowId)) return run
        await executions.ended(workflowId)
      }
    },
    executing: () => executions.count,
    async rest() {
      alarms.close()
      changes.close()
      await executions.finish(null)
    },
    async close(graceMs) {
      alarms.close()
      changes.close()
      ends.close()
      abandoned.close()
      await executions.finish(graceMs)
    },
  }
}
