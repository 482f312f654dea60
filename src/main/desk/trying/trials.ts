/**
 * Calls that people make as agents would: what runs, what it came to, word for word. They are remembered by this
 * process only; what they did stands in runs and in the log. May import: gateway.ts (types), model.
 */
import type { Push, TrialCall, TrialExchange, TrialView } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { type InboxItem, OPEN_STATUSES } from '../../model/item.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import type { HumanPrincipal } from '../../model/principal.ts'
import { isAtRest, isClosed, parkedOf, type Run } from '../../model/run.ts'
import { isSingleCall } from '../../workflow/proxy.ts'
import type { DeskOptions, ToolResult } from '../desk-options.ts'
import { DeskFault } from '../fault.ts'
import { countTokens } from '../settings/count-tokens.ts'

interface Trials {
  /** `press`: the last thing before it runs; throws where this press does not count. */
  begin(who: HumanPrincipal, call: TrialCall, press: () => void): Promise<TrialView>
  /** @throws DeskFault NOT_FOUND: there is none, or it is somebody else's */
  get(who: HumanPrincipal, id: string): Promise<TrialView>
  cancel(who: HumanPrincipal, id: string): Promise<TrialView>
  list(who: HumanPrincipal): Pick<TrialView, 'id' | 'at' | 'subject' | 'state'>[]
  close(): void
}

interface Trial {
  id: string
  at: string
  who: HumanPrincipal
  call: TrialCall
  stop: AbortController
  progress: TrialView['progress']
  /** Null: it runs. */
  result: ToolResult | null
  exchange: TrialExchange | null
  isCancelled: boolean
  ended: Promise<void>
}

/** Each may hold an answer of megabytes. */
const MOST_KEPT = 20
const MOST_RUNNING = 8
/** Characters of an answer that the window is sent word for word. */
const LONGEST = 200_000
/** What ends sooner is answered at once. */
const SOON_MS = 150

export function createTrials({
  gateway,
  callTool,
  publish,
}: Pick<DeskOptions, 'gateway' | 'callTool'> & { publish: (push: Push) => void }): Trials {
  /** Oldest first. */
  const trials = new Map<string, Trial>()

  function find(who: HumanPrincipal, id: string): Trial {
    const trial = trials.get(id)
    if (trial === undefined || trial.who.id !== who.id)
      throw new DeskFault(
        'NOT_FOUND',
        'The desk does not remember this call. What it did stands in Activity.',
      )
    return trial
  }

  function makeRoom(): void {
    const over = [...trials.values()].filter(({ result }) => result !== null)
    for (const { id } of over.slice(0, Math.max(0, trials.size - MOST_KEPT + 1))) trials.delete(id)
  }

  async function run(trial: Trial): Promise<void> {
    const { who, call, stop } = trial
    const request = { name: call.tool, arguments: call.arguments as JsonObject }
    const result = await callTool(who, request, {
      signal: stop.signal,
      progress({ progress, total, message }) {
        trial.progress = { progress, total: total ?? null, message: message ?? null }
        publish({ topic: 'trial', id: trial.id })
      },
    })
    trial.exchange = exchangeOf(call.tool, request.arguments, result)
    trial.result = result
    publish({ topic: 'trial', id: trial.id })
  }

  return {
    async begin(who, call, press) {
      const running = [...trials.values()].filter(({ result }) => result === null)
      if (running.filter((trial) => trial.who.id === who.id).length >= MOST_RUNNING)
        throw new DeskFault(
          'REJECTED',
          `${MOST_RUNNING} of your calls run already. Wait for one, or stop one.`,
        )
      press()
      makeRoom()
      const trial: Trial = {
        id: gateway.ids.next('tr'),
        at: new Date(gateway.clock.now()).toISOString(),
        ...{ who, call, stop: new AbortController(), progress: null, result: null, exchange: null },
        isCancelled: false,
        ended: Promise.resolve(),
      }
      trials.set(trial.id, trial)
      trial.ended = run(trial)
      await Promise.race([trial.ended, pause(gateway, SOON_MS)])
      return await view(gateway, callTool, trial)
    },
    get: async (who, id) => await view(gateway, callTool, find(who, id)),
    async cancel(who, id) {
      const trial = find(who, id)
      const before = await view(gateway, callTool, trial)
      if (!before.canCancel) throw new DeskFault('REJECTED', 'There is nothing left to stop.')
      trial.isCancelled = true
      if (trial.result === null) {
        trial.stop.abort(new Error('The person stopped this call.'))
        await trial.ended
      } else if (before.run !== null) {
        const reason = `${who.name} stopped it.`
        await gateway.runtime.cancel(who, { workflowId: before.run.id, reason })
      }
      publish({ topic: 'trial', id })
      return await view(gateway, callTool, trial)
    },
    list: (who) =>
      [...trials.values()]
        .filter((trial) => trial.who.id === who.id)
        .toReversed()
        .map((trial) => ({
          ...{ id: trial.id, at: trial.at, subject: subjectOf(trial.call) },
          state: trial.result === null ? 'running' : stateOf(trial.call, trial.result, trial.isCancelled),
        })),
    close() {
      for (const { stop, result } of trials.values())
        if (result === null) stop.abort(new Error('The desk closes.'))
      trials.clear()
    },
  }
}

