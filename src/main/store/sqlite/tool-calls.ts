/** How often what can be called was called, counted from the audit log piece by piece. May import: model, runtime/ports. */
import type { AuditEntry } from '../../model/audit-event.ts'
import { isJsonObject, type JsonValue } from '../../model/json.ts'
import type { CalledTool, ToolCalls } from '../../runtime/ports.ts'
import { type Queries, readBody } from './query.ts'

const COUNTED = `('workflow.started', 'executor.started', 'executor.failed')`

/** Of so many entries after `sequence`; what has failed counts for what began in the same run before. */
export function countToolCalls(queries: Queries, sequence: number, limit: number): ToolCalls {
  const end = queries.get(
    'SELECT max(sequence) AS sequence, count(*) AS entries FROM (SELECT sequence FROM audit WHERE sequence > ? ORDER BY sequence LIMIT ?)',
    [sequence, limit],
  )
  const last = Number(end?.sequence ?? sequence)
  const counted = new Map<string, CalledTool>()
  const find = ([server, name]: ToolKey): CalledTool => {
    const key = JSON.stringify([server, name])
    const known = counted.get(key) ?? { server, name, count: 0, failed: 0, lastAt: '', by: {} }
    counted.set(key, known)
    return known
  }
  for (const row of queries.all(
    `SELECT sequence, body FROM audit WHERE sequence > ? AND sequence <= ? AND event_type IN ${COUNTED} ORDER BY sequence`,
    [sequence, last],
  )) {
    const entry: AuditEntry = readBody(row)
    if (entry.eventType === 'executor.failed') {
      for (const called of failedIn(queries, entry, Number(row.sequence))) find(called).failed += 1
      continue
    }
    for (const called of calledBy(entry)) {
      const use = find(called)
      use.count += 1
      use.by[entry.actor] = (use.by[entry.actor] ?? 0) + 1
      if (entry.timestamp > use.lastAt) use.lastAt = entry.timestamp
    }
  }
  return { sequence: last, isAll: Number(end?.entries ?? 0) < limit, calls: [...counted.values()] }
}

type ToolKey = readonly [server: string | null, name: string]

function calledBy(entry: AuditEntry): ToolKey[] {
  if (entry.eventType === 'executor.started') return toolsIn(entry.payload.call)
  const name = startedName(entry, () => null)
  return name === null ? [] : [[null, name]]
}

/** Groups hold calls of their own. */
function toolsIn(call: JsonValue | undefined): ToolKey[] {
  if (Array.isArray(call)) return call.flatMap(toolsIn)
  if (!isJsonObject(call)) return []
  const { kind, connection, tool } = call
  if (kind === 'mcp')
    return typeof connection === 'string' && typeof tool === 'string' ? [[connection, tool]] : []
  return Object.values(call).flatMap(toolsIn)
}

/** Both the call and what it was a step of. */
function failedIn(queries: Queries, { workflowId }: AuditEntry, sequence: number): ToolKey[] {
  if (workflowId === null) return []
  return ['executor.started', 'workflow.started'].flatMap((type) => {
    const row = queries.get(
      `SELECT body FROM audit WHERE workflow_id = ? AND sequence < ? AND event_type = ? ORDER BY sequence DESC LIMIT 1`,
      [workflowId, sequence, type],
    )
    return row === null ? [] : calledBy(readBody<AuditEntry>(row))
  })
}

/**
 * The name that a `workflow.started` entry counts for: the capability if it is a one-call session, else the
 * definition. Null for every other entry.
 */
export function startedName(
  entry: AuditEntry,
  definitionOf: (workflowId: string) => string | null,
): string | null {
  if (entry.eventType !== 'workflow.started') return null
  const { capability, definitionId } = entry.payload
  if (typeof capability === 'string' && capability !== '') return capability
  if (entry.workflowId !== null) {
    const definition = definitionOf(entry.workflowId)
    if (definition !== null) return definition
  }
  return typeof definitionId === 'string' ? definitionId : null
}
