/** `proxy.expose` and the named `capabilities` that it shows, as capabilities that can be called. */
import type { Capability } from '../../model/definition.ts'
import { present } from '../../model/json.ts'
import { compileGuards } from '../guards/guards.ts'
import type { ExposeDocument } from '../schema/proxy.ts'
import { compileExecutor } from './executor.ts'
import { compileGate } from './gate.ts'
import { humaniseId } from './humanise.ts'
import { type CapabilityDocuments, unwrapCapability } from './unwrap-capability.ts'
import { folded } from './workflow.ts'

/** The id under which an entry of `proxy.expose` is shown; undefined if it names nothing. */
export function exposedId(entry: ExposeDocument): string | undefined {
  return entry.name ?? entry.as ?? entry.capability
}

/** Null where the entry is incomplete; `check/capabilities.ts` says how. */
export function compileExposed(entry: ExposeDocument, declared: CapabilityDocuments): Capability | null {
  const id = exposedId(entry)
  if (id === undefined) return null
  const inherited =
    entry.capability === undefined
      ? { document: {}, gates: [] }
      : unwrapCapability(entry.capability, declared)
  if (!inherited) return null
  const whole = { ...inherited.document, ...entry }
  const compiled = whole.executor && compileExecutor(whole.executor, whole.reliability, declared)
  if (!compiled) return null
  const own = compileGate(entry, `proxy.expose.${id}`)
  const gates = [...(own ? [own] : []), ...inherited.gates, ...compiled.gates]
  return {
    id,
    title: whole.title ?? humaniseId(id),
    description: folded(whole.description) ?? '',
    tags: whole.tags ?? [],
    aliases: whole.aliases ?? [],
    examples: whole.examples ?? [],
    ...present({
      inputSchema: whole.inputSchema ?? compiled.inputSchema,
      outputSchema: whole.outputSchema,
    }),
    guards: [
      ...compileGuards([...(entry.guards ?? []), ...(inherited.document.guards ?? [])]),
      ...compiled.guards,
    ],
    executor: compiled.executor,
    ...present({
      reliability: compiled.reliability,
      gates: gates.length === 0 ? undefined : gates,
    }),
    source: { kind: 'expose' },
    readOnly: whole.readOnly ?? false,
  }
}
