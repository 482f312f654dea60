/** A tool that its server describes otherwise than a person has accepted cannot be called (R5.3); one that it does not list may be. Pure. */

import type { Plan } from '../../model/call.ts'
import type { ExecutorDeclaration } from '../../model/executor.ts'
import { isJsonObject } from '../../model/json.ts'
import { callsIn, executorsIn, kindOf, toolOf } from '../executors/executors.ts'
import { listWith } from '../wording/listing.ts'
import { quoteName } from '../wording/quote.ts'

type Tool = { connection: string; tool: string }
type ToolTest = (connection: string, tool: string) => boolean

/** Absent: every tool is there, and as it was accepted. */
export interface ToolLookup {
  isChangedTool?: ToolTest
  /** The tool that would be this capability, once a person accepts it. */
  waitingFor?(capability: string): Tool | null
  /** The server runs, has said which tools it has, and this is none of them. */
  isUnlistedTool?: ToolTest
  /** What a tool must be given, as it was accepted. */
  requiredArguments?(connection: string, tool: string): readonly string[]
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

/** What a tool asks for and a step that says itself what it gives never gives, as a sentence; null: nothing is known of that. */
export function lackingNote(
  executor: ExecutorDeclaration | undefined,
  lookup: Pick<ToolLookup, 'requiredArguments'>,
): string | null {
  for (const each of executor === undefined ? [] : executorsIn(executor)) {
    const tool = toolOf(each)
    const given = kindOf(each).sends?.template(each)
    if (tool === null || !isJsonObject(given)) continue
    const required = lookup.requiredArguments?.(tool.connection, tool.tool) ?? []
    const lacking = required.filter((name) => !Object.hasOwn(given, name))
    if (lacking.length === 0) continue
    const names = listWith('and', lacking.slice(0, MOST_NAMED).map(quoteArgument))
    return `The tool ${quoteName(tool.tool)} of the server ‘${tool.connection}’ asks for ${names}, which this step never gives: unless it can do without, the call fails.`
  }
  return null
}

const MOST_NAMED = 5

/** A server chooses its name. */
function quoteArgument(name: string): string {
  return /^[\w.-]{1,60}$/.test(name) ? `‘${name}’` : quoteName(name)
}

function toolOfPlan(plan: Plan, isMeant: ToolTest): Tool | null {
  const tools = plan.calls.flatMap(({ call }) => callsIn(call)).map(toolOf)
  return tools.find((tool) => tool !== null && isMeant(tool.connection, tool.tool)) ?? null
}

/** As a sentence for a model and a person. */
export function changedToolMessage({ connection, tool }: Tool): string {
  return `No person has accepted the tool ${quoteName(tool)} of the server ‘${connection}’ as it describes it now. Nothing was called; it waits until a person at the desk accepts it.`
}
