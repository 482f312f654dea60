/** A tool that its server describes otherwise than a person has accepted cannot be called (R5.3); one that it does not list may be. Pure. */

import type { Plan } from '../../model/call.ts'
import { callsIn, toolOf } from '../executors/executors.ts'
import { quoteName } from '../wording/quote.ts'

type Tool = { connection: string; tool: string }
type ToolTest = (connection: string, tool: string) => boolean

/** Absent: every tool is there, and as it was accepted. */
export interface ToolLookup {
  isChangedTool?: ToolTest
  /** The server runs, has said which tools it has, and this is none of them. */
  isUnlistedTool?: ToolTest
}

/** The first tool of a plan that waits for a person; null: none. */
export function changedTool(plan: Plan, lookup: Pick<ToolLookup, 'isChangedTool'>): Tool | null {
  return toolOfPlan(plan, (connection, tool) => lookup.isChangedTool?.(connection, tool) === true)
}

/** That a server lists no tool of the name that a plan calls, as a sentence; null: each is listed, or nobody knows. */
export function unlistedToolNote(plan: Plan, lookup: Pick<ToolLookup, 'isUnlistedTool'>): string | null {
  const tool = toolOfPlan(plan, (connection, name) => lookup.isUnlistedTool?.(connection, name) === true)
  if (tool === null) return null
  return `The server ‘${tool.connection}’ lists no tool ${quoteName(tool.tool)}: unless it keeps one to itself, the call fails.`
}

function toolOfPlan(plan: Plan, isMeant: ToolTest): Tool | null {
  const tools = plan.calls.flatMap(({ call }) => callsIn(call)).map(toolOf)
  return tools.find((tool) => tool !== null && isMeant(tool.connection, tool.tool)) ?? null
}

/** As a sentence for a model and a person. */
export function changedToolMessage({ connection, tool }: Tool): string {
  return `No person has accepted the tool ${quoteName(tool)} of the server ‘${connection}’ as it describes it now. Nothing was called; it waits until a person at the desk accepts it.`
}