async function view(gateway: Gateway, callTool: DeskOptions['callTool'], trial: Trial): Promise<TrialView> {
  const { id, at, call, progress, exchange, isCancelled } = trial
  const base = { id, at, subject: subjectOf(call), progress }
  if (trial.result === null || exchange === null) {
    const nothing = {
      message: null,
      code: null,
      output: null,
      blocks: [],
      run: null,
      item: null,
      exchanges: [],
    }
    return { ...base, ...nothing, state: 'running', canCancel: !trial.stop.signal.aborted }
  }
  const workflowId = idOf(trial.result)
  const run = workflowId === null ? null : await gateway.store.run(workflowId)
  const since = await whatCameOfIt(callTool, trial, run?.updatedAt ?? null)
  const last = since?.result ?? trial.result
  const open = run === null || isClosed(run) ? null : await oldestItem(gateway, run)
  const told = stateOf(call, last, isCancelled)
  const isAnswered = since !== null && open === null && run !== null
  const state = told === 'waiting' && isAnswered ? stateOfRun(run) : told
  return {
    ...base,
    ...outputOf(call, last),
    blocks: trial.result.content.slice(1),
    state,
    run: run === null ? null : { id: run.id, listed: !isSingleCall(run.definitionId) },
    item: open?.id ?? null,
    // What an agent has begun is not ended by whoever helps it on.
    canCancel:
      since !== null &&
      state === 'waiting' &&
      call.tool === 'workflow.start' &&
      run !== null &&
      !isClosed(run),
    exchanges: [exchange, ...(since === null ? [] : [since.exchange])],
  }
}

async function oldestItem({ store }: Gateway, { id: workflowId }: Run): Promise<InboxItem | null> {
  const page = await store.approvals({ workflowId, status: OPEN_STATUSES }, { limit: 1 })
  return page.items[0] ?? null
}

/** What an agent that waited would be told now; null: its first answer is the last. */
async function whatCameOfIt(
  callTool: DeskOptions['callTool'],
  { who, result }: Trial,
  updatedAt: string | null,
): Promise<{ result: ToolResult; exchange: TrialExchange } | null> {
  const workflowId = result === null ? null : idOf(result)
  if (result === null || workflowId === null || updatedAt === null) return null
  if (statusOf(result) !== 'waiting_for_action') return null
  const request = { name: 'workflow.get', arguments: { workflowId } }
  const now = await callTool(who, request, {})
  return { result: now, exchange: exchangeOf(request.name, request.arguments, now) }
}

