/** A tool that its server describes otherwise than a person has accepted cannot be called (R5.3). Pure. */
import type { Plan } from '../model/call.ts'
import { callsIn } from './gates.ts'
import { quoteName } from './quote.ts'

/** The first tool of a plan that waits for a person; null: none. */
export function changedTool(
  plan: Plan,
  lookup: { isChangedTool?(connection: string, tool: string): boolean },
): { connection: string; tool: string } | null {
  for (const call of plan.calls.flatMap((planned) => callsIn(planned.call))) {
    if (call.kind === 'mcp' && lookup.isChangedTool?.(call.connection, call.tool) === true) return call
  }
  return null
}

/** As a sentence for a model and a person. */
export function changedToolMessage({ connection, tool }: { connection: string; tool: string }): string {
  return `The server ‘${connection}’ describes its tool ${quoteName(tool)} otherwise than a person has accepted. Nothing was called; it waits until a person at the desk accepts the change.`
}
