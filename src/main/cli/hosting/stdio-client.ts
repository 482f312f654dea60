/**
 * A client whose entry says `countersign serve` takes it for a server on its pipes, and would wait for ever. It is told
 * which command is meant, where both its log and its own window show it.
 */
import { createInterface } from 'node:readline'

const SAYS =
  'This is `countersign serve`, the gateway itself, and no server on stdin. In the entry of this client, write `mcp` in place of `serve`: `countersign mcp`.'

/** Looks at the first line of the input. With a terminal, nobody but a person writes there. */
export function tellStdioClients(): void {
  const { stdin } = process
  if (stdin.isTTY) return
  const lines = createInterface({ input: stdin })
  // A file or a pipe that has ended keeps nothing open; `/dev/null` has no `unref`.
  if ('unref' in stdin) stdin.unref()
  lines.once('line', (line) => {
    lines.close()
    const id = idOfInitialize(line)
    if (id === null) return
    const error = { code: -32600, message: SAYS }
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`)
    process.stderr.write(`${SAYS}\n`)
  })
}

/** Null: it is no such request. */
function idOfInitialize(line: string): string | number | null {
  try {
    const { method, id } = JSON.parse(line) as { method?: unknown; id?: unknown }
    return method === 'initialize' && (typeof id === 'string' || typeof id === 'number') ? id : null
  } catch {
    return null
  }
}
