/**
 * The composition root: one gateway a data folder, wired here and nowhere else.
 * May import: model, workflow, config, search, orchestrator, runtime, executors, connections, store.
 */
import { dirname, join } from 'node:path'
import { contentHash, definitionHash } from './config/hash.ts'
import { createLoader } from './config/loader.ts'
import { openConnectionPool } from './connections/pool.ts'
import { createExecutors } from './executors/index.ts'
import { createBreakers } from './executors/limits/breakers.ts'
import { createAnswerBoard } from './gateway/answers.ts'
import { keepAway } from './gateway/away.ts'
import { createRecorder } from './gateway/changes.ts'
import { keepClientLedger } from './gateway/client-ledger.ts'
import { concealKeys } from './gateway/configuration/conceal.ts'
import { createEditor } from './gateway/configuration/configuration-editor.ts'
import { keepDeclarations } from './gateway/configuration/declarations.ts'
import { keepConfiguration } from './gateway/configuration/live-configuration.ts'
import { readOpenRuns } from './gateway/configuration/open-runs.ts'
import { watchConfiguration } from './gateway/configuration/watch-configuration.ts'
import { createWritten } from './gateway/configuration/written.ts'
import { createDataCare } from './gateway/data-care.ts'
import type { Gateway } from './gateway/gateway-interface.ts'
import { createItemHandlers } from './gateway/item-handlers.ts'
import type { GatewayOptions, Log } from './gateway/options.ts'
import { createOrchestration } from './gateway/orchestration.ts'
import { createRuleSuggestions } from './gateway/rule-suggestions.ts'
import { SCHEMA_RULES } from './gateway/schema-rules.ts'
import { createItemWords } from './gateway/search/item-words.ts'
import { openSearchTraffic } from './gateway/search/search-traffic.ts'
import { createTuning } from './gateway/search/tuning.ts'
import { createSecretKeeper } from './gateway/secret-keeper.ts'
import { createServerKeeper } from './gateway/servers/server-keeper.ts'
import { type FolderClaim, soleMember, takeFolder } from './gateway/take-folder.ts'
import { findNearestInSlices } from './gateway/thread-slicer.ts'
import { createToolEditor } from './gateway/tool-settings/tool-editor.ts'
import { createCatalogRefresh, trackUsage } from './gateway/tools/catalog-refresh.ts'
import { followDiscoveries } from './gateway/tools/discoveries.ts'
import { keepTools } from './gateway/tools/tools.ts'
import { declarationOf } from './model/configuration.ts'
import type { JsonValue } from './model/json.ts'
import { ENGINE } from './model/principal.ts'
import { createRuntime } from './runtime/create-runtime.ts'
import { createLiveCatalog } from './runtime/live-catalog.ts'
import type { Change, Clock } from './runtime/ports.ts'
import { createSystemClock, createSystemIds } from './runtime/system.ts'
import { backupFolderOf } from './store/backups/backups.ts'
import { openStore } from './store/open-store.ts'
import { createListeners } from './system/listeners.ts'
import { changedToolMessage } from './workflow/call-ahead.ts'

export type { Gateway, GatewayOptions, Log }

/** How long what executes may take to come to its outcome when the gateway stops, in milliseconds. */
const CLOSE_GRACE_MS = 5000
/** How long what a crash left behind waits for the connections that it needs, in milliseconds. */
const TOOLS_KNOWN_MS = 20_000

/** @throws ConfigurationInvalid, ConfigurationDiffers, FolderHeld, DatabaseHeld */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const clock = options.clock ?? createSystemClock()
  const taken = await takeFolder(options, clock.now)
  try {
    return await assemble(options, taken, clock)
  } catch (error) {
    taken.release()
    throw error
  }
}

