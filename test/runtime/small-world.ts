/** The real runtime over a store in memory, with programs that only note what they were asked to run. */
import { expect } from 'vitest'
import { contentHash } from '../../src/main/config/hash.ts'
import { soleMember } from '../../src/main/gateway/take-folder.ts'
import type { AuditEventType } from '../../src/main/model/audit-event.ts'
import type { ExecutionOutcome, ResolvedCall } from '../../src/main/model/call.ts'
import type { Configuration, Declarations } from '../../src/main/model/configuration.ts'
import type { Definition } from '../../src/main/model/definition.ts'
import type { JsonValue } from '../../src/main/model/json.ts'
import { createRuntime } from '../../src/main/runtime/create-runtime.ts'
import type { Executor } from '../../src/main/runtime/executor-port.ts'
import type { ItemHandlers } from '../../src/main/runtime/items/item-handler.ts'
import {
  type CatalogContent,
  createLiveCatalog,
  type LiveCatalog,
} from '../../src/main/runtime/live-catalog.ts'
import type { Membership } from '../../src/main/runtime/membership.ts'
import type { Change, Store } from '../../src/main/runtime/ports.ts'
import type { Runtime } from '../../src/main/runtime/runtime.ts'
import { openMemoryStore } from '../../src/main/store/sqlite/sqlite-store.ts'
import { createSimulatedClock, createSimulatedIds, type SimulatedClock } from '../simulation/time.ts'
import { NO_EXECUTORS } from '../support/executors.ts'
import { agent } from '../support/gateway.ts'
import { NO_HANDLERS } from '../support/items.ts'

export interface SmallWorld {
  runtime: Runtime
  store: Store
  clock: SimulatedClock
  catalog: LiveCatalog
  /** What has run, in order. */
  ran: ResolvedCall[]
  faults: unknown[]
}

export interface Known extends Pick<Configuration, 'people' | 'clients'> {
  declarations: Declarations
}

const NOBODY: Known = { people: {}, clients: {}, declarations: { people: {}, clients: {} } }

interface SmallWorldOptions {
  /** Puts something between the runtime and its store. */
  wrap?(store: Store): Store
  /** Of what is risky, in milliseconds; read at each look, so that it can change. */
  undoMs?: number
  /** Who is declared; read at each look, too. */
  known?(): Known
  /** Another world at the same store; left out: it has one of its own, which nobody else has written to. */
  beside?: SmallWorld
  membership?: Membership
  /** What becomes of items about no run; left out: nothing is asked about. */
  itemHandlers?: ItemHandlers
}

/** Of each program; null: it fails; a promise of an outcome: that, when it comes. */
type Answer = (call: number, signal: AbortSignal) => JsonValue | null | Promise<ExecutionOutcome>

export function openSmallWorld(
  definition: Definition | CatalogContent,
  answer: Answer,
  options: SmallWorldOptions = {},
): SmallWorld {
  const { wrap = (store) => store, beside, membership = soleMember('gw_one') } = options
  const { itemHandlers = NO_HANDLERS } = options
  const store = beside?.store ?? openMemoryStore()
  const wrapped = wrap(store)
  const clock = createSimulatedClock()
  const hash = (value: unknown) => contentHash(JSON.parse(JSON.stringify(value)))
  // Each server that a step names is there.
  const live = createLiveCatalog({ nearest: async () => [], hash })
  const connectionHash = (name: string) => live.connectionHash(name) ?? hash(name)
  const catalog = { ...live, connectionHash, isMcpConnection: () => true }
  catalog.replace(
    'workflows' in definition
      ? definition
      : { workflows: { [definition.id]: definition }, capabilities: [], connections: {} },
  )
  const ran: ResolvedCall[] = []
  const faults: unknown[] = []
  const programs: Executor = {
    async run(call, { signal }) {
      const output = answer(ran.length, signal)
      ran.push(call)
      if (output instanceof Promise) return await output
      return output === null
        ? { ok: false, errorClass: 'permanent', message: 'It failed.', content: [], uncertain: false }
        : { ok: true, output, evidence: [], content: [] }
    },
  }
  const listeners = new Set<(change: Change) => void>()
  let seed = 0
  const runtime = createRuntime({
    store: wrapped,
    membership,
    clock,
    ids: createSimulatedIds(() => 0),
    random: () => {
      seed = (seed + 0.37) % 1
      return seed
    },
    catalog,
    executors: { ...NO_EXECUTORS, cli: programs, mcp: programs },
    visible: () => true,
    itemHandlers,
    // As where a call could propose a definition: that is looked up.
    proposal: async () => {
      await wrapped.setting('')
      return null
    },
    settings: () => ({
      holdMs: 0,
      gateTimeoutMs: 300_000,
      undoMs: options.undoMs ?? 0,
      pending: { perClient: 100, withoutToken: 400, itemBytes: 1_048_576 },
      queues: {},
      ...(options.known?.() ?? NOBODY),
      away: [],
      noDesk: null,
    }),
    hashDefinition: hash,
    hash,
    publish(change) {
      for (const listener of [...listeners]) listener(change)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    toolsKnown: () => Promise.resolve(),
    draining: new AbortController().signal,
    crashPoint: () => {},
    fault: (error) => {
      faults.push(error)
    },
  })
  return { runtime, store, clock, catalog, ran, faults }
}

/** Submits ‘go’ of ‘flow’; its program runs from then on. */
export async function submitGo({ runtime, ran }: SmallWorld) {
  const { response } = await runtime.start(agent(), { definitionId: 'flow', input: {} })
  const workflowId = response.workflowId ?? ''
  const call = { workflowId, expectedVersion: 1, transition: 'go', arguments: {} }
  const submitted = runtime.submit(agent(), call)
  await expect.poll(() => ran.length, { timeout: 20_000 }).toBe(1)
  return { workflowId, submitted }
}

/** The same, and the program has not come back when the gateway starts again. Returns the run's id. */
export async function cutOff(world: SmallWorld): Promise<string> {
  const { workflowId } = await submitGo(world)
  await world.runtime.recover()
  return workflowId
}

/** The gateway that comes after another one, at the same store. */
export async function openNext(
  beside: SmallWorld,
  definition: Definition | CatalogContent,
  answer: Answer,
  options: Pick<SmallWorldOptions, 'wrap' | 'known'> = {},
): Promise<SmallWorld> {
  const membership = { id: 'gw_two', isGone: async () => true }
  const next = openSmallWorld(definition, answer, { ...options, beside, membership })
  await next.runtime.recover()
  return next
}

/** A store that refuses the first commits with such an entry, as a disk does that is full. */
export function refuse(event: AuditEventType, fault: unknown, times: number) {
  let refused = 0
  return {
    refused: () => refused,
    wrap: (store: Store): Store => ({
      ...store,
      async commit(batch) {
        if (refused === times || !batch.audit.some(({ eventType }) => eventType === event))
          return await store.commit(batch)
        refused += 1
        throw fault
      },
    }),
  }
}

export function refuseTwice(event: AuditEventType, fault: unknown) {
  return refuse(event, fault, 2)
}
