/**
 * MCP over the pipes of a child process. The SDK's own stdio transport adds variables of ours to the child's
 * environment (R2.3 forbids it), ends only the child itself, and copies long messages over and over.
 */
import { deserializeMessage, type JSONRPCMessage, serializeMessage } from '@modelcontextprotocol/client'
import { describeEnding, type Ending, type LaunchedProgram, launch } from './launch.ts'
import type { LogTail } from './log-tail.ts'
import { createLineCutter } from './message-lines.ts'
import { endProcessTree } from './process-tree.ts'
import type { McpTransport } from './transport.ts'

/** R7.3. */
const LONGEST_MESSAGE_BYTES = 64 * 1024 * 1024
/** The specification's order of ending a server: close its input, ask, make it. */
const CLOSE_GRACE_MS = 2000

export interface ChildProgram {
  command: string
  args: string[]
  environment: Record<string, string>
  workingDirectory: string | null
}

export function createChildTransport(options: ChildProgram, log: LogTail): McpTransport {
  let program: LaunchedProgram | null = null
  let reason: string | null = null
  let closing = false

  const end = (message: string) => {
    reason ??= message
    if (program !== null) void endProcessTree(program.pid, CLOSE_GRACE_MS)
  }

  const receive = (lines: string[]) => {
    for (const line of lines) {
      try {
        transport.onmessage?.(deserializeMessage(line))
      } catch {
        // Servers print banners and log lines where only messages belong; they are worth reading in the log.
        log.keep(line)
      }
    }
  }

  const transport: McpTransport = {
    async start() {
      const launched = await launch({ ...options, programFolders: [], stdin: 'pipe' })
      if (!launched.ok) {
        reason = launched.message
        throw new Error(launched.message)
      }
      program = launched.program
      log.follow(program.stderr)
      const cutter = createLineCutter(LONGEST_MESSAGE_BYTES)
      program.stdout.on('data', (chunk: Buffer) => {
        const lines = cutter.append(chunk)
        if (lines !== null) receive(lines)
        else end('The server sent a message of more than 64 MiB, so the connection was cut.')
      })
      void program.ended.then((ending) => {
        if (!closing) reason ??= describeCrash(ending, log.last())
        transport.onclose?.()
      })
    },
    send(message: JSONRPCMessage) {
      const stdin = program?.stdin
      if (!stdin?.writable) return Promise.reject(new Error('The program no longer reads its input.'))
      return new Promise<void>((resolve, reject) => {
        stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()))
      })
    },
    async close() {
      if (program === null || closing) return
      closing = true
      program.stdin?.end()
      let ended = false
      const over = program.ended.then(() => {
        ended = true
      })
      await Promise.race([over, timer(CLOSE_GRACE_MS)])
      // Also when the program has ended: what it started may still be there.
      await endProcessTree(program.pid, ended ? 0 : CLOSE_GRACE_MS)
      await over
    },
    ending: () => reason,
  }
  return transport
}

function describeCrash(ending: Ending, lastWords: string | null): string {
  const said = lastWords === null ? '' : ` Its last line of error output: ${lastWords}`
  return `The program ${describeEnding(ending)}.${said}`
}

function timer(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
