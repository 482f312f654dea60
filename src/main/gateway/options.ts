/** What a gateway is opened with. May import: config, runtime/ports. */
import type { Loader } from '../config/loader.ts'
import type { Clock, CrashPoint, Ids, Secrets } from '../runtime/ports.ts'

/** What the gateway says about itself; never arguments, never secrets. */
export interface Log {
  info(detail: object, message: string): void
  warn(detail: object, message: string): void
  error(detail: object, message: string): void
}

export interface GatewayOptions {
  /** Path of the main configuration file. */
  configuration: string
  dataFolder: string
  environment: Record<string, string | undefined>
  /** For `${secret:NAME}`; read when the configuration is. Without: every secret is missing. */
  secrets?: Secrets
  version: string
  log: Log
  /** Servers are connected to from then on; before it, what is known of their tools serves. Absent: at once. */
  begin?: Promise<void>
  /** The Node executable and a node_modules folder, for `${COUNTERSIGN_NODE}` and `${COUNTERSIGN_MODULES}`. */
  node: string
  modules: string
  /** A person starts it with this configuration and stands for it (R2.2). */
  vouched?: boolean
  /** A person has said that the data folder may have another configuration than before (R2.1). */
  acceptsPath?: boolean
  clock?: Clock
  ids?: Ids
  crashPoint?: CrashPoint
  /** Reads and edits configurations, and is closed with the gateway. Absent: one with a thread of its own. */
  loader?: Loader
  /** There is no desk here and none can be opened: what a person does to get one, as a sentence for agents to pass on. */
  noDesk?: string
  /** In [0, 1). */
  random?: () => number
}
