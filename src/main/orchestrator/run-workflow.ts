/**
 * `run_workflow` (seed 004, R6.2): starts a definition in the caller's name and waits until it ends or rests at a
 * decision. Only what runs by itself is run; nothing is submitted for anybody.
 */

import type { Definition } from '../model/definition.ts'
import { isJsonObject, type JsonObject } from '../model/json.ts'
import type { Link, WorkflowResponse } from '../model/response.ts'
import { claimOf, isClosed, isInterrupted, parkedOf, type Run, todoOf } from '../model/run.ts'
import { hasWayOut } from '../workflow/advance.ts'
import { guardRejection, schemaViolation } from '../workflow/evaluate-transition.ts'
import { evaluateGuards } from '../workflow/guards/guards.ts'
import { simulate } from '../workflow/preview/simulate.ts'
import { validateAgainst } from '../workflow/schema/schema.ts'
import { startScope } from '../workflow/scope.ts'
import type { OpenEndedPause } from '../workflow/wording/pause.ts'
import { declaredSteps, groupsOf, type StepResult, stepResults } from './step-results.ts'
import type { Caller, OrchestratorCall, World } from './world.ts'

interface RunResult {
  status: 'success' | 'failed' | 'partial'
  workflow_id: string
  steps_completed: number
  steps_total: number
  step_results: StepResult[]
  execution_time: number
  error_message: string | null
  links?: Link[]
}

/** Nothing was started. */
function refused(message: string): RunResult {
  return {
    status: 'failed',
    workflow_id: '',
    steps_completed: 0,
    steps_total: 0,
    step_results: [],
    execution_time: 0,
    error_message: message,
  }
}

const DEFAULT_PARALLEL_LIMIT = 4

export async function runWorkflow(
  world: World,
  call: OrchestratorCall,
  args: JsonObject,
): Promise<RunResult> {
  const began = world.now()
  const { caller } = call
  const timeoutMs = typeof args.timeout === 'number' ? args.timeout * 1000 : null
  if (caller.kind === 'engine') {
    // The whole log is searched for it: only where the call may have been made before.
    const known = await world.startedBy(call.correlationId)
    if (known === null) return refused('Countersign stopped before the workflow was started. Call again.')
    // The call is begun again as it was made, and its time began when the run did.
    const started = startOf(await world.run(known), began)
    const how = await rest(world, call, known, timeoutMs === null ? null : started + timeoutMs)
    await stop(world, call, known, how, timeoutMs)
    return await resultOf(world, call, known, how, started, timeoutMs)
  }
  const definition = await findDefinition(world, caller, String(args.workflow_name))
  if (typeof definition === 'string') return refused(definition)
  const input = isJsonObject(args.parameters) ? args.parameters : {}
  if (args.dry_run === true) return await planRun(world, caller, definition, input)
  const parallelLimit = typeof args.parallel_limit === 'number' ? args.parallel_limit : DEFAULT_PARALLEL_LIMIT
  const deadline = timeoutMs === null ? null : began + timeoutMs

  const starting = world.start(
    caller,
    { definitionId: definition.id, input },
    { correlationId: call.correlationId, parallelLimit },
  )
  const first = await firstOf(world, call, starting, deadline)
  if (first.kind === 'stopped') {
    const id = await world.startedBy(call.correlationId)
    if (id !== null) await stop(world, call, id, first.how, timeoutMs)
    await starting
    return id === null
      ? refused('It was stopped before it started.')
      : await resultOf(world, call, id, first.how, began, timeoutMs)
  }
  const { workflowId } = first.value
  if (workflowId === undefined) return refused(describeRejection(first.value))
  const how = await rest(world, call, workflowId, deadline)
  await stop(world, call, workflowId, how, timeoutMs)
  return await resultOf(world, call, workflowId, how, began, timeoutMs)
}

type How = 'rested' | 'timeout' | 'cancelled' | 'draining'

/** A name, or the path of a loaded file. A sentence if there is none, or none for this caller. */
async function findDefinition(world: World, who: Caller, name: string): Promise<Definition | string> {
  const named = world.visible(who, name) ? world.workflow(name) : null
  if (named !== null) return named
  if (/[/\\]|\.(ya?ml|json)$/.test(name)) {
    const ids = ((await world.definitionsIn(name)) ?? []).filter((id) => world.visible(who, id))
    if (ids.length > 1)
      return `The file ‘${name}’ holds several workflows: ${ids.join(', ')}. Name one of them.`
    const only = ids[0] === undefined ? null : world.workflow(ids[0])
    if (only !== null) return only
  }
  const nearest = await world.nearest(who, name)
  const hint =
    nearest.length === 0 ? 'Find one with orchestrator.list_workflows.' : `Near it: ${nearest.join(', ')}.`
  return `There is no workflow ‘${name}’. ${hint}`
}

