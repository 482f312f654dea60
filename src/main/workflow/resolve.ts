/**
 * From a declaration to the literal call: what a person is shown is what runs (R2.6, R5.2, R7.1). Pure; no
 * secret can appear here, because `${…}` exists in connections only.
 */
import type { ResolvedCall } from '../model/call.ts'
import type { ExecutorDeclaration, Mapping } from '../model/definition.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts'
import { interpolate, isPath, lookup, mapValue, operationOf, pathsIn, toText } from './mapping.ts'
import { FORBIDDEN_KEYS } from './path.ts'
import { quoteText, quoteWord, showInvisible } from './quote.ts'
import type { Scope } from './scope.ts'

export interface ConnectionLookup {
  /** Command and working directory of a `cli` connection; null if there is none of that name. */
  cliConnection(name: string): { command?: string; workingDirectory?: string } | null
}

export type Resolution = { ok: true; call: ResolvedCall } | { ok: false; message: string }

/** Without a declaration nothing runs, and the output is the arguments. */
export function resolveCall(
  declaration: ExecutorDeclaration | undefined,
  scope: Scope,
  connections: ConnectionLookup,
): Resolution {
  switch (declaration?.kind) {
    case undefined:
    case 'noop':
      return { ok: true, call: { kind: 'noop', output: scope.arguments } }
    case 'cli':
      return resolveProgram(declaration, scope, connections)
    case 'mcp': {
      const { connection, tool, map } = declaration
      const args = map === undefined ? scope.arguments : mapArguments(map, scope)
      return { ok: true, call: { kind: 'mcp', connection, tool, arguments: args } }
    }
    case 'human':
      return {
        ok: true,
        call: { kind: 'human', queue: declaration.queue ?? null, arguments: scope.arguments },
      }
  }
}

/** A tool takes an absent argument for its default and null for an error: what is missing is left out. */
function mapArguments(map: Mapping, scope: Scope): JsonObject {
  const result: JsonObject = {}
  for (const [key, value] of Object.entries(map)) {
    const missing = typeof value === 'string' && isPath(value) && lookup(value, scope) === undefined
    if (!missing && !FORBIDDEN_KEYS.has(key)) result[key] = mapValue(value, scope)
  }
  return result
}

function resolveProgram(
  declaration: Extract<ExecutorDeclaration, { kind: 'cli' }>,
  scope: Scope,
  connections: ConnectionLookup,
): Resolution {
  const name = declaration.connection
  const connection = name === undefined ? {} : connections.cliConnection(name)
  if (connection === null) return refuse(`There is no cli connection ‘${name ?? ''}’ in the configuration.`)
  const command = declaration.command ?? connection.command
  if (command === undefined) {
    return refuse(
      name === undefined
        ? 'The cli executor names neither a command nor a connection.'
        : `Neither the executor nor the connection ‘${name}’ names a command.`,
    )
  }
  const args = declaration.args.map((arg) => ({ declared: arg, text: argumentText(arg, scope) }))
  const dashed = args.find(({ declared, text }) => text.startsWith('-') && !beginsWithDash(declared))
  if (dashed !== undefined) {
    return refuse(
      `The argument ${JSON.stringify(dashed.declared)} became ${quoteStart(dashed.text)}. A value that begins with ‘-’ could be read as an option of ‘${command}’, so it is refused.`,
    )
  }
  const directory = declaration.workingDirectory
  const env = Object.entries(declaration.env).map(([key, value]) => [key, interpolate(value, scope)] as const)
  const call: ResolvedCall = {
    kind: 'cli',
    connection: name ?? null,
    command,
    args: args.map(({ text }) => text),
    workingDirectory:
      directory === undefined ? (connection.workingDirectory ?? null) : interpolate(directory, scope),
    env: Object.fromEntries(env),
    stdin: declaration.stdin === undefined ? null : interpolate(declaration.stdin, scope),
    treatNonZeroAsFailure: declaration.treatNonZeroAsFailure,
  }
  const texts = [...call.args, call.workingDirectory ?? '', ...Object.values(call.env)]
  return texts.some((text) => text.includes('\0'))
    ? refuse(`A value for ‘${command}’ contains a NUL character, which no program can be given.`)
    : { ok: true, call }
}

function refuse(message: string): Resolution {
  return { ok: false, message }
}

function argumentText(declared: JsonValue, scope: Scope): string {
  return typeof declared === 'string' ? interpolate(declared, scope) : toText(mapValue(declared, scope))
}

/** Whether the author wrote the dash: it stands in the declaration and came from no path. */
function beginsWithDash(declared: JsonValue): boolean {
  if (typeof declared === 'string') return declared.startsWith('-')
  if (!isJsonObject(declared)) return true
  const operation = operationOf(declared)
  if (operation?.operator === 'set') return beginsWithDash(operation.operand)
  if (operation?.operator === 'concat') return beginsWithDash(operation.operands[0] ?? '')
  return pathsIn(declared).length === 0
}

function quoteStart(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}

/** Whether running it may change something in the world. */
export function hasEffect(call: ResolvedCall): boolean {
  return call.kind === 'cli' || call.kind === 'mcp'
}

/** The literal command line or tool call for people; null where nothing is called. */
export function callText(call: ResolvedCall): string | null {
  switch (call.kind) {
    case 'cli': {
      const env = Object.entries(call.env).map(([key, value]) => `${quoteWord(key)}=${quoteWord(value)}`)
      const line = [...env, quoteCommand(call.command), ...call.args.map(quoteWord)].join(' ')
      const directory = call.workingDirectory === null ? '' : ` (in ${quoteWord(call.workingDirectory)})`
      const stdin = call.stdin === null ? '' : ` (reads ${quoteText(call.stdin)})`
      return `${line}${directory}${stdin}`
    }
    case 'mcp':
      return `${quoteWord(call.connection)}: ${quoteWord(call.tool)} ${showInvisible(JSON.stringify(call.arguments))}`
    case 'noop':
    case 'human':
      return null
  }
}

/** An `=` in a program's name would make it look like a variable that is set for it. */
function quoteCommand(command: string): string {
  return command.includes('=') ? quoteText(command) : quoteWord(command)
}
