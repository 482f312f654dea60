/** A command-line connection has nothing to keep open; it is healthy when its program can be found. */
import type { Connection } from '../model/configuration.ts'
import type { Clock } from '../runtime/ports.ts'
import type { ConnectionHealth, SupervisedConnection } from './connection.ts'
import { resolveValues } from './create-transport.ts'
import { safeEnvironment } from './environment.ts'
import { describeFailure } from './failures.ts'
import { findProgram } from './find-program.ts'
import { missingProgram } from './launch.ts'
import { describeTarget } from './target.ts'

export interface CliConnectionOptions {
  connection: Extract<Connection, { kind: 'cli' }>
  resolve(text: string): string
  redact(text: string): string
  clock: Clock
  programsFolder(): string | null
  onChange(): void
}

export function openCliConnection(options: CliConnectionOptions): SupervisedConnection {
  const { connection, clock } = options
  let health: ConnectionHealth = 'starting'
  let error: string | null = null
  let since = clock.now()

  const look = async () => {
    error = await findProblem(options)
    health = error === null ? 'healthy' : 'down'
    since = clock.now()
    options.onChange()
  }

  return {
    settled: look(),
    state: () => ({
      name: connection.name,
      kind: 'cli',
      title: connection.title ?? connection.name,
      target: describeTarget(connection),
      health,
      error,
      tools: [],
      since: new Date(since).toISOString(),
      logTail: [],
    }),
    callTool: () =>
      Promise.resolve({
        ok: false,
        errorClass: 'permanent',
        message: `The connection ${connection.name} runs programs; it has no MCP tools.`,
        uncertain: false,
      }),
    restart: look,
    close: () => Promise.resolve(),
  }
}

async function findProblem(options: CliConnectionOptions): Promise<string | null> {
  const { connection, resolve, redact } = options
  try {
    const environment = safeEnvironment(process.env, resolveValues(connection.env, resolve))
    if (connection.command === undefined) return null
    const command = resolve(connection.command)
    const folder = options.programsFolder()
    const found = await findProgram(command, {
      path: environment.PATH ?? environment.Path,
      folders: folder === null ? [] : [folder],
      workingDirectory:
        connection.workingDirectory === undefined ? null : resolve(connection.workingDirectory),
    })
    return found === null ? redact(missingProgram(command)) : null
  } catch (cause) {
    return redact(describeFailure(cause, null).message)
  }
}