async function firstOf<Value>(
  world: World,
  call: OrchestratorCall,
  task: Promise<Value>,
  deadline: number | null,
): Promise<{ kind: 'done'; value: Value } | { kind: 'stopped'; how: How }> {
  const stopping = stopped(world, call, deadline)
  try {
    return await Promise.race([
      task.then((value) => ({ kind: 'done' as const, value })),
      stopping.promise.then((how) => ({ kind: 'stopped' as const, how })),
    ])
  } finally {
    stopping.release()
  }
}

/** Resolves when the call must not wait any longer. */
function stopped(
  world: World,
  call: OrchestratorCall,
  deadline: number | null,
): { promise: Promise<How>; release(): void } {
  let release = () => {}
  const promise = new Promise<How>((resolve) => {
    const timer = deadline === null ? null : world.after(deadline - world.now(), () => resolve('timeout'))
    const drained = () => resolve('draining')
    const aborted = () => resolve(world.draining.aborted ? 'draining' : 'cancelled')
    world.draining.addEventListener('abort', drained)
    call.signal.addEventListener('abort', aborted)
    if (world.draining.aborted) drained()
    if (call.signal.aborted) aborted()
    release = () => {
      timer?.cancel()
      world.draining.removeEventListener('abort', drained)
      call.signal.removeEventListener('abort', aborted)
    }
  })
  return { promise, release }
}

/**
 * Waits until the run has ended, or nothing of it and of the runs of its steps goes on by itself. Whatever a server asks
 * a person meanwhile, the call waits for, too.
 */
async function rest(
  world: World,
  call: OrchestratorCall,
  workflowId: string,
  deadline: number | null,
): Promise<How> {
  const stopping = stopped(world, call, deadline)
  let unsubscribe = () => {}
  let over = false
  let paused: OpenEndedPause | null = null
  let goOn = () => {}
  const follow = (pause: OpenEndedPause | null) => {
    if (pause === paused) return
    goOn()
    paused = pause
    goOn = pause === null ? () => {} : world.pause(call.workflowId, pause)
  }
  const rested = new Promise<How>((resolve, reject) => {
    let looking = false
    let again = false
    const look = async () => {
      again = true
      if (looking) return
      looking = true
      while (again) {
        again = false
        const at = await whereItStands(world, workflowId)
        if (at === null) resolve('rested')
        else if (!over) follow(world.paused(at))
      }
      looking = false
    }
    const start = () => void look().catch(reject)
    unsubscribe = world.onChange(start)
    start()
  })
  try {
    return await Promise.race([rested, stopping.promise])
  } finally {
    over = true
    unsubscribe()
    stopping.release()
    follow(null)
  }
}

/** The id of the run that goes on by itself, among it and the runs of its steps; null: none does. */
async function whereItStands(world: World, workflowId: string): Promise<string | null> {
  const run = await world.settledRun(workflowId)
  if (run === null || isClosed(run) || isInterrupted(run)) return null
  if (claimOf(run) !== null) return run.id
  const parked = parkedOf(run)
  if (parked === null) return todoOf(run) === null ? null : run.id
  if (parked.on === 'gate') return null
  const child = await world.run(parked.id)
  // One that has ended is about to be told to the run that waits for it.
  if (child === null || isClosed(child)) return run.id
  if (child.failure !== null) {
    const definition = await world.pinned(child)
    if (definition === null || !hasWayOut(definition, child)) return run.id
  }
  return await whereItStands(world, child.id)
}

async function stop(
  world: World,
  call: OrchestratorCall,
  workflowId: string,
  how: How,
  timeoutMs: number | null,
): Promise<void> {
  if (how !== 'timeout' && how !== 'cancelled') return
  const reason =
    how === 'timeout'
      ? `It did not end within ${(timeoutMs ?? 0) / 1000} s.`
      : 'The client cancelled its call.'
  await world.cancel(call.caller, workflowId, reason)
}

async function resultOf(
  world: World,
  call: OrchestratorCall,
  workflowId: string,
  how: How,
  began: number,
  timeoutMs: number | null,
): Promise<RunResult> {
  // Where its step was stopped to end it, how it ends counts.
  const run = await world.settledRun(workflowId)
  const definition = run === null ? null : await world.pinned(run)
  if (run === null || definition === null) return refused(`Workflow ${workflowId} is not in the database.`)
  const { steps, completed, total } = stepResults(definition, run, await world.history(workflowId))
  const response = await world.look(call.caller, workflowId)
  const { status, message } = judge(run, steps, response, how, timeoutMs)
  return {
    status,
    workflow_id: workflowId,
    steps_completed: completed,
    steps_total: total,
    step_results: steps,
    execution_time: Math.max(0, world.now() - began) / 1000,
    error_message: message,
    ...(isClosed(run) ? {} : { links: linksOf(response) }),
  }
}

