/** Connections with their defaults filled in; their `${…}` stay as they are written (R2.3). */
import { isAbsolute, resolve } from 'node:path'
import type { Connection, ConnectionLimits, Sandbox } from '../../model/configuration.ts'
import { present } from '../../model/json.ts'
import type { ConnectionDocument } from '../schema/connection.ts'
import { compileGate } from './gate.ts'

/** `folder`: of the main file. */
export function compileConnection(name: string, connection: ConnectionDocument, folder: string): Connection {
  const shared = {
    name,
    ...present({
      title: connection.title,
      gate: compileGate(connection, `connections.${name}`),
      limits: compileLimits(connection),
      disabled: connection.enabled === false ? (true as const) : undefined,
    }),
  }
  if (connection.kind === 'rest') {
    return { kind: 'rest', ...shared, baseUrl: connection.baseUrl, headers: connection.headers ?? {} }
  }
  const workingDirectory = present({
    workingDirectory: connection.workingDirectory && placeIn(folder, connection.workingDirectory),
  })
  const locked = present({ sandbox: compileSandbox(connection.sandbox) })
  if (connection.kind === 'cli') {
    const { command, env = {} } = connection
    return { kind: 'cli', ...shared, ...locked, ...present({ command }), ...workingDirectory, env }
  }
  if (connection.url !== undefined) {
    const { url, headers = {}, auth } = connection
    return { kind: 'mcp', ...shared, transport: { kind: 'http', url, headers, ...present({ auth }) } }
  }
  const { command = '', args = [], env = {} } = connection
  return {
    kind: 'mcp',
    ...shared,
    ...locked,
    transport: { kind: 'stdio', command, args, env, ...workingDirectory },
  }
}

function compileLimits({ concurrency, breaker }: ConnectionDocument): ConnectionLimits | undefined {
  if (concurrency === undefined && breaker === undefined) return undefined
  return present({
    concurrency,
    breaker: breaker && { failures: breaker.failures ?? 5, resetMs: breaker.resetMs ?? 30_000 },
  })
}

type SandboxDocument = Extract<ConnectionDocument, { kind: 'cli' }>['sandbox']

function compileSandbox(sandbox: SandboxDocument): Sandbox | undefined {
  if (sandbox === undefined) return undefined
  const { mode, ifAvailable = false } = typeof sandbox === 'string' ? { mode: sandbox } : sandbox
  return mode === 'none' ? undefined : { mode, ifAvailable }
}

/** A folder relative to the main file. One that begins with a variable is left as it is: that may be absolute. */
function placeIn(folder: string, place: string): string {
  if (isAbsolute(place) || place.startsWith('${')) return place
  // The result is filled in later, when a dollar sign of the folder's own name must survive.
  return resolve(folder.replaceAll('$', '$$$$'), place)
}
