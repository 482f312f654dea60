/** The orchestrator put onto this gateway: its runs, its configuration, its folder of definitions. */
import { isDeepStrictEqual } from 'node:util'
import type { AuditEvent } from '../model/audit-event.ts'
import type { HeldItem } from '../model/item.ts'
import type { JsonObject } from '../model/json.ts'
import { everyPage, itemsOfPages } from '../model/pages.ts'
import type { Run } from '../model/run.ts'
import { createOrchestrator, type Orchestrator } from '../orchestrator/orchestrator.ts'
import type { World } from '../orchestrator/world.ts'
import type { Executor } from '../runtime/executor-port.ts'
import type { Catalog, Change, Clock, Store } from '../runtime/ports.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Discovery } from '../search/discovery.ts'
import { backdropOf } from '../workflow/preview/backdrop.ts'
import { isOpenEnded } from '../workflow/wording/pause.ts'
import { keepDefinitions } from './configuration/definition-folder.ts'
import type { LiveConfiguration } from './configuration/live-configuration.ts'

interface OrchestrationParts {
  store: Store
  clock: Clock
  catalog(): Catalog
  runtime(): Runtime
  discovery(): Discovery
  live: LiveConfiguration
  onChange(listener: (change: Change) => void): () => void
  draining: AbortSignal
}

interface Orchestration {
  executor: Executor
  proposal: Orchestrator['proposal']
}

/** More steps than a run may have. */
const MOST_EVENTS = 20_000
const PAGE = 500

export function createOrchestration(parts: OrchestrationParts): Orchestration {
  const orchestrator = createOrchestrator(worldOf(parts))
  return {
    proposal: orchestrator.proposal,
    executor: {
      async run(call, context) {
        const { caller = { kind: 'engine', id: 'engine', roles: [], permissions: [] } } = context
        const { workflowId, correlationId, signal } = context
        const progress = (update: Parameters<typeof context.progress>[0]) => context.progress(update)
        return await orchestrator.run(call, { caller, workflowId, correlationId, signal, progress })
      },
    },
  }
}

function worldOf(parts: OrchestrationParts): World {
  const { store, clock, live } = parts
  const folder = keepDefinitions(live)
  return {
    now: () => clock.now(),
    after: (milliseconds, callback) => clock.after(milliseconds, callback),
    onChange: (listener) =>
      parts.onChange((change) => {
        if (change.topic === 'run') listener()
      }),
    draining: parts.draining,
    get connections() {
      return parts.catalog()
    },
    get gates() {
      return parts.catalog()
    },
    backdrop: () => backdropOf(live.current()),
    workflow: (id) => parts.catalog().workflow(id),
    workflows: () => Object.values(live.current().workflows),
    nearest: (who, id) =>
      parts.catalog().nearest(id, 'workflow', (found) => parts.discovery().visible(who, found)),
    visible: (who, id) => parts.discovery().visible(who, id),
    definitionsIn: folder.definitionsIn,
    async start(who, request, { correlationId, parallelLimit }) {
      const started = await parts.runtime().start(who, request, { correlationId, parallelLimit, holdMs: 0 })
      return started.response
    },
    look: async (who, workflowId) => (await parts.runtime().get(who, { workflowId })).response,
    async cancel(who, workflowId, reason) {
      await parts.runtime().cancel(who, { workflowId, reason })
    },
    run: (id) => store.run(id),
    settledRun: (id) => parts.runtime().settledRun(id),
    paused: (id) => parts.runtime().pauses.of(id).find(isOpenEnded) ?? null,
    pause: (id, pause) => parts.runtime().pauses.begin(id, { ...pause, branch: null }),
    pinned: async ({ definitionHash }) => await store.definition(definitionHash),
    startedBy: (correlationId) => runOf(store, correlationId),
    running: (owner, limit) => openRuns(store, owner, limit),
    factsAtStart: (definition) => parts.runtime().facts({ run: null, definition }),
    history: (workflowId) => historyOf(store, workflowId),
    definitions: {
      ...folder.definitions,
      async approval(workflowId, proposal) {
        const items = await store.approvals(
          { workflowId, kind: ['definition'], status: ['approved'] },
          { limit: 100 },
        )
        const approved = items.items.find((item) => isDeepStrictEqual(proposedBy(item), proposal))
        const by = approved?.decision?.by
        const before = approved?.subject.before
        return by === undefined ? null : { by, before: typeof before === 'string' ? before : null }
      },
    },
  }
}

/** What was approved: as the person has edited it, if so. */
function proposedBy({ decision, step }: HeldItem): JsonObject {
  const edited = decision?.arguments ?? {}
  return Object.keys(edited).length === 0 ? step.arguments : edited
}

/** Of all that was started in the name of the call, the run that is no step of another one. */
async function runOf(store: Store, correlationId: string): Promise<string | null> {
  const filter = { correlationId, eventTypes: ['workflow.started' as const] }
  for await (const { items } of everyPage((from) => store.audit(filter, { limit: PAGE, ...from }))) {
    const run = items.find(
      ({ payload }) => payload.definitionHash !== undefined && payload.parentId === undefined,
    )
    if (run !== undefined) return run.workflowId
  }
  return null
}

async function openRuns(
  store: Store,
  owner: string | null,
  limit: number,
): Promise<{ items: Run[]; total: number }> {
  const filter = {
    workflowsOnly: true,
    status: ['running' as const],
    ...(owner === null ? {} : { owner }),
  }
  const items: Run[] = []
  let total = 0
  for await (const page of everyPage((from) => store.runs(filter, { limit: PAGE, ...from }))) {
    items.push(...page.items)
    total = page.total
    if (items.length >= limit) break
  }
  return { items, total }
}

async function historyOf(store: Store, workflowId: string): Promise<AuditEvent[]> {
  const read = (from: object) => store.audit({ workflowId }, { limit: PAGE, ...from })
  return (await itemsOfPages(read, MOST_EVENTS)).reverse()
}
