/**
 * A client whose entry says `countersign serve` takes it for a server on its pipes, and would wait for ever. It is told
 * which command is meant, where both its log and its own window show it.
 */
import { createInterface } from 'node:readline'

const SAYS =
  'This is `countersign serve`, the gateway itself, and no server on stdin. In the entry of this client, write `mcp` in place of `serve`: `countersign mcp`.'

/** A client writes as soon as it has started the process: what is there by then is all. */
const WRITTEN_MS = 300

/** Where the gateway does not start, as beside one that runs: the client's own way is told before the process ends. */
export async function tellStdioClientAtEnd(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, WRITTEN_MS)
    tellStdioClients(resolve)
  })
}

/** Looks at the first line of the input. With a terminal, nobody but a person writes there. */
export function tellStdioClients(looked: () => void = () => undefined): void {
  const { stdin } = process
  if (stdin.isTTY) {
    looked()
    return
  }
  const lines = createInterface({ input: stdin })
  // A file or a pipe that has ended keeps nothing open; `/dev/null` has no `unref`.
  if ('unref' in stdin) stdin.unref()
  lines.once('close', looked)
  lines.once('line', (line) => {
    lines.off('close', looked)
    lines.close()
    const id = idOfInitialize(line)
    if (id === null) {
      looked()
      return
    }
    const error = { code: -32600, message: SAYS }
    process.stderr.write(`${SAYS}\n`)
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`, () => looked())
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
