/** Where in the merged document the gates are written that stand before a call, so that they can be changed there. */
import type { Path } from '../../config/read/tree.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import { importsTool, objectsAt, valueAt } from './document-values.ts'

export interface GatePlace {
  /** Of the thing that declares the gate. */
  path: Path
  /** `approval`, or the other spelling of it. */
  key: 'approval' | 'auto_approve'
  /** Calls are met there on every way; what stands there cannot speak of arguments. */
  isOnCalls: boolean
}

export interface GateTarget {
  /** A capability that is called by itself, or a transition of a workflow. */
  target:
    | { kind: 'capability'; id: string }
    | { kind: 'transition'; definitionId: string; state: string; name: string }
  /** What it calls, where that is a tool of a connection. */
  tool: { connection: string; name: string } | null
}

export function findGatePlaces(document: JsonObject, { target, tool }: GateTarget): GatePlace[] {
  const places: GatePlace[] = []
  const connections = new Set(tool === null ? [] : [tool.connection])
  const look = (holder: JsonValue | undefined, path: Path, isOnCalls: boolean) => {
    const key = gateKey(holder)
    if (key !== null && !places.some((place) => place.path.join('\0') === path.join('\0')))
      places.push({ path, key, isOnCalls })
  }
  const seen = new Set<string>()
  const followCapability = (name: string) => {
    const declared = valueAt(document, ['capabilities', name])
    if (seen.has(name) || !isJsonObject(declared)) return
    seen.add(name)
    look(declared, ['capabilities', name], false)
    if (typeof declared.wraps === 'string') followCapability(declared.wraps)
    followExecutors(declared)
  }
  const followExecutors = (holder: JsonObject) => {
    for (const executor of executorsIn(holder)) {
      if (typeof executor.connection === 'string') connections.add(executor.connection)
      if (typeof executor.capability === 'string') followCapability(executor.capability)
    }
  }
  if (target.kind === 'capability') {
    for (const [index, entry] of objectsAt(document, ['proxy', 'expose']).entries()) {
      if ((entry.name ?? entry.as ?? entry.capability) !== target.id) continue
      look(entry, ['proxy', 'expose', index], false)
      if (typeof entry.capability === 'string') followCapability(entry.capability)
      followExecutors(entry)
    }
  } else {
    const path = ['workflows', target.definitionId, 'states', target.state, 'transitions', target.name]
    const transition = valueAt(document, path)
    look(transition, path, false)
    if (isJsonObject(transition)) followExecutors(transition)
  }
  for (const [index, rule] of objectsAt(document, ['proxy', 'import']).entries()) {
    if (tool !== null && importsTool(rule, tool.connection, tool.name))
      look(rule, ['proxy', 'import', index], true)
  }
  for (const name of connections) look(valueAt(document, ['connections', name]), ['connections', name], true)
  return places
}

function gateKey(holder: JsonValue | undefined): GatePlace['key'] | null {
  if (!isJsonObject(holder)) return null
  const { approval, auto_approve } = holder
  if (isJsonObject(approval)) return approval.required === false ? null : 'approval'
  return auto_approve === false ? 'auto_approve' : null
}

/** Its own executor, and those of its branches and fallbacks. */
function executorsIn(holder: JsonObject): JsonObject[] {
  const { executor, reliability } = holder
  const fallback = isJsonObject(reliability) ? reliability.fallback : undefined
  const others = isJsonObject(fallback) ? fallback.executors : fallback
  const all = [executor, ...(Array.isArray(others) ? others : [])]
  return all.flatMap((each) => {
    if (!isJsonObject(each)) return []
    const branches = isJsonObject(each.branches) ? Object.values(each.branches) : []
    const inner = branches.flatMap((branch) => {
      if (!isJsonObject(branch)) return []
      return executorsIn('executor' in branch ? branch : { executor: branch })
    })
    return [each, ...inner]
  })
}
