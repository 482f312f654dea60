/**
 * Whatever changes its status is told of in the same commit, and nothing is told that did not happen: a lost entry is a
 * lost fact, since nobody can find it out later.
 */
import { isDeepStrictEqual } from 'node:util'
import type { AuditEntry, AuditEventType } from '../../src/main/model/audit-event.ts'
import { PROXY_DEFINITION } from '../../src/main/model/definition.ts'
import type { InboxItem, ItemStatus } from '../../src/main/model/item.ts'
import { ENGINE } from '../../src/main/model/principal.ts'
import { parkedOf, type Run, type RunStatus } from '../../src/main/model/run.ts'
import type { Batch } from '../../src/main/runtime/ports.ts'
import { contentOf } from '../support/items.ts'

/** What tells that a run has come to this status. */
const RUNS: Record<RunStatus, AuditEventType> = {
  running: 'workflow.started',
  completed: 'workflow.completed',
  timed_out: 'workflow.timed_out',
  cancelled: 'workflow.cancelled',
}

/** What tells that an item has come to this status, from any other one that is not in the list. */
const ITEMS: Record<ItemStatus, { told: AuditEventType; silentlyFrom: readonly ItemStatus[] }> = {
  pending: { told: 'human.approval.requested', silentlyFrom: ['scheduled'] },
  scheduled: { told: 'human.approval.decided', silentlyFrom: [] },
  // What was decided runs when nobody can take it back any more: its start is told.
  approved: { told: 'human.approval.decided', silentlyFrom: ['scheduled'] },
  refused: { told: 'human.approval.decided', silentlyFrom: ['scheduled'] },
  expired: { told: 'human.approval.expired', silentlyFrom: [] },
  withdrawn: { told: 'human.approval.withdrawn', silentlyFrom: [] },
}

export interface Telling {
  /** Of a commit that has succeeded, with what was stored before it. */
  check(
    batch: Batch,
    runs: ReadonlyMap<string, Run | null>,
    items: ReadonlyMap<string, InboxItem | null>,
  ): void
}

