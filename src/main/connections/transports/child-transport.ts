/**
 * MCP over the pipes of a child process. The SDK's own stdio transport adds variables of ours to the child's
 * environment (R2.3 forbids it), ends only the child itself, and copies long messages over and over.
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  deserializeMessage,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
  SdkError,
  SdkErrorCode,
  serializeMessage,
} from '@modelcontextprotocol/client'
import { quoteSaying } from '../../workflow/wording/quote.ts'
import type { LogTail } from '../log-tail.ts'
import { describeEnding, type Launch, type LaunchedProgram, launch, type ProcessEnd } from './launch.ts'
import { answerInstead, createMessageCollector, WHOLE_BYTES } from './long-message.ts'
import { endProcessTree } from './process-tree.ts'
import { ANSWER_UNREADABLE, LONGEST_MESSAGE_BYTES, type McpTransport, TOO_LONG } from './transport.ts'

/** The specification's order of ending a server: close its input, ask, make it. */
const CLOSE_GRACE_MS = 2000
const LEFTOVER_GRACE_MS = 500
/** Between a program that no longer reads and word of its end. */
const ENDING_MS = 500

export type ChildProgram = Omit<Launch, 'programFolders' | 'stdin'>

export function createChildTransport(options: ChildProgram, log: LogTail): McpTransport {
  let program: LaunchedProgram | null = null
  let reason: string | null = null
  /** Of the program itself, since this start: the log has our own notes, too, and what earlier ones wrote. */
  let lastWords: string | null = null
  let closing: Promise<void> | null = null
  let launching: Promise<unknown> = Promise.resolve()
  /** It has ended, and why is known. */
  let over: Promise<unknown> = Promise.resolve()

  const end = (message: string) => {
    reason ??= message
    if (program !== null) void endProcessTree(program.pid, CLOSE_GRACE_MS)
  }

  const hear = (line: string) => {
    if (line.trim() !== '') lastWords = line
  }

  const unanswered = new Set<RequestId>()
  /** The calls whose answer a line is that cannot be read: they alone fail, and need not wait for their time-out. */
  const refuseUnreadable = (line: string) => {
    for (const id of idsOfAnswers(line)) {
      if (!unanswered.delete(id)) continue
      const message = 'The server’s answer is not what MCP prescribes: its line cannot be read.'
      transport.onmessage?.({ jsonrpc: '2.0', id, error: { code: ANSWER_UNREADABLE, message } })
    }
  }

  let delivered = Promise.resolve()
  const deliver = async (lines: string[]) => {
    for (const line of lines) {
      const message = readMessage(line)
      // Servers print banners and log lines where only messages belong; they are worth reading in the log.
      if (message === null) {
        hear(log.keep(line))
        refuseUnreadable(line)
        continue
      }
      if (!('method' in message) && message.id !== undefined) unanswered.delete(message.id)
      transport.onmessage?.(message)
      // The client looks at a notification a moment later; by then the answer behind it must not have come,
      // or the last progress of a call is lost.
      if (!('id' in message)) await nextTurn()
    }
  }

  /** Resolves when the program and all that it started are gone; one that is only just being started, too. */
  const shut = async () => {
    await launching
    if (program === null) return
    program.stdin?.end()
    let ended = false
    const gone = program.ended.then(() => {
      ended = true
    })
    await Promise.race([gone, timer(CLOSE_GRACE_MS)])
    // Also when the program has ended: what it started may still be there.
    await endProcessTree(program.pid, ended ? LEFTOVER_GRACE_MS : CLOSE_GRACE_MS)
    await gone
  }

  const transport: McpTransport = {
    isRemote: false,
    async start() {
      const starting = launch({ ...options, programFolders: [], stdin: 'pipe' })
      launching = starting.catch(() => undefined)
      const launched = await starting
      if (!launched.ok) {
        reason = launched.message
        throw new Error(launched.message)
      }
      program = launched.program
      for (const note of program.notes) log.keep(note)
      log.follow(program.stderr, hear)
      const cutter = createMessageCutter(LONGEST_MESSAGE_BYTES)
      program.stdout.on('data', (chunk: Buffer) => {
        const lines = cutter.append(chunk)
        if (lines !== null) delivered = delivered.then(() => deliver(lines))
        else {
          // Whatever more it writes is nobody's to read: reading on would cost everybody else their turn.
          launched.program.stdout.destroy()
          end(TOO_LONG)
        }
      })
      over = program.ended.then(async (ending) => {
        await delivered
        if (closing === null) reason ??= describeCrash(ending, lastWords)
        transport.onclose?.()
      })
    },
    send(message: JSONRPCMessage) {
      const stdin = program?.stdin
      // A program that ends stops reading first, and whoever sent something is told how it ended.
      const unread = async () => {
        await Promise.race([over, timer(ENDING_MS)])
        throw new SdkError(SdkErrorCode.SendFailed, 'The program no longer reads its input.')
      }
      if (!stdin?.writable) return unread()
      if (isJSONRPCRequest(message)) unanswered.add(message.id)
      return new Promise<void>((resolve, reject) => {
        stdin.write(serializeMessage(message), (error) => (error ? unread().catch(reject) : resolve()))
      })
    },
    close() {
      closing ??= shut()
      return closing
    },
    ending: () => reason,
  }
  return transport
}

