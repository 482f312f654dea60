/** `proxy.expose` and the named `capabilities` that it shows, as capabilities that can be called. */
import type { Capability, ExecutorDeclaration } from '../model/definition.ts'
import { compileExecutor, present } from './compile-executor.ts'
import { compileGuards } from './compile-guard.ts'
import { folded } from './compile-workflow.ts'
import { humaniseId } from './humanise.ts'
import type { CapabilityDocument, ExposeDocument } from './schema-proxy.ts'

export type Declared = Record<string, CapabilityDocument>

/**
 * The declaration with everything that it inherits through `wraps`: the nearest wording, schemas and executor win,
 * guards add up, the outermost first. Null where a name is unknown or the chain runs in a circle.
 */
export function unwrapCapability(name: string, declared: Declared): CapabilityDocument | null {
  const seen = new Set<string>()
  let result: CapabilityDocument = {}
  for (let at: string | undefined = name; at !== undefined; ) {
    const inner: CapabilityDocument | undefined = Object.hasOwn(declared, at) ? declared[at] : undefined
    if (!inner || seen.has(at)) return null
    seen.add(at)
    result = { ...inner, ...result, guards: [...(result.guards ?? []), ...(inner.guards ?? [])] }
    at = inner.wraps
  }
  return result
}

/** The id under which an entry of `proxy.expose` is shown; undefined if it names nothing. */
export function exposedId(entry: ExposeDocument): string | undefined {
  return entry.name ?? entry.as ?? entry.capability
}

/** Null where the entry is incomplete; `check-capabilities.ts` says how. */
export function compileExposed(entry: ExposeDocument, declared: Declared): Capability | null {
  const id = exposedId(entry)
  if (id === undefined) return null
  const inherited = entry.capability === undefined ? {} : unwrapCapability(entry.capability, declared)
  if (!inherited) return null
  const executor = executorOf(entry, inherited)
  if (!executor) return null
  const whole = { ...inherited, ...entry }
  return {
    id,
    title: whole.title ?? humaniseId(id),
    description: folded(whole.description) ?? '',
    tags: whole.tags ?? [],
    aliases: whole.aliases ?? [],
    examples: whole.examples ?? [],
    ...present({ inputSchema: whole.inputSchema, outputSchema: whole.outputSchema }),
    guards: compileGuards([...(entry.guards ?? []), ...(inherited.guards ?? [])]),
    executor,
    source: { kind: 'expose' },
    readOnly: whole.readOnly ?? false,
  }
}

function executorOf(entry: ExposeDocument, inherited: CapabilityDocument): ExecutorDeclaration | undefined {
  const executor = entry.executor ?? inherited.executor
  return executor && compileExecutor(executor)
}
