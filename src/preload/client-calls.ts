/** What clients see and have asked, and what connects one by a file. A part of the contract, which spreads it. */
import { call, Id } from './call.ts'
import type { ClientFigures } from './client-views.ts'

export const CLIENT_CALLS = {
  /** Of a client that the configuration declares, or of `local`: all without a token. */
  'clients.figures': call({ name: Id }).returns<ClientFigures>(),
  /** A bundle that Claude Desktop installs; it starts the gateway of this computer. `content`: in base64. */
  'clients.bundle': call({}).returns<{ name: string; content: string }>(),
} as const
