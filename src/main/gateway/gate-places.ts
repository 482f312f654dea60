/** Where in the merged document the gates are written that stand before a call, so that they can be changed there. */

import type { Path } from '../config/tree.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts'

export interface GatePlace {
  /** Of the thing that declares the gate. */
  path: Path
  /** `approval`, or the other spelling of it. */
  key: 'approval' | 'auto_approve'
  /** Calls are met there on every way; what stands there cannot speak of arguments. */
  isOnCalls: boolean
}

export interface Asked {
  /** A capability that is called by itself, or a transition of a workflow. */
  target:
    | { kind: 'capability'; id: string }
    | { kind: 'transition'; definitionId: string; state: string; name: string }
  /** What it calls, where that is a tool of a connection. */
  tool: { connection: string; name: string } | null
}

export function findGatePlaces(document: JsonObject, { target, tool }: Asked): GatePlace[] {
  const places: GatePlace[] = []
  const connections = new Set(tool === null ? [] : [tool.connection])
  const look = (holder: JsonValue | undefined, path: Path, isOnCalls: boolean) => {
    const key = gateKey(holder)
    if (key !== null && !places.some((place) => place.path.join('\0') === path.join('\0')))
      places.push({ path, key, isOnCalls })
  }
  const seen = new Set<string>()
  const followCapability = (name: string) => {
    const declared = at(document, ['capabilities', name])
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
    for (const [index, entry] of listAt(document, ['proxy', 'expose']).entries()) {
      if (!isJsonObject(entry) || (entry.name ?? entry.as ?? entry.capability) !== target.id) continue
      look(entry, ['proxy', 'expose', index], false)
      if (typeof entry.capability === 'string') followCapability(entry.capability)
      followExecutors(entry)
    }
  } else {
    const path = ['workflows', target.definitionId, 'states', target.state, 'transitions', target.name]
    const transition = at(document, path)
    look(transition, path, false)
    if (isJsonObject(transition)) followExecutors(transition)
  }
  for (const [index, rule] of listAt(document, ['proxy', 'import']).entries()) {
    if (isJsonObject(rule) && tool !== null && imports(rule, tool))
      look(rule, ['proxy', 'import', index], true)
  }
  for (const name of connections) look(at(document, ['connections', name]), ['connections', name], true)
  return places
}

function gateKey(holder: JsonValue | undefined): GatePlace['key'] | null {
  if (!isJsonObject(holder ?? null)) return null
  const { approval, auto_approve } = holder as JsonObject
  if (isJsonObject(approval ?? null)) return (approval as JsonObject).required === false ? null : 'approval'
  return auto_approve === false ? 'auto_approve' : null
}

function imports(rule: JsonObject, { connection, name }: { connection: string; name: string }): boolean {
  const names = (key: string) => (Array.isArray(rule[key]) ? rule[key] : [])
  if (rule.connection !== connection || names('exclude').includes(name)) return false
  return names('include').length === 0 || names('include').includes(name)
}

/** Its own executor, and those of its branches and fallbacks. */
function executorsIn(holder: JsonObject): JsonObject[] {
  const { executor, reliability } = holder
  const fallback = isJsonObject(reliability ?? null) ? (reliability as JsonObject).fallback : undefined
  const others = isJsonObject(fallback ?? null) ? (fallback as JsonObject).executors : fallback
  const all = [executor, ...(Array.isArray(others) ? others : [])]
  return all.flatMap((each) => {
    if (!isJsonObject(each ?? null)) return []
    const whole = each as JsonObject
    const branches = isJsonObject(whole.branches ?? null) ? Object.values(whole.branches as JsonObject) : []
    const inner = branches.flatMap((branch) => {
      if (!isJsonObject(branch)) return []
      return executorsIn('executor' in branch ? branch : { executor: branch })
    })
    return [whole, ...inner]
  })
}

function at(document: JsonValue, path: Path): JsonValue | undefined {
  let here: JsonValue | undefined = document
  for (const step of path) {
    if (Array.isArray(here)) here = here[Number(step)]
    else here = isJsonObject(here ?? null) ? (here as JsonObject)[String(step)] : undefined
  }
  return here
}

function listAt(document: JsonValue, path: Path): JsonValue[] {
  const found = at(document, path)
  return Array.isArray(found) ? found : []
}
