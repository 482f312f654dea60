/**
 * The desk's backend: every call of the contract over one gateway, for the window (IPC) and the browser (HTTP).
 * May import: gateway.ts (types), model, preload/contract.
 */
import type { DeskStatus, Push } from '../../preload/contract.ts'
import type { Gateway } from '../gateway.ts'
import { createActivityHandlers } from './activity-handlers.ts'
import { createCatalogHandlers } from './catalog-handlers.ts'
import { createConnectionHandlers } from './connection-handlers.ts'
import { createDispatch, type Dispatch } from './dispatch.ts'
import { createInboxHandlers } from './inbox-handlers.ts'
import { createPlay } from './play.ts'
import type { DeskRules } from './rules.ts'
import { createRunHandlers } from './run-handlers.ts'
import { type DeskSession, openSession } from './session.ts'
import { createSettingsHandlers } from './settings-handlers.ts'
import { createStatusHandlers } from './status-handlers.ts'

export interface Desk {
  readonly dispatch: Dispatch
  /** For a door that has authenticated somebody; audited. */
  openSession(origin: DeskSession['origin']): Promise<DeskSession>
  onPush(listener: (push: Push) => void): () => void
  /** For pushes that do not come from the gateway: `navigate`. */
  publish(push: Push): void
  close(): Promise<void>
}

export interface DeskOptions {
  gateway: Gateway
  rules: DeskRules
  /** A configured person, or the name of the system's user. */
  person: string
  workspace: { name: string; sample: boolean }
  mcp: {
    url(): string
    tokenFile: string
    /** The local token; for the scripted agent. */
    token(): Promise<string>
    clients(): DeskStatus['clients']
  }
  /** How a client starts the pipe from anywhere: absolute paths, `mcp` included. */
  pipe: { command: string; args: string[] }
  licences: { name: string; licence: string }[]
  electron: string | null
  /** Writes a bug to the log; answers with a reference that finds it there. */
  report(fault: unknown): string
}

export function createDesk(options: DeskOptions): Desk {
  const { gateway, person } = options
  const listeners = new Set<(push: Push) => void>()
  function publish(push: Push): void {
    for (const listener of [...listeners]) listener(push)
  }
  const stopListening = gateway.onChange(publish)
  const play = createPlay({
    clock: gateway.clock,
    version: gateway.version,
    mcpUrl: options.mcp.url,
    token: options.mcp.token,
    changed: () => publish({ topic: 'play' }),
  })
  const dispatch = createDispatch({
    report: options.report,
    handlers: {
      ...createStatusHandlers(options),
      ...createInboxHandlers(options),
      ...createRunHandlers(options),
      ...createCatalogHandlers(options),
      ...createConnectionHandlers(options),
      ...createActivityHandlers(options),
      ...createSettingsHandlers(options),
      'play.start': async (_session, { script }) => play.start(script),
      'play.status': async () => play.view(),
      'play.stop': async () => play.stop(),
    },
  })
  return {
    dispatch,
    openSession: (origin) => openSession(gateway, person, origin),
    onPush(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    publish,
    async close() {
      stopListening()
      listeners.clear()
      await play.stop()
    },
  }
}