export function createTelling(fail: (message: string) => void): Telling {
  /** What was submitted at least once, by run and transition. */
  const requested = new Set<string>()

  function checkRun({ audit }: Batch, before: Run | null, after: Run): void {
    const says = (type: AuditEventType) =>
      audit.some(({ workflowId, eventType }) => workflowId === after.id && eventType === type)
    if (before?.status !== after.status && !says(RUNS[after.status]) && !isLateEnd(before, after))
      fail(`${after.id} is ${after.status} now, and nothing says so.`)
    const isNew = after.status === 'running' && before?.failure?.message !== after.failure?.message
    const isStuck = isNew && after.failure?.code === 'CHAIN_FAILED'
    // A person has said that a step did not happen, or somebody went on by hand instead of it: that is told.
    const why = ['chain.failed', 'human.approval.decided', 'human.approval.withdrawn'] as const
    // So is a step of the engine that the run's time cut off.
    const isCutOff = audit.some(
      (entry) =>
        entry.workflowId === after.id &&
        entry.eventType === 'workflow.timed_out' &&
        'executing' in entry.payload,
    )
    if (isStuck && !isCutOff && !why.some(says))
      fail(`${after.id} cannot go on by itself, and nothing says so.`)
    const [waited, waits] = [childOf(before), childOf(after)]
    if (waits !== null && waited === null && !says('sub_workflow.started'))
      fail(`${after.id} waits for ${waits} now, and nothing says so.`)
    // It may also go on without the child.
    const told = [
      'workflow.transitioned',
      'workflow.cancelled',
      'workflow.timed_out',
      'executor.started',
    ] as const
    const ended = ['sub_workflow.completed', 'sub_workflow.failed'] as const
    if (waited !== null && waits === null && ![...ended, ...told].some(says))
      fail(`${after.id} waits for ${waited} no longer, and nothing says so.`)
  }

  function checkItem({ audit }: Batch, before: InboxItem | null, after: InboxItem): void {
    const { told, silentlyFrom } = ITEMS[after.status]
    if (before?.status === after.status || (before !== null && silentlyFrom.includes(before.status))) return
    if (!audit.some(({ payload, eventType }) => payload.approvalId === after.id && eventType === told))
      fail(`${after.id} is ${after.status} now, and nothing says so.`)
  }

  /** The agent hears of arguments that a person has changed, and in a session not with a call that ran as it was asked for. */
  function checkSaid({ approvals = [] }: Batch, before: Run | null, after: Run): void {
    const { id, definitionId, personSaid } = after
    const item = approvals.find(
      ({ status, decision }) => status === 'approved' && decision !== null && decision.at === personSaid?.at,
    )
    if (item === undefined) return
    const { held, arguments: asked, workflowId } = contentOf(item)
    if (workflowId !== id) return
    const isChanged = held?.edited !== undefined && !isDeepStrictEqual(held.edited.arguments, asked)
    const isTold = personSaid?.changed !== undefined
    const isAlone = definitionId === PROXY_DEFINITION && held?.tried === undefined
    // What was told before, and no call of the agent has shown yet that it was heard, is told on.
    const isToldOn = isDeepStrictEqual(personSaid?.changed, before?.personSaid?.changed)
    if (isAlone && !isChanged ? !isToldOn : isChanged && !isTold)
      fail(`${id} ${isTold ? 'tells' : 'does not tell'} of changed arguments with ${item.id}.`)
  }

  function checkEntry(batch: Batch, entry: AuditEntry, runs: ReadonlyMap<string, Run | null>): void {
    const { eventType, workflowId, actor, payload } = entry
    const submit = `${workflowId} ${String(payload.transition)}`
    if (eventType === 'transition.requested') requested.add(submit)
    const run = batch.runs?.find(({ id }) => id === workflowId)
    const is = run?.status ?? 'not touched'
    const status = Object.entries(RUNS).find(([, type]) => type === eventType)?.[0]
    if (status !== undefined && status !== is && eventType === 'workflow.completed')
      fail(`The audit says that ${workflowId} is ${status}, and it is ${is}.`)
    if (eventType === 'workflow.started' && runs.get(workflowId ?? '') !== null)
      fail(`The audit says that ${workflowId} was started, and it was there.`)
    const isSubmitted = actor !== ENGINE.id && payload.transition !== undefined
    if (eventType === 'workflow.transitioned' && isSubmitted && !requested.has(submit))
      fail(`${workflowId} went on by ‘${String(payload.transition)}’, which nobody has asked for.`)
    const item = batch.approvals?.find(({ id }) => id === payload.approvalId)
    const ends = Object.entries(ITEMS).filter(([, { told }]) => told === eventType)
    const isOne = ends.some(([each]) => each === item?.status) || payload.missing !== undefined
    if (ends.length > 0 && !isOne)
      fail(`The audit says ${eventType} of ${item?.id}, and it is ${item?.status ?? 'not touched'}.`)
  }
  return {
    check(batch, runs, items) {
      for (const entry of batch.audit) checkEntry(batch, entry, runs)
      for (const run of batch.runs ?? []) {
        checkRun(batch, runs.get(run.id) ?? null, run)
        checkSaid(batch, runs.get(run.id) ?? null, run)
      }
      for (const item of batch.approvals ?? []) checkItem(batch, items.get(item.id) ?? null, item)
    },
  }
}

/** The run that it waits for. */
function childOf(run: Run | null): string | null {
  const step = run === null ? null : parkedOf(run)
  return step?.on === 'child' ? step.id : null
}

/** What a timeout declares has run: that the time was up was told when it was. */
function isLateEnd(before: Run | null, after: Run): boolean {
  return after.status === 'timed_out' && before?.deadlineAt === null
}
