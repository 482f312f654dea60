/** Whether an agent has been answered with what a decision led to. May import: gateway.ts (types), model, preload/contract. */
import type { AgentAnswered, TimelineEntry } from '../../preload/contract.ts'
import type { Gateway } from '../gateway.ts'
import type { Approval } from '../model/approval.ts'
import { PROXY_DEFINITION } from '../model/definition.ts'
import type { Instance } from '../model/instance.ts'
import { isJsonObject } from '../model/json.ts'

const DECIDED: Approval['status'][] = ['approved', 'refused']

type Answer = Parameters<Parameters<Gateway['answers']['find']>[2]>[0]

/**
 * Null: nobody can say, or there is no agent to hear of it. An answer that was sent is all that is known; whether a
 * model has read it is not.
 */
export function agentAnswered(
  { answers }: Pick<Gateway, 'answers'>,
  approval: Approval,
  instance: Instance | null,
): AgentAnswered | null {
  const { decision, status } = approval
  if (instance === null || decision === null || !DECIDED.includes(status)) return null
  // A person's own run; or a step of another run, whose agent follows that one.
  if (instance.owner.startsWith('human:') || instance.parent !== null) return null
  const since = decision.runsAt ?? decision.at
  const found = answers.find(instance.id, since, (answer) => carries(answer, approval, since))
  if (found === 'unknown') return null
  return found === 'none' ? { state: 'waiting' } : { state: 'answered', by: found.by, at: found.at }
}

function carries(answer: Answer, approval: Approval, since: string): boolean {
  const { definitionId, transition, version, status, kind } = approval
  const { about, asOf, error } = answer
  const isDenial = error === 'APPROVAL_DENIED'
  if (definitionId === PROXY_DEFINITION) {
    // An item belongs to its call here: another call of the session says nothing of it.
    if (asOf < since || (about !== null && about !== transition)) return false
    return about === null || isDenial || !['waiting_for_action', 'rejected'].includes(answer.status)
  }
  // Whatever moves a run ends what was asked before: past that version, it was decided.
  if (answer.version > version) return true
  if (asOf < since) return false
  if (kind === 'interrupted') return about === null
  return status === 'refused' && (isDenial || (about === null && error !== null))
}

/** Decided items of a run whose answers are looked up. */
const MOST_ITEMS = 100

/** By the item. */
export async function answersOfRun(
  gateway: Pick<Gateway, 'answers' | 'store'>,
  instance: Instance,
): Promise<ReadonlyMap<string, AgentAnswered>> {
  const filter = { workflowId: instance.id, status: DECIDED, newestFirst: true }
  const { items } = await gateway.store.approvals(filter, { limit: MOST_ITEMS })
  return new Map(
    items.flatMap((item): [string, AgentAnswered][] => {
      const answered = agentAnswered(gateway, item, instance)
      return answered === null ? [] : [[item.id, answered]]
    }),
  )
}

/** A history, oldest first, in which what ended an item says whether its agent was answered. */
export function withAnswers(
  history: TimelineEntry[],
  answers: ReadonlyMap<string, AgentAnswered>,
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
