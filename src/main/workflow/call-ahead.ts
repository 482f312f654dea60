/** Whether a step's call can be made, and where what it lacks would come from. Pure. */

import type { Plan } from '../model/call.ts'
import type { Definition, Transition } from '../model/definition.ts'
import type { ExecutorDeclaration } from '../model/executor.ts'
import { isJsonObject } from '../model/json.ts'
import type { Run } from '../model/run.ts'
import { isOfEngine } from './advance.ts'
import { callsIn, executorsIn, kindOf, resolvePlan, toolOf } from './executors/executors.ts'
import type { ConnectionLookup, ResolutionRefusal } from './executors/kind.ts'
import { fillPlaceholders, isCertain, withoutOpenBranches } from './preview/fill-placeholders.ts'
import { declaredBy, keysOfSchema } from './schema/schema.ts'
import { namedPath, scopeOf, splitPath } from './scope.ts'
import { listWith } from './wording/listing.ts'
import { quoteName } from './wording/quote.ts'

export interface CallFacts {
  definition: Definition
  run: Run
  connections: ConnectionLookup & ToolLookup
  /** Milliseconds since 1970. */
  now: number
}

/** Whether a call can be made now, whatever it is submitted with. */
export interface CallProspect {
  /** Why it cannot, in sentences; null: it may be. */
  unable: string | null
  /** What is to be known of one that may be, as a sentence; null: nothing. */
  note: string | null
}

export function prospectOf(
  { definition, run, connections, now }: CallFacts,
  transition: Transition,
): CallProspect {
  if (transition.executor === undefined && transition.reliability === undefined)
    return { unable: null, note: null }
  const resolveWith = (isArgumentUnknown: (name: string) => boolean) => {
    const scope = { ...scopeOf(run, {}), now }
    const belief = { scope, unknownKeys: new Set<string>(), outputUnknown: false, isArgumentUnknown }
    const certain = transition.executor && withoutOpenBranches(transition.executor, belief)
    const declared = { executor: certain, reliability: transition.reliability }
    const { executor, reliability, approximate } = fillPlaceholders(declared, belief)
    const resolved = resolvePlan(executor, reliability, scope, connections)
    return resolved.ok || isCertain(resolved, approximate) ? resolved : null
  }
  const resolved = resolveWith((name) => takes(transition, name))
  // Its values decide that.
  if (resolved === null) return { unable: null, note: null }
  if (!resolved.ok) return { unable: sayUnable(definition, resolved, transition), note: null }
  const changed = changedTool(resolved.plan, connections)
  if (changed !== null) return { unable: changedToolMessage(changed), note: null }
  const meant = resolveWith((name) => declares(transition, name))
  if (meant === null || meant.ok) {
    const note = unlistedToolNote(resolved.plan, connections) ?? lackingNote(transition.executor, connections)
    return { unable: null, note }
  }
  const lacks = sayUnable(definition, meant, transition)
  return { unable: null, note: `It needs more than the arguments that it declares: ${lacks}` }
}

/** Why a call cannot be made, and where the value comes from that it lacks. `transition`: whose call; absent: the engine’s. */
export function sayUnable(
  definition: Definition,
  { message, missing }: ResolutionRefusal,
  transition?: Transition,
): string {
  return missing === undefined ? message : `${message} ${originOf(definition, missing, transition)}`
}

/** Whether an argument of this name may come with a submit. The engine's own steps have none. */
function takes(transition: Transition, name: string): boolean {
  const { inputSchema } = transition
  if (isOfEngine(transition)) return false
  return inputSchema?.additionalProperties !== false || declaredBy(inputSchema)?.has(name) !== false
}

/** Whether it is meant to: its schema names it, or names none. */
function declares(transition: Transition, name: string): boolean {
  return takes(transition, name) && keysOfSchema(transition.inputSchema)?.has(name) !== false
}

/** `place`: a path, or the name in a `{place}`, which is looked for in the arguments, the context and the input. */
function originOf(definition: Definition, place: string, transition?: Transition): string {
  const path = namedPath(place) ?? place
  const segments = splitPath(path)
  if (segments === null) {
    const [name = ''] = place.split(/[.[]/)
    const isInput = keysOfSchema(definition.inputSchema)?.has(name) === true
    return isInput ? givenAtStart(`$.input.${place}`) : writersOf(definition, `$.context.${place}`, name)
  }
  const [root, second = '', third = ''] = segments
  if (root === 'arguments')
    return transition !== undefined && takes(transition, second)
      ? `‘${path}’ is given when it is submitted.`
      : `Nothing can give ‘${path}’ here.`
  if (root === 'input' || (root === 'workflow' && second === 'input')) return givenAtStart(path)
  return writersOf(definition, path, second === 'steps' ? third : second)
}

function givenAtStart(path: string): string {
  return `‘${path}’ is given when the workflow is started.`
}

function writersOf(definition: Definition, path: string, key: string): string {
  const writers = Object.entries(definition.states).flatMap(([state, { onEnter, transitions }]) => [
    ...(Object.hasOwn(onEnter?.output ?? {}, key) ? [`what entering the state ‘${state}’ does`] : []),
    ...Object.entries(transitions)
      .filter(
        ([, { output, step }]) => Object.hasOwn(output, key) || (step?.as === 'success' && step.name === key),
      )
      .map(([name]) => `‘${name}’ in the state ‘${state}’`),
  ])
  return writers.length === 0
    ? `Nothing in this workflow writes ‘${path}’.`
    : `‘${path}’ is written by ${listWith('or', writers)}.`
}

// ── A tool that its server describes otherwise than a person has accepted cannot be called (R5.3); one that it
// does not list may be.

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
function unlistedToolNote(plan: Plan, lookup: Pick<ToolLookup, 'isUnlistedTool'>): string | null {
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
