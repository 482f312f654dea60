/** From a `rest` declaration to the literal request (R2.6, R7.1). Pure. */
import type { ResolvedCall } from '../model/call.ts'
import type { ExecutorDeclaration } from '../model/definition.ts'
import { interpolate, mapValue } from './mapping.ts'
import type { Scope } from './scope.ts'

type Request = Extract<ExecutorDeclaration, { kind: 'rest' }>

export function resolveRequest(
  declaration: Request,
  scope: Scope,
  connections: { restConnection(name: string): { baseUrl: string } | null },
): { ok: true; call: ResolvedCall } | { ok: false; message: string } {
  const connection = connections.restConnection(declaration.connection)
  if (connection === null) {
    return {
      ok: false,
      message: `There is no rest connection ‘${declaration.connection}’ in the configuration.`,
    }
  }
  const headers = Object.entries(declaration.headers).map(([name, value]) => [
    name,
    interpolate(value, scope),
  ])
  return {
    ok: true,
    call: {
      kind: 'rest',
      connection: declaration.connection,
      method: declaration.method,
      baseUrl: connection.baseUrl,
      path: declaration.path,
      headers: Object.fromEntries(headers),
      ...(declaration.body === undefined ? {} : { body: mapValue(declaration.body, scope) }),
    },
  }
}
