/** What a call of an agent tells about its search: what it showed, what was described, what was started. Pure. */
import { PROXY_DEFINITION } from '../../model/definition.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import type { ToolMethod } from '../../model/response.ts'

export interface AnsweredCall {
  method: ToolMethod
  input: JsonObject
  answer: JsonObject
  isError: boolean
}

export type TrafficCall =
  | { kind: 'searched'; shown: string[]; total: number; weak: boolean }
  | { kind: 'described'; id: string }
  | { kind: 'started'; id: string; run: string | null }

const HAS_STARTED = ['started', 'waiting_for_action', 'executed', 'completed']

/**
 * A start counts if it was let in: not if it was refused, its arguments were wrong, or what it ran failed. A session
 * of `proxy_default` that is only opened starts nothing; a call within it does.
 */
export function readTrafficCall({ method, input, answer, isError }: AnsweredCall): TrafficCall | null {
  if (isError) return null
  switch (method) {
    case 'gateway.search':
      return {
        kind: 'searched',
        shown: listShown(answer.results),
        total: Number(answer.total ?? 0),
        weak: answer.weak === true,
      }
    case 'gateway.describe':
      return { kind: 'described', id: String(input.id) }
    case 'workflow.start': {
      if (input.definitionId !== PROXY_DEFINITION)
        return hasStarted(answer) ? { kind: 'started', id: String(input.definitionId), run: null } : null
      const wanted = isJsonObject(input.input) ? input.input.capability : undefined
      return statusOf(answer) === 'started' ? null : calledOnce(wanted, answer)
    }
    case 'workflow.submit':
      return answer.definitionId === PROXY_DEFINITION ? calledOnce(input.transition, answer) : null
    default:
      return null
  }
}

function calledOnce(id: JsonValue | undefined, answer: JsonObject): TrafficCall | null {
  if (typeof id !== 'string' || !hasStarted(answer)) return null
  const isWaiting = statusOf(answer) === 'waiting_for_action'
  return { kind: 'started', id, run: isWaiting ? String(answer.workflowId) : null }
}

function hasStarted(answer: JsonObject): boolean {
  return HAS_STARTED.includes(statusOf(answer))
}

function statusOf({ result }: JsonObject): string {
  return isJsonObject(result) ? String(result.status) : ''
}

function listShown(results: JsonValue | undefined): string[] {
  if (!Array.isArray(results)) return []
  return results.flatMap((result) => {
    const item = isJsonObject(result) ? result.item : undefined
    return isJsonObject(item) && typeof item.id === 'string' ? [item.id] : []
  })
}
