/** What must hold when nothing goes on any more: nothing hangs, and nothing that happened went unsaid. */
import type { Definition } from '../../src/main/model/definition.ts'
import { claimOf, isInterrupted, parkedOf, todoOf } from '../../src/main/model/run.ts'
import type { Store } from '../../src/main/runtime/ports.ts'
import { contentOf } from '../support/items.ts'
import type { Invariants } from './invariants.ts'

/** Nothing is left to be done by itself, not even later. */
export async function isAtRest(durable: Store): Promise<boolean> {
  const scheduled = await durable.approvals({ status: ['scheduled'] }, { limit: 1 })
  return scheduled.total === 0 && (await durable.unfinished()).every((run) => isInterrupted(run))
}

export async function checkRest(
  durable: Store,
  definitions: Record<string, Definition>,
  invariants: Invariants,
  fail: (message: string) => void,
): Promise<void> {
  const { items: pending } = await durable.approvals({ status: ['pending'] }, { limit: 1000 })
  for (const item of pending) {
    const about = contentOf(item)
    const run = await durable.run(about.workflowId)
    const now = run === null ? 'nothing' : `${run.status} at version ${run.version}`
    fail(
      `${item.id} (${item.kind} ${about.transition ?? ''} at version ${about.version}) cannot be decided; ${about.workflowId} is ${now}.`,
    )
  }
  const { items: scheduled } = await durable.approvals({ status: ['scheduled'] }, { limit: 1000 })
  for (const item of scheduled) fail(`${item.id} was decided and never ran.`)
  const { items } = await durable.runs({ status: ['running'] }, { limit: 1000 })
  for (const run of items) {
    const { id, activity } = run
    const [claim, parked] = [claimOf(run), parkedOf(run)]
    const asked = pending.some((item) => contentOf(item).workflowId === id)
    if (claim !== null && !(isInterrupted(run) && asked))
      fail(`${id} is claimed for ‘${claim.transition}’ and nobody goes on.`)
    if (activity.kind === 'due') fail(`${id} still has ‘${activity.todo}’ to do and nobody does it.`)
    if (parked?.on === 'gate' && !asked) fail(`${id} waits at a gate for which nobody is asked.`)
    const choices = Object.values(definitions[run.definitionId]?.states[run.state]?.transitions ?? {})
    const isForPeople = todoOf(run) === null && choices.some(({ actor }) => actor === 'human')
    if (isForPeople && !asked) fail(`${id} rests in ‘${run.state}’, and nobody is asked what comes next.`)
    if (parked?.on === 'child' && !items.some((child) => child.id === parked.id)) {
      fail(`${id} waits for ${parked.id}, which has ended.`)
    }
  }
  for (const effect of invariants.unreported())
    fail(`${effect.what} of ${effect.workflowId} happened and nothing says so.`)
  const { broken } = await durable.verifyAudit()
  if (broken !== null) fail(`The audit chain is broken at ${broken}.`)
}
