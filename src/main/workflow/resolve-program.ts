/** From a `cli` declaration to the literal command line (R2.6, R7.1). Pure. */
import type { ResolvedCall } from '../model/call.ts'
import type { ExecutorDeclaration } from '../model/definition.ts'
import { isJsonObject, type JsonValue } from '../model/json.ts'
import { interpolate, mapField, operationOf, pathsIn, toText } from './mapping.ts'
import type { Scope } from './scope.ts'

export function resolveProgram(
  declaration: Extract<ExecutorDeclaration, { kind: 'cli' }>,
  scope: Scope,
  connections: { cliConnection(name: string): { command?: string; workingDirectory?: string } | null },
): { ok: true; call: ResolvedCall } | { ok: false; message: string } {
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
  if (dashed !== undefined && declaration.allowDash !== true) {
    return refuse(
      `The argument ${JSON.stringify(dashed.declared)} became ${quoteStart(dashed.text)}. A value that begins with ‘-’ could be read as an option of ‘${command}’, so it is refused; ‘allowDash: true’ permits it.`,
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

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message }
}

function argumentText(declared: JsonValue, scope: Scope): string {
  return typeof declared === 'string' ? interpolate(declared, scope) : toText(mapField(declared, scope))
}

/** Whether the author wrote the dash: it stands in the declaration and came from no path. */
function beginsWithDash(declared: JsonValue): boolean {
  if (typeof declared === 'string') return declared.startsWith('-')
  if (!isJsonObject(declared)) return declared !== null
  const operation = operationOf(declared)
  if (operation?.operator === 'set') return beginsWithDash(operation.operand)
  if (operation?.operator === 'concat') return beginsWithDash(operation.operands[0] ?? '')
  return pathsIn(declared).length === 0
}

function quoteStart(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
