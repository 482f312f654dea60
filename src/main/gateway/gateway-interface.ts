/**
 * A gateway as the desk, agents and the command line have it; `gateway.ts` puts it together.
 * May import: model, config, search, runtime, executors, connections, store.
 */
import type { Writable } from 'node:stream'
import type { ConnectionPool } from '../connections/pool.ts'
import type { Breakers } from '../executors/limits/breakers.ts'
import type { Configuration, Declarations, Problem } from '../model/configuration.ts'
import type { Catalog, Change, Clock, Ids, Store } from '../runtime/ports.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Discovery } from '../search/discovery.ts'
import type { AnswerBoard } from './answers.ts'
import type { AwayBoard } from './away.ts'
import type { Recorder } from './changes.ts'
import type { ClientLedger } from './client-ledger.ts'
import type { ConfigurationEditor } from './configuration/configuration-editor.ts'
import type { LiveConfiguration } from './configuration/live-configuration.ts'
import type { DataCare } from './data-care.ts'
import type { RuleSuggestions } from './rule-suggestions.ts'
import type { ItemWordsEditor } from './search/item-words.ts'
import type { SearchTraffic } from './search/search-traffic.ts'
import type { Tuning } from './search/tuning.ts'
import type { SecretKeeper } from './secret-keeper.ts'
import type { ServerKeeper } from './servers/server-keeper.ts'
import type { ToolEditor } from './tool-settings/tool-editor.ts'
import type { Tools } from './tools/tools.ts'

export interface Gateway extends Recorder {
  readonly dataFolder: string
  readonly version: string
  readonly runtime: Runtime
  readonly discovery: Discovery
  /** What agents search, and what comes of it. */
  readonly traffic: SearchTraffic
  /** What each client called, added up. */
  readonly clientLedger: ClientLedger
  /** What agents were last answered about their runs. */
  readonly answers: AnswerBoard
  readonly catalog: Catalog
  readonly store: Store
  readonly connections: ConnectionPool
  /** Why a connection that may be well is not used at this moment, and using it again. */
  readonly breakers: Pick<Breakers, 'leftAlone' | 'close'>
  readonly clock: Clock
  readonly ids: Ids
  /** What is in force now; ask each time, it may change between two calls. */
  configuration(): Configuration
  /** Whose the names in it are. */
  declarations(): Declarations
  /** How it stands to the files on the disk, and changing it. */
  readonly live: Pick<LiveConfiguration, 'status' | 'consider' | 'hasMoved' | 'saveFile'>
  /** Which people are away. */
  readonly away: Pick<AwayBoard, 'current' | 'set'>
  /** Writes single values of it for a person at the desk. */
  readonly editor: ConfigurationEditor
  /** What the playground asks about searches. */
  readonly tuning: Tuning
  /** Aliases and tags of items, where they are written. */
  readonly words: ItemWordsEditor
  /** The tools of a connection as they were accepted, whether or not its server is there. */
  readonly acceptedTools: Tools['cached']
  /** Settings of single tools, where they are written. */
  readonly toolSettings: ToolEditor
  /** What people decided, and the rules that follow from it. */
  readonly experience: RuleSuggestions
  /** Asks about tools of the connection that a person has refused, too. */
  askAgainAboutTools(connection: string): Promise<void>
  /** What is to be said of the imports of a connection as they are, as sentences. */
  importWarnings(connection: string): string[]
  /** Adding, examining, trying and changing servers. */
  readonly servers: ServerKeeper
  /** Null: there is no place to keep any. */
  readonly secrets: SecretKeeper | null
  readonly data: DataCare
  /** Warnings of the configuration that is in force. */
  problems(): Problem[]
  /** Why nothing can be changed, as a sentence for a person; null: it can. */
  readonly readOnly: string | null
  /** Why nothing can be saved at present, as sentences for a person; null: it can. */
  obstacle(): string | null
  /** Of rows that could not be read, as sentences for a person. */
  damaged(): readonly string[]
  /** What is recorded from its start on goes to this stream too, as JSON lines. */
  copyAudit(stream: Writable): Promise<void>
  onChange(listener: (change: Change) => void): () => void
  publish(change: Change): void
  /** New calls are answered with GATEWAY_DRAINING from now on. */
  drain(): void
  /** Drains, and resolves when what executes has come to its outcome, however long that takes. */
  rest(): Promise<void>
  readonly draining: boolean
  /** Known secret values replaced; for whatever leaves the gateway outside the runtime. */
  redact(text: string): string
  close(): Promise<void>
}
