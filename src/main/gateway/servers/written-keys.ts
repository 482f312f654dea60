/** Keys that stand in a connection as they are, and not as `${secret:NAME}`; and what it starts, without them. Pure. */
import type { Connection } from '../../model/configuration.ts'
import { keysIn, maskArguments, maskKeys, secretArguments } from '../../workflow/wording/key-like.ts'
import { fetchedBy, readCommand } from './command-words.ts'
import type { DeclaredServer } from './hazards.ts'
import { declaredServer } from './read-server.ts'

/** As they are written, and as `fill` makes of a text what its server is given. */
export function writtenKeys(connection: Connection, fill: (text: string) => string): string[] {
  const server = declaredServer(connection)
  const { env, headers, args, command, url } = server
  const transport = connection.kind === 'mcp' ? connection.transport : null
  const auth = transport?.kind === 'http' ? transport.auth : null
  const named = [
    ...Object.entries({ ...env, ...headers }),
    ...secretArguments(args, whatRuns(server)).map(({ name, value }) => [name, value] as const),
    ...[command, url].map((text) => ['', text ?? ''] as const),
    ['clientSecret', auth?.clientSecret ?? ''] as const,
  ]
  return named.flatMap(([name, value]) => keysIn(name, value).flatMap((key) => [key, fill(key)]))
}

/** What starts, or its address, for the window, the log and errors: no `${…}` is filled in, and nothing secret is in it. */
export function sayTarget(server: DeclaredServer): string {
  const { command, args, url } = server
  if (command === null) return maskKeys(url ?? '')
  return writeCommand([command, ...maskArguments(args, whatRuns(server))])
}

/** As it could be typed; what needs quotes gets them. */
function writeCommand(words: readonly string[]): string {
  return words.map((word) => (/^[^\s"'\\]+$/.test(word) ? word : JSON.stringify(word))).join(' ')
}

/** The words that say which program runs are never hidden. */
export function whatRuns({ command, args }: DeclaredServer): string[] {
  const fetched = command === null ? null : fetchedBy(readCommand(command, args))
  return fetched === null ? [] : [fetched.name]
}
