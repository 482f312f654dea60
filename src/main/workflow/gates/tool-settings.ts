/** What imports say of single tools: the gate of one in the place of the import's, and what a person has confirmed. Pure. */

import type { ImportRule } from '../../model/configuration.ts'
import type { Gate } from '../../model/definition.ts'
import { ownOf } from '../../model/json.ts'

/** Nearest wins within one import: that of the tool stands in the place of the import's own. */
export function gateOfTool({ gate, toolGates = {} }: ImportRule, tool: string): Gate | undefined {
  const own = ownOf(toolGates, tool)
  return own === undefined ? gate : (own ?? undefined)
}

/** Those of every import of the connection add up. Who names a tool means it, whether or not agents are offered it. */
export function gatesOfTool(imports: readonly ImportRule[], connection: string, tool: string): Gate[] {
  return imports
    .filter((rule) => rule.connection === connection && (takesTool(rule, tool) || namesGate(rule, tool)))
    .flatMap((rule) => gateOfTool(rule, tool) ?? [])
}

export function takesTool({ include, exclude }: ImportRule, tool: string): boolean {
  return !exclude.includes(tool) && (include.length === 0 || include.includes(tool))
}

function namesGate({ toolGates = {} }: ImportRule, tool: string): boolean {
  return Object.hasOwn(toolGates, tool)
}

/** Whether a person has confirmed that the tool changes nothing; undefined: nobody has said. Of two words, the graver. */
export function confirmedReadOnly(
  imports: readonly ImportRule[],
  connection: string,
  tool: string,
): boolean | undefined {
  const said = imports
    .filter((rule) => rule.connection === connection)
    .flatMap(({ toolReadOnly = {} }) => ownOf(toolReadOnly, tool) ?? [])
  return said.length === 0 ? undefined : said.every(Boolean)
}
