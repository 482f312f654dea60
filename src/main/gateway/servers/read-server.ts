/** What of a connection says what starts and where it goes. */

import type { Connection } from '../../model/configuration.ts'
import { type JsonObject, textsOf } from '../../model/json.ts'
import { textsIn } from '../configuration/document-values.ts'
import type { DeclaredServer } from './hazards.ts'

export function readServer(connection: JsonObject): DeclaredServer {
  const { command, url, baseUrl } = connection
  const address = connection.kind === 'rest' ? baseUrl : url
  return {
    command: typeof command === 'string' ? command : null,
    args: textsIn(connection.args),
    env: textsOf(connection.env),
    url: typeof address === 'string' ? address : null,
    headers: textsOf(connection.headers),
  }
}

/** The same of one that was read. */
export function declaredServer(connection: Connection): DeclaredServer {
  const nothing = { command: null, args: [], env: {}, url: null, headers: {} }
  if (connection.kind === 'rest') return { ...nothing, url: connection.baseUrl, headers: connection.headers }
  if (connection.kind === 'cli')
    return { ...nothing, command: connection.command ?? null, env: connection.env }
  const { transport } = connection
  if (transport.kind === 'http') return { ...nothing, url: transport.url, headers: transport.headers }
  return { ...nothing, command: transport.command, args: transport.args, env: transport.env }
}
