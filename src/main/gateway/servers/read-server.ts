/** What of a connection says what starts and where it goes. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import { textsIn } from '../configuration/document-values.ts'
import type { DeclaredServer } from './hazards.ts'

export function readServer(connection: JsonObject): DeclaredServer {
  const { command, url, baseUrl } = connection
  const address = connection.kind === 'rest' ? baseUrl : url
  return {
    command: typeof command === 'string' ? command : null,
    args: textsIn(connection.args),
    env: textValues(connection.env),
    url: typeof address === 'string' ? address : null,
    headers: textValues(connection.headers),
  }
}

function textValues(map: JsonValue | undefined): Record<string, string> {
  if (!isJsonObject(map)) return {}
  return Object.fromEntries(
    Object.entries(map).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
}
