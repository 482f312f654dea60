/** Whether what a store holds agrees with itself: rows with the audit log, items with decisions, evidence with both. */
import type { AuditEvent } from '../../src/main/model/audit-event.ts'
import { everyPage, itemsOfPages } from '../../src/main/model/pages.ts'
import type { Store } from '../../src/main/runtime/ports.ts'

const MOVES = new Set(['workflow.transitioned', 'workflow.timed_out', 'workflow.cancelled'])

/** All events, oldest first. */
export async function readWholeAudit(store: Store): Promise<AuditEvent[]> {
  return (await itemsOfPages((from) => store.audit({}, { limit: 500, ...from }))).reverse()
}

/** A sentence for everything that does not fit; empty: all agrees. */
export async function findDisagreements(store: Store, events: AuditEvent[]): Promise<string[]> {
  const found: string[] = []
  const { broken, count } = await store.verifyAudit()
  if (broken !== null) found.push(`The chain is broken at ${broken}.`)
  if (count !== events.length) found.push(`The chain has ${count} entries, the list ${events.length}.`)

  const moves = new Map<string, AuditEvent[]>()
  const decisions = new Map<string, number>()
  for (const event of events) {
    const id = event.workflowId ?? ''
    if (MOVES.has(event.eventType)) moves.set(id, [...(moves.get(id) ?? []), event])
    if (event.eventType === 'human.approval.decided') {
      const item = String(event.payload.approvalId)
      decisions.set(item, (decisions.get(item) ?? 0) + 1)
    }
  }
  for await (const { items } of everyPage((from) => store.runs({}, { limit: 200, ...from }))) {
    for (const run of items) {
      const told = moves.get(run.id) ?? []
      const last = told.at(-1)
      if (run.version !== told.length + 1) {
        found.push(`${run.id} is at version ${run.version} after ${told.length} moves.`)
      }
      if (last !== undefined && last.payload.version !== run.version) {
        found.push(`${run.id}: its last move led to version ${String(last.payload.version)}.`)
      }
      const evidence = await store.evidence(run.id)
      if (evidence.some((entry) => entry.version > run.version)) {
        found.push(`${run.id} has evidence of a version that it has not reached.`)
      }
    }
  }
  for await (const { items } of everyPage((from) => store.approvals({}, { limit: 200, ...from }))) {
    for (const item of items) {
      const decided = item.status === 'approved' || item.status === 'refused'
      if (decided !== (item.decision !== null))
        found.push(`${item.id} is ${item.status}, with or without its decision.`)
      if (decided && decisions.get(item.id) !== 1) {
        found.push(`${item.id} is decided, and the audit has ${decisions.get(item.id) ?? 0} decisions.`)
      }
    }
  }
  return found
}
