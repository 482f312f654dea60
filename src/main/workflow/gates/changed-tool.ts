/** A tool that its server describes otherwise than a person has accepted cannot be called (R5.3). Pure. */

import type { Plan } from '../../model/call.ts'
import { callsIn, toolOf } from '../executors/executors.ts'
import { quoteName } from '../wording/quote.ts'

/** The first tool of a plan that waits for a person; null: none. */
export function changedTool(
  plan: Plan,
  lookup: { isChangedTool?(connection: string, tool: string): boolean },
): { connection: string; tool: string } | null {
  const tools = plan.calls.flatMap(({ call }) => callsIn(call)).map(toolOf)
  return (
    tools.find((tool) => tool !== null && lookup.isChangedTool?.(tool.connection, tool.tool) === true) ?? null
  )
}

/** As a sentence for a model and a person. */
export function changedToolMessage({ connection, tool }: { connection: string; tool: string }): string {
  return `No person has accepted the tool ${quoteName(tool)} of the server ‘${connection}’ as it describes it now. Nothing was called; it waits until a person at the desk accepts it.`
}
