/** Who would notice a tool: the capabilities that import it, and the workflows that call it. Pure. */
import { importCapabilities } from '../../connections/tools/import.ts'
import type { Configuration } from '../../model/configuration.ts'
import { isJsonObject, type JsonValue } from '../../model/json.ts'

/** Ids of capabilities and workflows; empty if nothing could reach the tool. */
export function usesOf(configuration: Configuration, connection: string, tool: string): string[] {
  const rules = configuration.imports.filter((rule) => rule.connection === connection)
  const imported = importCapabilities(rules, () => [{ name: tool }]).capabilities
  const declared = [
    ...configuration.capabilities.map((capability) => ({ id: capability.id, declaration: capability })),
    ...Object.entries(configuration.workflows).map(([id, declaration]) => ({ id, declaration })),
  ]
  const calling = declared.filter(({ declaration }) =>
    calls(JSON.parse(JSON.stringify(declaration)) as JsonValue, connection, tool),
  )
  return [...new Set([...imported, ...calling].map(({ id }) => id))]
}

/** Executors stand at many places (steps, fallbacks, branches): wherever one of this tool stands counts. */
function calls(value: JsonValue, connection: string, tool: string): boolean {
  if (Array.isArray(value)) return value.some((item) => calls(item, connection, tool))
  if (!isJsonObject(value)) return false
  if (value.kind === 'mcp' && value.connection === connection && value.tool === tool) return true
  return Object.values(value).some((item) => calls(item, connection, tool))
}