async function assemble(options: GatewayOptions, taken: FolderClaim, clock: Clock): Promise<Gateway> {
  const { log, dataFolder } = options
  const { chosen, environment } = taken
  const ids = options.ids ?? createSystemIds()
  const now = () => new Date(clock.now()).toISOString()
  const { tell: publish, listen: onChange } = createListeners<[Change]>()
  const warn = (message: string) => log.warn({}, message)
  const changed = () => publish({ topic: 'store' })
  const opened = await openStore(taken.database, warn, changed, backupFolderOf(dataFolder))
  const { store } = opened
  const draining = new AbortController()
  const fault = (error: unknown, correlationId: string) =>
    log.error({ err: error, correlationId }, 'Fault in the runtime')
  const crashPoint = options.crashPoint ?? (() => {})
  const ending = draining.signal
  const recorder = createRecorder({ store, clock, ids, publish, crashPoint, fault, ending })
  const { record, recordDone, atLast } = recorder
  const items = createItemHandlers({
    ...{ store, clock, ids, runtime: () => runtime, live: () => live, tools: () => tools },
    accepted: (name) => discoveries.look(name),
  })
  const loader = options.loader ?? createLoader({ warn })
  const inForce = chosen.inForce.configuration
  const declarations = await keepDeclarations({ store, ids, inForce })
  const live = keepConfiguration({
    concealment: concealKeys(loader, environment),
    chosen,
    accepted: taken.accepted,
    dataFolder,
    environment: environment.renew,
    openRuns: () => readOpenRuns(store),
    now,
    declare: declarations.prepare,
    swap: ({ connections }) => discoveries.swap(connections),
    record,
    atLast,
    outside: recorder.outside,
    publish: () => publish({ topic: 'configuration' }),
    asking: items.asking('configuration'),
  })

  const { resolve, redactor } = environment
  const programsFolder = () => join(dirname(live.current().path), 'programs')
  const connection = (name: string) => live.current().connections[name]
  const tools = await keepTools({
    store,
    pool: () => pool,
    configuration: live.current,
    asking: items.asking('tool_change'),
  })
  const pool = openConnectionPool({
    onElicitation: items.elicit,
    ...(options.begin === undefined ? {} : { begin: options.begin }),
    rules: SCHEMA_RULES,
    ...(options.secrets === undefined ? {} : { secrets: options.secrets }),
    onSecret: redactor.add,
    connections: live.current().connections,
    cachedTools: tools.cached,
    objection: (name, tool) =>
      tools.isChanged(name, tool) ? changedToolMessage({ connection: name, tool }) : null,
    resolve,
    redact: redactor.redact,
    clock,
    warn,
    version: options.version,
    programsFolder,
  })
  const orchestration = createOrchestration({
    store,
    clock,
    catalog: () => catalog,
    runtime: () => runtime,
    discovery: () => discovery,
    live,
    onChange,
    draining: draining.signal,
  })
  const limits = (name: string) => connection(name)?.limits ?? null
  const breakers = createBreakers({
    limits,
    clock,
    onChange: (id) => publish({ topic: 'connection', id }),
  })
  const executors = createExecutors({
    pool,
    resolve,
    connections: () => live.current().connections,
    limits,
    breakers,
    clock,
    programsFolder,
    redact: redactor.redact,
    orchestrator: orchestration.executor,
  })

  const catalog = createLiveCatalog({
    nearest: findNearestInSlices,
    hash: (value) => contentHash(value as JsonValue),
    isChangedTool: tools.isChanged,
    isUnlistedTool: tools.isUnlisted,
    acceptedHash: tools.acceptedHash,
    requiredArguments: tools.requiredArguments,
    waitingFor: tools.waitingFor,
  })
  const usage = await trackUsage(store, onChange)
  const away = await keepAway({
    ...{ store, clock, publish: () => publish({ topic: 'people' }) },
    declared: (name) => declarationOf(name, declarations.current().people),
  })
  const offer = createCatalogRefresh({
    configuration: live.current,
    tools,
    catalog,
    usage: usage.current,
    now: () => performance.now() * 1000,
    mark: ids.next('co'),
    renewed: () => publish({ topic: 'search' }),
    renamed: (ids) => void atLast(() => tuning.judged.rename(ids)),
  })
  const { discovery } = offer
  const written = createWritten(live, loader)
  const { document } = written
  const published = () => publish({ topic: 'search' })
  const tuning = createTuning({ store, clock, discovery, document, changed: published })
  const clientLedger = await keepClientLedger({ store, clock, warn: log.warn })
  const traffic = await openSearchTraffic({
    store,
    clock,
    ids,
    discovery,
    record,
    redact: redactor.redact,
    judged: tuning.judged.list,
    onChange,
    publish,
    warn: log.warn,
  })

  const runtime = createRuntime({
    membership: soleMember(ids.next('gw')),
    store,
    clock,
    ids,
    random: options.random ?? Math.random,
    catalog,
    executors,
    visible: discovery.visible,
    settings() {
      const { approvals, people, clients } = live.current()
      const { holdMs, timeoutMs: gateTimeoutMs, ...rest } = approvals
      const { noDesk = null } = options
      return {
        ...{ ...rest, gateTimeoutMs, people, clients, noDesk },
        // Where nobody can decide, nothing comes of waiting: the agent is told at once.
        holdMs: noDesk === null ? holdMs : 0,
        // Put together for who asks for them: few do.
        get declarations() {
          return declarations.current()
        },
        get away() {
          return away.current()
        },
      }
    },
    itemHandlers: items.handlers(),
    proposal: orchestration.proposal,
    hashDefinition: definitionHash,
    hash: contentHash,
    publish,
    onChange,
    toolsKnown: () => pool.settled(TOOLS_KNOWN_MS),
    draining: draining.signal,
    crashPoint,
    fault,
  })
  const discoveries = followDiscoveries({ pool, tools, offer, record, publish, log })

  await opened.copyToFile(live.current().audit, dataFolder)
  const { path: configuration, hash: configurationHash, acceptedBy, acceptedAt } = live.status()
  await record({
    actor: ENGINE.id,
    eventType: 'server.initialized',
    payload: { version: options.version, configuration, configurationHash, acceptedBy, acceptedAt },
  })
  if (store.readOnly !== null) log.warn({}, store.readOnly)
  else {
    await runtime.recover()
    await live.begin()
    await tools.settleGone()
  }
  const watch =
    store.readOnly === null ? watchConfiguration(live, { clock, log, begin: options.begin }) : null

  const editor = createEditor({
    ...{ live, loader, written, dataFolder, ids, now },
    redact: redactor.redact,
    readAgain: async () => (store.readOnly === null ? atLast(live.consider) : undefined),
  })
  const servers = createServerKeeper({
    ...{ live, written, environment, secrets: options.secrets, clock, ids },
    ...{ version: options.version, record, recordDone, publish },
  })
  const secrets =
    options.secrets === undefined
      ? null
      : createSecretKeeper({
          secrets: options.secrets,
          environment,
          live,
          pool: () => pool,
          recorder,
          publish,
        })
  if (store.readOnly === null) await secrets?.begin()
  const words = createItemWords({ live, written })
  let closing: Promise<void> | null = null
  const close = async () => {
    draining.abort()
    await runtime.close(CLOSE_GRACE_MS)
    // What the watch has noticed may still be loading.
    await Promise.all([watch?.close(), loader.close()])
    await Promise.all([discoveries.close(), servers.close(), pool.close()])
    usage.close()
    await traffic.close()
    await clientLedger.close()
    away.close()
    await store.close()
    taken.release()
  }
  return {
    ...{ dataFolder, version: options.version, runtime, discovery, traffic, clientLedger },
    answers: createAnswerBoard({ clock, announce: (id) => publish({ topic: 'answered', id }) }),
    catalog,
    store,
    connections: pool,
    breakers,
    away,
    askAgainAboutTools: tools.askAgain,
    importWarnings: offer.warningsOf,
    clock,
    ids,
    configuration: live.current,
    declarations: declarations.current,
    live,
    editor,
    tuning,
    words,
    acceptedTools: tools.cached,
    toolSettings: createToolEditor({ live, written, catalog, discovery, words }),
    experience: createRuleSuggestions({ store, clock, catalog, tools, editor, document, hash: contentHash }),
    servers,
    secrets,
    data: createDataCare({ dataFolder, store, care: opened.care, clock, ids }),
    problems: live.problems,
    readOnly: store.readOnly,
    obstacle: opened.obstacle,
    damaged: opened.damaged,
    ...recorder,
    copyAudit: (stream) => opened.copyToStream(stream, live.current().audit),
    onChange,
    publish,
    drain: () => draining.abort(),
    async rest() {
      draining.abort()
      publish({ topic: 'store' })
      await runtime.rest()
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
