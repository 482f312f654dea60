/** `proxy.import`: makes capabilities of an MCP server's tools (gateway.md §3; seed 002). Pure. */
import type { ImportRule } from '../model/configuration.ts'
import type { Capability } from '../model/definition.ts'
import type { ImportedTool } from './connection.ts'

export interface Imports {
  capabilities: Capability[]
  /** Sentences: ids that clashed, names in a rule that the server does not have. */
  warnings: string[]
}

/**
 * Rules count in their order, tools in the server's. An id that is taken is kept by whoever came first; the
 * other tool becomes `connection.tool`, or that with a number.
 * @param tools the tools of a connection; none while it has not been discovered
 * @param taken ids of capabilities that exist already
 */
export function importCapabilities(
  rules: ImportRule[],
  tools: (connection: string) => ImportedTool[],
  taken: Iterable<string> = [],
): Imports {
  const ids = new Set(taken)
  const sources = new Map<string, string>()
  const capabilities: Capability[] = []
  const warnings: string[] = []
  for (const rule of rules) {
    const known = tools(rule.connection)
    warnings.push(...findUnknownNames(rule, known))
    for (const tool of known.filter(({ name }) => isIncluded(rule, name))) {
      const wanted = rule.prefix === '' ? tool.name : `${rule.prefix}.${tool.name}`
      const source = JSON.stringify([rule.connection, tool.name])
      // Two rules that import the same tool under the same id mean one capability.
      if (sources.get(wanted) === source) continue
      const id = chooseId(ids, wanted, `${rule.connection}.${tool.name}`)
      if (id !== wanted) {
        warnings.push(
          `Two capabilities would be called ${wanted}: the tool ${tool.name} of the connection ${rule.connection} is called ${id} instead. Give its import another prefix.`,
        )
      }
      ids.add(id)
      sources.set(id, source)
      capabilities.push(toCapability(id, rule, tool))
    }
  }
  return { capabilities, warnings }
}

function isIncluded(rule: ImportRule, name: string): boolean {
  return (rule.include.length === 0 || rule.include.includes(name)) && !rule.exclude.includes(name)
}

function chooseId(taken: Set<string>, wanted: string, fallback: string): string {
  if (!taken.has(wanted)) return wanted
  if (!taken.has(fallback)) return fallback
  let number = 2
  while (taken.has(`${fallback}_${number}`)) number += 1
  return `${fallback}_${number}`
}

function toCapability(id: string, rule: ImportRule, tool: ImportedTool): Capability {
  const readOnly = tool.annotations?.readOnlyHint === true
  return {
    id,
    title: tool.title ?? tool.annotations?.title ?? tool.name,
    description: tool.description ?? '',
    tags: [...new Set([...rule.tags, ...(ownOf(rule.toolTags, tool.name) ?? [])])],
    aliases: [...(ownOf(rule.aliases, tool.name) ?? [])],
    examples: [],
    ...(tool.inputSchema === undefined ? {} : { inputSchema: tool.inputSchema }),
    ...(tool.outputSchema === undefined ? {} : { outputSchema: tool.outputSchema }),
    guards: [],
    executor: { kind: 'mcp', connection: rule.connection, tool: tool.name, idempotent: readOnly },
    ...(rule.gate === undefined ? {} : { gates: [rule.gate] }),
    source: { kind: 'import', connection: rule.connection, tool: tool.name },
    readOnly,
  }
}

function ownOf(words: Record<string, string[]> | undefined, tool: string): string[] | undefined {
  return words !== undefined && Object.hasOwn(words, tool) ? words[tool] : undefined
}

/** Silent before the first discovery: then nothing is known. */
function findUnknownNames(rule: ImportRule, known: ImportedTool[]): string[] {
  if (known.length === 0) return []
  const names = new Set(known.map(({ name }) => name))
  const mentioned = new Set([
    ...[...rule.include, ...rule.exclude],
    ...[...Object.keys(rule.aliases), ...Object.keys(rule.toolTags ?? {})],
  ])
  return [...mentioned]
    .filter((name) => !names.has(name))
    .map(
      (name) =>
        `The import of the connection ${rule.connection} names the tool ${name}, which its server does not have.`,
    )
}
