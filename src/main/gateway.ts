/**
 * The composition root: one gateway a data folder, wired here and nowhere else.
 * May import: model, workflow, config, search, orchestrator, runtime, executors, connections, store.
 */
import { dirname, isAbsolute, join } from 'node:path'
import { contentHash, definitionHash } from './config/hash.ts'
import { loadConfiguration } from './config/load.ts'
import { builtinVariables, resolveVariables, variablesIn } from './config/variables.ts'
import { createDiscoveryNotes } from './connections/discovery-notes.ts'
import { importCapabilities } from './connections/import.ts'
import { type ConnectionPool, openConnectionPool } from './connections/pool.ts'
import { createRedactor } from './connections/redact.ts'
import { refuse } from './executors/executor-of.ts'
import { createExecutors } from './executors/index.ts'
import type { AuditEntry } from './model/audit-event.ts'
import type { Configuration, Problem } from './model/configuration.ts'
import { GatewayError } from './model/error.ts'
import { ConfigurationInvalid, FolderHeld } from './model/failure-to-open.ts'
import type { JsonValue } from './model/json.ts'
import { ENGINE } from './model/principal.ts'
import { createRuntime } from './runtime/create-runtime.ts'
import type { ItemHandlers } from './runtime/item-handler.ts'
import { createLiveCatalog } from './runtime/live-catalog.ts'
import type { Catalog, Change, Clock, CrashPoint, Ids, Store } from './runtime/ports.ts'
import type { Runtime } from './runtime/runtime.ts'
import { createSystemClock, createSystemIds } from './runtime/system.ts'
import { trackUsage } from './runtime/track-usage.ts'
import { nearestIds } from './search/catalog.ts'
import { createDiscovery, type Discovery } from './search/discovery.ts'
import { lockFolder } from './store/folder-lock.ts'
import { createMemoryStore } from './store/memory-store.ts'
import { openSqliteStore } from './store/sqlite-store.ts'

export interface Gateway {
  readonly dataFolder: string
  readonly version: string
  readonly runtime: Runtime
  readonly discovery: Discovery
  readonly catalog: Catalog
  readonly store: Store
  readonly connections: ConnectionPool
  readonly clock: Clock
  readonly ids: Ids
  configuration(): Configuration
  /** Warnings of the configuration that is in force. */
  problems(): Problem[]
  /** Writes one audit entry on its own. */
  record(entry: Pick<AuditEntry, 'actor' | 'eventType' | 'payload'>): Promise<void>
  onChange(listener: (change: Change) => void): () => void
  publish(change: Change): void
  /** New calls are answered with GATEWAY_DRAINING from now on. */
  drain(): void
  readonly draining: boolean
  /** Known secret values replaced; for whatever leaves the gateway outside the runtime. */
  redact(text: string): string
  close(): Promise<void>
}

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
  version: string
  log: Log
  /** The Node executable and a node_modules folder, for `${COUNTERSIGN_NODE}` and `${COUNTERSIGN_MODULES}`. */
  node: string
  modules: string
  clock?: Clock
  ids?: Ids
  crashPoint?: CrashPoint
  /** In [0, 1). */
  random?: () => number
}

/** How long what executes may take to come to its outcome when the gateway stops, in milliseconds. */
const CLOSE_GRACE_MS = 5000
/** How long what a crash left behind waits for the connections that it needs, in milliseconds. */
const TOOLS_KNOWN_MS = 20_000

/** @throws ConfigurationInvalid, FolderHeld */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const clock = options.clock ?? createSystemClock()
  const ids = options.ids ?? createSystemIds()
  const environment = {
    ...options.environment,
    ...builtinVariables({
      node: options.node,
      modules: options.modules,
      workspace: dirname(options.configuration),
    }),
  }
  const loaded = await loadConfiguration(options.configuration, environment)
  if (loaded.configuration === null) throw new ConfigurationInvalid(options.configuration, loaded.problems)
  const configuration = loaded.configuration
  const file = databaseFile(configuration, options.dataFolder)
  const lock = lockFolder(options.dataFolder, file, clock.now())
  if (!lock.ok) throw new FolderHeld(options.dataFolder, lock.holder)
  try {
    return await assemble({ ...options, environment }, configuration, loaded.problems, {
      clock,
      ids,
      file,
      lock,
    })
  } catch (error) {
    lock.release()
    throw error
  }
}

