/** The real runtime over a store in memory, with programs that only note what they were asked to run. */
import { contentHash } from '../../src/main/config/hash.ts'
import type { ResolvedCall } from '../../src/main/model/call.ts'
import type { Definition } from '../../src/main/model/definition.ts'
import type { JsonValue } from '../../src/main/model/json.ts'
import { createRuntime } from '../../src/main/runtime/create-runtime.ts'
import { createLiveCatalog } from '../../src/main/runtime/live-catalog.ts'
import type { Change, Executor, Store } from '../../src/main/runtime/ports.ts'
import type { Runtime } from '../../src/main/runtime/runtime.ts'
import { createMemoryStore } from '../../src/main/store/memory-store.ts'
import { createSimulatedClock, createSimulatedIds } from '../simulation/time.ts'

export interface SmallWorld {
  runtime: Runtime
  store: Store
  /** What has run, in order. */
  ran: ResolvedCall[]
  faults: unknown[]
}

/** `answer`: of each program; null: it fails. */
export function openSmallWorld(
  definition: Definition,
  answer: (call: number) => JsonValue | null,
): SmallWorld {
  const store = createMemoryStore()
  const hash = (value: unknown) => contentHash(JSON.parse(JSON.stringify(value)))
  const catalog = createLiveCatalog({ nearest: () => [], hash })
  catalog.replace({ workflows: { [definition.id]: definition }, capabilities: [], connections: {} })
  const ran: ResolvedCall[] = []
  const faults: unknown[] = []
  const refused: Executor = { run: () => Promise.reject(new Error('Nobody runs this here.')) }
  const programs: Executor = {
    async run(call) {
      const output = answer(ran.length)
      ran.push(call)
      return output === null
        ? { ok: false, errorClass: 'permanent', message: 'It failed.', content: [], uncertain: false }
        : { ok: true, output, evidence: [], content: [] }
    },
  }
  const listeners = new Set<(change: Change) => void>()
  let seed = 0
  const runtime = createRuntime({
    store,
    clock: createSimulatedClock(),
    ids: createSimulatedIds(() => 0),
    random: () => {
      seed = (seed + 0.37) % 1
      return seed
    },
    catalog,
    definitions: new Map(),
    executors: { noop: refused, cli: programs, rest: refused, orchestrator: refused, mcp: refused },
    visible: () => true,
    itemHandlers: {},
    settings: () => ({ holdMs: 0, gateTimeoutMs: 300_000, undoMs: 0, queues: {}, away: [] }),
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
  return { runtime, store, ran, faults }
}
