/** What a named capability inherits through `wraps`. */
import type { Gate } from '../../model/definition.ts'
import { ownOf } from '../../model/json.ts'
import type { CapabilityDocument } from '../schema/proxy.ts'
import { compileGate } from './gate.ts'

export type CapabilityDocuments = Record<string, CapabilityDocument>

export interface CapabilityChain {
  document: CapabilityDocument
  /** Of all levels, the outermost first. */
  gates: Gate[]
}

/**
 * The declaration with everything that it inherits: the nearest wording, schemas, executor and reliability win; guards
 * and gates add up, the outermost first. Null where a name is unknown or the chain runs in a circle.
 */
export function unwrapCapability(name: string, declared: CapabilityDocuments): CapabilityChain | null {
  const seen = new Set<string>()
  const gates: Gate[] = []
  let result: CapabilityDocument = {}
  for (let at: string | undefined = name; at !== undefined; ) {
    const inner: CapabilityDocument | undefined = ownOf(declared, at)
    if (!inner || seen.has(at)) return null
    seen.add(at)
    const gate = compileGate(inner, `capabilities.${at}`)
    if (gate) gates.push(gate)
    result = { ...inner, ...result, guards: [...(result.guards ?? []), ...(inner.guards ?? [])] }
    at = inner.wraps
  }
  return { document: result, gates }
}