async function assemble(
  options: GatewayOptions,
  configuration: Configuration,
  problems: Problem[],
  parts: { clock: Clock; ids: Ids; file: string | null; lock: { release(): void } },
): Promise<Gateway> {
  const { clock, ids, file, lock } = parts
  const { log } = options
  const store =
    file === null
      ? createMemoryStore()
      : await openSqliteStore({ file, warn: (message) => log.warn({}, message) })
  const listeners = new Set<(change: Change) => void>()
  const publish = (change: Change) => {
    for (const listener of [...listeners]) listener(change)
  }
  const onChange = (listener: (change: Change) => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  const redactor = createRedactor()
  const builtin = new Set(Object.keys(builtinVariables({ node: '', modules: '', workspace: '' })))
  const resolve = (text: string) => {
    for (const name of variablesIn(text)) {
      const value = options.environment[name]
      if (value !== undefined && !builtin.has(name)) redactor.add(value)
    }
    const resolved = resolveVariables(text, options.environment)
    if (resolved.ok) return resolved.value
    throw new GatewayError('INTERNAL', `The environment variable ${resolved.missing} is not set.`)
  }
  const programsFolder = () => join(dirname(configuration.path), 'programs')
  const pool = openConnectionPool({
    connections: configuration.connections,
    resolve,
    redact: redactor.redact,
    clock,
    warn: (message) => log.warn({}, message),
    version: options.version,
    programsFolder,
  })
  const executors = createExecutors({
    pool,
    resolve,
    cliConnection(name) {
      const connection = configuration.connections[name]
      return connection?.kind === 'cli' ? connection : null
    },
    restConnection(name) {
      const connection = configuration.connections[name]
      return connection?.kind === 'rest' ? connection : null
    },
    limits: (name) => configuration.connections[name]?.limits ?? null,
    clock,
    programsFolder,
    redact: redactor.redact,
    orchestrator: { run: async () => refuse('The orchestrator is not in this version.') },
  })

  const catalog = createLiveCatalog({ nearest: nearestIds, hash: (value) => contentHash(value as JsonValue) })
  const usage = await trackUsage(store, onChange)
  const source = () => ({
    workflows: configuration.workflows,
    capabilities: catalog.content().capabilities,
    connections: Object.values(configuration.connections).map(({ name, title, kind }) => ({
      name,
      title: title ?? name,
      kind,
    })),
    include: configuration.discovery.include,
  })
  const refresh = () => {
    const imported = importCapabilities(
      configuration.imports,
      (connection) => pool.state(connection)?.tools ?? [],
      [...Object.keys(configuration.workflows), ...configuration.capabilities.map(({ id }) => id)],
    )
    catalog.replace({
      workflows: configuration.workflows,
      capabilities: [...configuration.capabilities, ...imported.capabilities],
      connections: configuration.connections,
    })
    return imported.warnings
  }
  refresh()
  const discovery = createDiscovery({
    source: source(),
    homeLimit: configuration.discovery.homeLimit,
    usage: usage.current,
    now: () => performance.now() * 1000,
  })

  const itemHandlers: ItemHandlers = {}
  const draining = new AbortController()
  const runtime = createRuntime({
    store,
    clock,
    ids,
    random: options.random ?? Math.random,
    catalog,
    definitions: new Map(),
    executors,
    visible: discovery.visible,
    settings: () => ({
      holdMs: configuration.approvals.holdMs,
      gateTimeoutMs: configuration.approvals.timeoutMs,
      queues: configuration.approvals.queues,
    }),
    itemHandlers,
    hashDefinition: definitionHash,
    hash: contentHash,
    publish,
    onChange,
    toolsKnown: () => pool.settled(TOOLS_KNOWN_MS),
    draining: draining.signal,
    crashPoint: options.crashPoint ?? (() => {}),
    fault: (error, correlationId) => log.error({ err: error, correlationId }, 'Fault in the runtime'),
  })
  const record: Gateway['record'] = async (entry) => {
    const at = new Date(clock.now()).toISOString()
    const whole = { ...entry, id: ids.next('au'), timestamp: at, workflowId: null, correlationId: null }
    await store.commit({ expect: [], audit: [whole] })
    publish({ topic: 'audit' })
  }

  const toolsHash = () => contentHash(JSON.parse(JSON.stringify(catalog.content().capabilities)) as JsonValue)
  let indexed = toolsHash()
  const noteDiscovery = createDiscoveryNotes(pool, (eventType, payload) =>
    record({ actor: ENGINE.id, eventType, payload }),
  )
  const stopDiscovering = pool.onChange((name) => {
    const known = new Set(catalog.content().capabilities.map((capability) => capability.id))
    const warnings = refresh()
    for (const warning of warnings) log.warn({ connection: name }, warning)
    const content = toolsHash()
    // Building the index costs; health changes often, tools seldom do.
    if (content !== indexed) discovery.replace(source())
    indexed = content
    publish({ topic: 'connection', id: name })
    const found = catalog.content().capabilities.filter((capability) => !known.has(capability.id))
    noteDiscovery(
      name,
      found.map((capability) => capability.id),
    ).catch((error: unknown) => log.error({ err: error }, 'A discovery could not be recorded'))
  })

  await record({
    actor: ENGINE.id,
    eventType: 'server.initialized',
    payload: {
      version: options.version,
      configuration: configuration.path,
      configurationHash: configuration.hash,
    },
  })
  await runtime.recover()

  let closing: Promise<void> | null = null
  const close = async () => {
    draining.abort()
    await runtime.close(CLOSE_GRACE_MS)
    stopDiscovering()
    await pool.close()
    usage.close()
    await store.close()
    lock.release()
  }
  return {
    dataFolder: options.dataFolder,
    version: options.version,
    runtime,
    discovery,
    catalog,
    store,
    connections: pool,
    clock,
    ids,
    configuration: () => configuration,
    problems: () => problems,
    record,
    onChange,
    publish,
    drain() {
      draining.abort()
    },
    get draining() {
      return draining.signal.aborted
    },
    redact: redactor.redact,
    close() {
      closing ??= close()
      return closing
    },
  }
}

function databaseFile(configuration: Configuration, dataFolder: string): string | null {
  if (configuration.store.kind === 'memory') return null
  const { path } = configuration.store
  if (path === undefined) return join(dataFolder, 'countersign.db')
  return isAbsolute(path) ? path : join(dataFolder, path)
}