function judge(
  run: Run,
  steps: StepResult[],
  response: WorkflowResponse,
  how: How,
  timeoutMs: number | null,
): { status: RunResult['status']; message: string | null } {
  if (how === 'timeout')
    return {
      status: 'failed',
      message: `It was aborted: it did not end within ${(timeoutMs ?? 0) / 1000} s.`,
    }
  const unwell = steps.filter(({ status }) => status === 'failed').map(({ step_name }) => `‘${step_name}’`)
  switch (run.status) {
    case 'cancelled':
      return { status: 'failed', message: `It was cancelled. ${run.endReason ?? ''}`.trim() }
    case 'timed_out':
      return { status: 'failed', message: `Its time was up in state ‘${run.state}’.` }
    case 'completed': {
      const refusal = steps.find(({ status }) => status === 'refused')
      if (refusal !== undefined)
        return { status: 'failed', message: `A person refused ‘${refusal.step_name}’.` }
      return unwell.length === 0
        ? { status: 'success', message: null }
        : { status: 'partial', message: `It went on although these steps failed: ${unwell.join(', ')}.` }
    }
    case 'running': {
      const { failure } = run
      if (failure !== null) return { status: 'failed', message: failure.message }
      const message = response.result.message
      return { status: 'partial', message: message ?? 'It waits for a decision: follow one of the links.' }
    }
  }
}

function linksOf(response: WorkflowResponse): Link[] {
  const self = {
    rel: 'self',
    method: 'workflow.get' as const,
    args: { workflowId: response.workflowId ?? '' },
  }
  return response.links.some(({ rel }) => rel === 'self') ? response.links : [...response.links, self]
}

function startOf(run: Run | null, otherwise: number): number {
  return run === null ? otherwise : Date.parse(run.startedAt)
}

function describeRejection({ error, result }: WorkflowResponse): string {
  return error?.message ?? result.message ?? 'The workflow was not started.'
}

// ── `dry_run`: parameters, rights and the way that the run would take, without a side effect.

interface Plan extends RunResult {
  dry_run: true
  /** Where it would come to rest, as sentences. */
  stops?: string[]
}

async function planRun(
  world: World,
  caller: Caller,
  definition: Definition,
  parameters: JsonObject,
): Promise<Plan> {
  const checked = validateAgainst(definition.inputSchema, parameters)
  const scope = startScope(definition, checked.value, world.now())
  const stored = await world.factsAtStart(definition)
  const guards = evaluateGuards(definition.guards, { scope, principal: caller, stored })
  if (!guards.passed) return planned([], guardRejection(undefined, guards.results).message)
  if (checked.violations.length > 0)
    return planned([], schemaViolation(undefined, checked.violations).message)
  const { connections, gates } = world
  const around = { definition, stored, connections, gates }
  const foreseen = simulate(around, [definition.initialState], {
    scope,
    unknownKeys: new Set(),
    outputUnknown: false,
  })
  const calls = new Map<string, StepResult>()
  for (const step of foreseen.steps) {
    const output = { call: step.call, because: step.because, approximate: step.approximate }
    calls.set(step.transition, { step_name: step.transition, status: 'planned', output, duration: 0 })
  }
  const names = declaredSteps(definition)
  const groups = groupsOf(definition)
  // Every way that is possible has been followed: what is only ever skipped does not run.
  const isSkipped = (name: string) =>
    !calls.has(name) && calls.has(`${name}.skip`) && !calls.has(`${name}.ask`)
  const statusOf = (name: string) => {
    const isLeftOut = isSkipped(name) || isSkipped(groups.get(name) ?? '') || foreseen.leftOut.includes(name)
    return isLeftOut ? 'skipped' : 'planned'
  }
  // A decision ends what can be foreseen; the steps after it are known all the same.
  const steps =
    names.length === 0
      ? [...calls.values()]
      : names.map(
          (name) => calls.get(name) ?? { step_name: name, status: statusOf(name), output: null, duration: 0 },
        )
  const stops = foreseen.stops.map((stop) => `Stops ${stop}.`)
  return { ...planned(steps, null), stops }
}

function planned(steps: StepResult[], error: string | null): Plan {
  return {
    status: error === null ? 'success' : 'failed',
    workflow_id: '',
    steps_completed: 0,
    steps_total: steps.length,
    step_results: steps,
    execution_time: 0,
    error_message: error,
    dry_run: true,
  }
}
