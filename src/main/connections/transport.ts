/** The SDK's transport, and the reason for its end. */
import type { Transport } from '@modelcontextprotocol/client'

export interface McpTransport extends Transport {
  /** Why it ended by itself, as a sentence; null while it lives or when it was closed. */
  ending(): string | null
}
