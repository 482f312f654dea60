/** Whether an agent has been answered with what a decision led to. May import: gateway.ts (types), model, workflow, preload/contract. */

import type { AgentAnswer, TimelineEntry } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { InboxItem } from '../../model/item.ts'
import { isJsonObject } from '../../model/json.ts'
import { isHumanId } from '../../model/principal.ts'
import type { Run } from '../../model/run.ts'
import { isChoice, isDoubt, originOf } from '../../workflow/items/items.ts'
import { isSingleCall } from '../../workflow/proxy.ts'
import { denial } from '../../workflow/wording/refusal.ts'

const DECIDED: InboxItem['status'][] = ['approved', 'refused']

type Answer = Parameters<Parameters<Gateway['answers']['find']>[2]>[0]

/**
 * Null: nobody can say, or there is no agent to hear of it. An answer that was sent is all that is known; whether a
 * model has read it is not.
 */
export function agentAnswered(
  { answers }: Pick<Gateway, 'answers'>,
  approval: InboxItem,
  run: Run | null,
): AgentAnswer | null {
  const { decision, status } = approval
  if (run === null || decision === null || !DECIDED.includes(status)) return null
  // A person's own run; or a step of another run, whose agent follows that one.
  if (isHumanId(run.owner) || run.parent !== null) return null
  const since = decision.runsAt ?? decision.at
  const found = answers.find(run.id, since, (answer) => carries(answer, approval, since))
  if (found === 'unknown') return null
  if (found !== 'none') return { state: 'answered', by: found.by, at: found.at }
  return { state: stillHears(approval, run) ? 'waiting' : 'missed' }
}

function carries(answer: Answer, approval: InboxItem, since: string): boolean {
  const { id, status, decision } = approval
  const { decided, saidAt, about, asOf, error } = answer
  if (decided === id || hasMoved(approval, answer.version)) return true
  // How the run itself stands is what was said of it.
  if (isDoubt(approval) && about === null && asOf >= since && answer.version >= originOf(approval).version)
    return true
  if (status === 'approved') return saidAt !== null && saidAt === decision?.at
  return asOf >= since && tellsRefusal(error, approval)
}

/** Whether `workflow.get` would tell of it now: the next step of an agent takes what a person said away. */
function stillHears(approval: InboxItem, { version, personSaid, failure }: Run): boolean {
  const { status, decision } = approval
  if (isDoubt(approval) || hasMoved(approval, version)) return true
  if (status === 'approved') return personSaid !== null && personSaid.at === decision?.at
  return tellsRefusal(failure?.message ?? null, approval)
}

/** What was let through, or chosen, moves the run: whoever sees that knows of it. Single calls move without each other. */
function hasMoved(approval: InboxItem, seen: number): boolean {
  const { definitionId, version } = originOf(approval)
  const moves = approval.status === 'approved' || isChoice(approval)
  return moves && !isSingleCall(definitionId) && seen > version
}

function tellsRefusal(error: string | null, approval: InboxItem): boolean {
  return error !== null && approval.status === 'refused' && error.includes(denial(approval))
}

/** Decided items of a run whose answers are looked up. */
const MOST_ITEMS = 100

/** By the item. */
export async function answersOfRun(
  gateway: Pick<Gateway, 'answers' | 'store'>,
  run: Run,
): Promise<ReadonlyMap<string, AgentAnswer>> {
  const filter = { workflowId: run.id, status: DECIDED, order: 'newest' } as const
  const { items } = await gateway.store.approvals(filter, { limit: MOST_ITEMS })
  return new Map(
    items.flatMap((item): [string, AgentAnswer][] => {
      const answered = agentAnswered(gateway, item, run)
      return answered === null ? [] : [[item.id, answered]]
    }),
  )
}

/** A history, oldest first, in which what ended an item says whether its agent was answered. */
export function withAnswers(
  history: TimelineEntry[],
  answers: ReadonlyMap<string, AgentAnswer>,
): TimelineEntry[] {
  if (answers.size === 0) return history
  const last = new Map<unknown, TimelineEntry>()
  for (const entry of history) {
    if (entry.eventType === 'human.approval.decided') last.set(itemOf(entry), entry)
  }
  return history.map((entry) => {
    const item = itemOf(entry)
    const answered = typeof item === 'string' && last.get(item) === entry ? answers.get(item) : undefined
    return answered === undefined ? entry : { ...entry, answered }
  })
}

function itemOf({ raw }: TimelineEntry): unknown {
  const { payload = null } = raw
  return isJsonObject(payload) ? payload.approvalId : undefined
}
