/** The SDK's transport, and the reason for its end. */
import type { Transport } from '@modelcontextprotocol/client'

/** R7.3: of one message. */
export const LONGEST_MESSAGE_BYTES = 64 * 1024 * 1024
export const TOO_LONG = 'The server sent a message of more than 64 MiB, so the connection was cut.'

/** JSON-RPC's range for implementations; what `failures.ts` knows answers by that a transport gives itself. */
export const STREAM_BROKEN = -32099
export const ANSWER_UNREADABLE = -32098

/** How a server is spoken to. `sse`: the HTTP of before 2025; `modern`: the revision of 2026 and nothing older. */
export type Way = 'usual' | 'sse' | 'modern'

export interface McpTransport extends Transport {
  /** At an address: its end is not heard of by itself. */
  readonly isRemote: boolean
  /** Why it ended by itself, as a sentence; null while it lives or when it was closed. */
  ending(): string | null
  /** Over HTTP: what `Retry-After` said, with the refusal that a call has met as this error. */
  retryAfter?(error: object): string | null
}
