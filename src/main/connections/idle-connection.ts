/** Connections with nothing to keep open: programs that executors start, and HTTP services that they ask. */
import { dirname } from 'node:path'
import { type Connection, sayDisabled } from '../model/configuration.ts'
import type { Clock } from '../runtime/ports.ts'
import type { CallToolResult, ConnectionHealth, ConnectionState, SupervisedConnection } from './connection.ts'
import { NO_LOG } from './log-tail.ts'
import { describeOwnFailure } from './own-failures.ts'
import { resolveValues, safeEnvironment } from './transports/environment.ts'
import { findProgram } from './transports/find-program.ts'
import { missingProgram } from './transports/launch.ts'
import { describeSandbox, findSandbox } from './transports/sandbox.ts'

type IdleConnection = Extract<Connection, { kind: 'cli' | 'rest' }>

export interface IdleConnectionOptions {
  connection: IdleConnection
  resolve(text: string): string
  redact(text: string): string
  clock: Clock
  programsFolder(): string | null
  onChange(): void
}

/** Healthy when what it declares can be used: its program is found, its `${…}` have values. */
export function openIdleConnection(options: IdleConnectionOptions): SupervisedConnection {
  const { connection, clock } = options
  let health: ConnectionHealth = 'starting'
  let error: string | null = null
  let notes: string[] = []
  let since = clock.now()

  const look = async () => {
    const found = await inspect(options)
    error = found.problem
    notes = found.notes
    health = error === null ? 'healthy' : 'down'
    since = clock.now()
    options.onChange()
  }

  return {
    settled: look(),
    state: () => describe(connection, { health, error, since, logTail: notes }),
    log: () => ({ ...NO_LOG, lines: notes }),
    callTool: () => refuse(`${connection.name} is no MCP server; it has no tools.`),
    restart: look,
    authorize: () =>
      Promise.resolve({ ok: false, message: `The server ${connection.name} needs no sign-in.` }),
    close: () => Promise.resolve(),
  }
}

/** Nothing of it runs, and nothing is looked at. */
export function openDisabledConnection(connection: Connection, clock: Clock): SupervisedConnection {
  const since = clock.now()
  const message = sayDisabled(connection.name)
  return {
    settled: Promise.resolve(),
    state: () => describe(connection, { health: 'disabled', error: null, since, logTail: [] }),
    log: () => NO_LOG,
    callTool: () => refuse(message),
    restart: () => Promise.resolve(),
    authorize: () => Promise.resolve({ ok: false, message }),
    close: () => Promise.resolve(),
  }
}

function describe(
  connection: Connection,
  { since, ...shown }: Pick<ConnectionState, 'health' | 'error' | 'logTail'> & { since: number },
): ConnectionState {
  const { name, kind, title = name } = connection
  return { name, kind, title, ...shown, tools: [], refused: [], since: new Date(since).toISOString() }
}

function refuse(message: string): Promise<CallToolResult> {
  return Promise.resolve({ ok: false, errorClass: 'permanent', message, uncertain: false })
}

interface ProgramCheck {
  problem: string | null
  notes: string[]
}

async function inspect(options: IdleConnectionOptions): Promise<ProgramCheck> {
  const { connection, redact } = options
  try {
    const found = connection.kind === 'cli' ? await inspectCli(connection, options) : inspectRest(options)
    return { ...found, problem: found.problem === null ? null : redact(found.problem) }
  } catch (cause) {
    return { problem: redact(describeOwnFailure(cause, null).message), notes: [] }
  }
}

function inspectRest({ connection, resolve }: IdleConnectionOptions): ProgramCheck {
  if (connection.kind === 'rest') {
    resolveValues(connection.headers, resolve)
    if (!URL.canParse(resolve(connection.baseUrl))) {
      return { problem: 'The address is not a web address. Correct baseUrl.', notes: [] }
    }
  }
  return { problem: null, notes: [] }
}

async function inspectCli(
  connection: Extract<Connection, { kind: 'cli' }>,
  { resolve, programsFolder }: IdleConnectionOptions,
): Promise<ProgramCheck> {
  const environment = safeEnvironment(process.env, resolveValues(connection.env, resolve))
  const locked = connection.sandbox === undefined ? null : await findSandbox(connection.sandbox)
  if (locked !== null && !locked.ok) return { problem: locked.message, notes: [] }
  const notes = locked === null ? [] : [describeSandbox(locked)]
  if (connection.command === undefined) return { problem: null, notes }
  const command = resolve(connection.command)
  const folder = programsFolder()
  const found = await findProgram(command, {
    path: environment.PATH ?? environment.Path,
    folders: folder === null ? [] : [folder],
    workingDirectory:
      connection.workingDirectory === undefined
        ? folder && dirname(folder)
        : resolve(connection.workingDirectory),
  })
  return { problem: found === null ? missingProgram(command) : null, notes }
}
