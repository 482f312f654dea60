/** Where in the merged document the gates are written that stand before a call, so that they can be changed there. */
import { isBranch } from '../../config/executors/parallel.ts'
import { type Path, valueAt } from '../../config/read/tree.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import { exposedName, importsTool, objectsAt } from './document-values.ts'

export interface GatePlace {
  /** Of the gate, or of the value that is its other spelling. */
  path: Path
  spelling: 'approval' | 'auto_approve'
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
  const add = (path: Path, spelling: GatePlace['spelling'], isOnCalls: boolean) => {
    if (!places.some((place) => place.path.join('\0') === path.join('\0')))
      places.push({ path, spelling, isOnCalls })
  }
  const look = (holder: JsonValue | undefined, path: Path, isOnCalls: boolean) => {
    const spelling = gateKey(holder)
    if (spelling !== null) add([...path, spelling], spelling, isOnCalls)
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
      if (exposedName(entry) !== target.id) continue
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
    if (tool === null || rule.connection !== tool.connection) continue
    const path = ['proxy', 'import', index]
    const own = valueAt(rule, ['toolApproval', tool.name])
    if (own === undefined) {
      if (importsTool(rule, tool.connection, tool.name)) look(rule, path, true)
    } else if (isGate(own)) add([...path, 'toolApproval', tool.name], 'approval', true)
  }
  for (const name of connections) look(valueAt(document, ['connections', name]), ['connections', name], true)
  return places
}

function isGate(approval: JsonValue | undefined): boolean {
  return isJsonObject(approval) && approval.required !== false
}

function gateKey(holder: JsonValue | undefined): GatePlace['spelling'] | null {
  if (!isJsonObject(holder)) return null
  const { approval, auto_approve } = holder
  if (isJsonObject(approval)) return isGate(approval) ? 'approval' : null
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
      return executorsIn(isBranch(branch) ? branch : { executor: branch })
    })
    return [each, ...inner]
  })
}