function exchangeOf(tool: string, given: JsonObject, result: ToolResult): TrialExchange {
  const text = JSON.stringify(result, null, 2)
  return {
    ...{ tool, arguments: given, isError: result.isError === true },
    text: text.slice(0, LONGEST),
    isCut: text.length > LONGEST,
    tokens: countTokens(result.content.map((block) => String(block.text ?? '')).join('\n')),
  }
}

/** What its screen finds it by: a step of a run, or an item of the catalog. */
function subjectOf(call: TrialCall): string {
  if (call.tool === 'workflow.submit') return `run ${call.arguments.workflowId} ${call.arguments.transition}`
  const { definitionId, input } = call.arguments
  if (!isSingleCall(definitionId)) return `item ${definitionId}`
  const nested = isJsonObject(input.arguments) ? input.arguments.workflow_name : undefined
  return `item ${typeof nested === 'string' ? nested : String(input.capability)}`
}

function statusOf({ structuredContent }: ToolResult): string {
  const result = structuredContent?.result
  return isJsonObject(result) ? String(result.status) : ''
}

function idOf({ structuredContent }: ToolResult): string | null {
  const id = structuredContent?.workflowId
  return typeof id === 'string' ? id : null
}

function pause({ clock }: Pick<Gateway, 'clock'>, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve))
}

// ── A tool result as a person reads it.

const STATES: Record<string, TrialView['state']> = {
  waiting_for_action: 'waiting',
  rejected: 'refused',
  failed: 'failed',
  timed_out: 'failed',
  cancelled: 'cancelled',
}

/** `isCancelled`: the person has stopped it. */
function stateOf(
  call: TrialCall,
  { structuredContent = {} }: ToolResult,
  isCancelled: boolean,
): TrialView['state'] {
  const { result, context } = structuredContent
  const status = isJsonObject(result) ? String(result.status) : ''
  const inner = isJsonObject(context) ? workflowResult(ownOutput(call, context)) : null
  const state = STATES[status] ?? (inner === null ? 'done' : (INNER_STATES[inner] ?? 'done'))
  return isCancelled && (state === 'failed' || state === 'refused') ? 'cancelled' : state
}

/** The orchestrator's call is well where the workflow that it ran is not. */
const INNER_STATES: Record<string, TrialView['state']> = { failed: 'failed', partial: 'waiting' }

/** The status that `run_workflow` answers with; null: it is another answer. */
function workflowResult(output: JsonValue): string | null {
  return isJsonObject(output) && Array.isArray(output.step_results) ? String(output.status) : null
}

/** Of a run that nobody is asked about any more: `workflow.get` says of each that its next move is awaited. */
function stateOfRun(run: Run): TrialView['state'] {
  if (isClosed(run)) return 'done'
  if (!isAtRest(run) || parkedOf(run) !== null) return 'waiting'
  if (run.failure === null) return 'done'
  return run.failure.code === 'APPROVAL_DENIED' ? 'refused' : 'failed'
}

function outputOf(
  call: TrialCall,
  { structuredContent = {} }: ToolResult,
): Pick<TrialView, 'message' | 'code' | 'output'> {
  const { result, error, context } = structuredContent
  const said = isJsonObject(error) ? error.message : isJsonObject(result) ? result.message : undefined
  const state = isSingle(call) ? undefined : structuredContent.state
  const where = typeof state === 'string' ? `The run is in state ‘${state}’.` : null
  return {
    message: typeof said === 'string' ? said : where,
    code: isJsonObject(error) && typeof error.code === 'string' ? error.code : null,
    output: isJsonObject(context) ? ownOutput(call, context) : null,
  }
}

/** Of a single call what it answered; of a run all that it knows. */
function ownOutput(call: TrialCall, context: Record<string, JsonValue>): JsonValue {
  return isSingle(call) ? (context.lastResult ?? null) : context
}

function isSingle(call: TrialCall): boolean {
  return call.tool === 'workflow.start' && isSingleCall(call.arguments.definitionId)
}