function readMessage(line: string): JSONRPCMessage | null {
  try {
    return deserializeMessage(line)
  } catch {
    return null
  }
}

/** Of a line that means to be an answer, or several; empty for anything else, such as a line of a log. */
function idsOfAnswers(line: string): number[] {
  const read = readJson(line)
  if (read !== undefined) return (Array.isArray(read) ? read : [read]).flatMap(idOfAnswer)
  const found = /^\{\s*(?:"jsonrpc"\s*:\s*"[^"]*"\s*,\s*)?"id"\s*:\s*(\d{1,15})\s*,(?!\s*"method")/.exec(line)
  return found === null ? [] : [Number(found[1])]
}

function idOfAnswer(message: unknown): number[] {
  if (typeof message !== 'object' || message === null || !('id' in message)) return []
  // A line of a log may have an id of its own.
  const isAnswer = !('method' in message) && ['jsonrpc', 'result', 'error'].some((key) => key in message)
  return isAnswer && typeof message.id === 'number' ? [message.id] : []
}

/** Undefined for what is no JSON. */
function readJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function describeCrash(ending: ProcessEnd, lastWords: string | null): string {
  const said = lastWords === null ? '' : ` Its last line of output: ${quoteSaying(lastWords)}.`
  return `The program ${describeEnding(ending)}.${said}`
}

function timer(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}

/** Cuts a byte stream into lines, one JSON-RPC message each, in time linear in the stream's length. */
interface MessageCutter {
  /**
   * @returns the lines completed by this chunk, an answer too long to be read replaced by one that says so; null once a
   * line exceeds the limit, or was a message that nothing can stand for.
   */
  append(chunk: Buffer): string[] | null
}

/** @param wholeBytes up to which a line is read whole */
export function createMessageCutter(limitBytes: number, wholeBytes = WHOLE_BYTES): MessageCutter {
  const line = createMessageCollector(wholeBytes)
  return {
    append(chunk) {
      const lines: string[] = []
      let start = 0
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        line.add(chunk.subarray(start, end))
        if (line.length > limitBytes) return null
        const message = line.take()
        if (message.isWhole) lines.push(message.bytes.toString('utf8').replace(/\r$/, ''))
        else {
          const instead = answerInstead(message)
          if (instead !== null) lines.push(instead)
          else if (message.head.startsWith('{')) return null
        }
        start = end + 1
      }
      if (start < chunk.length) line.add(chunk.subarray(start))
      return line.length > limitBytes ? null : lines
    },
  }
}
