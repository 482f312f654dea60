/**
 * Several plans at once, at most so many. What has begun is always awaited: when this answers,
 * nothing of it runs any more.
 */
import type {
  BranchEnd,
  ExecutionOutcome,
  FailedOutcome,
  NewEvidence,
  PlannedBranch,
  ResolvedCall,
} from '../../model/call.ts'
import type { JsonObject } from '../../model/json.ts'
import type { ContentBlock } from '../../model/response.ts'
import { asSentence } from '../../model/shorten.ts'
import { hasEffect } from '../../workflow/executors/executors.ts'
import { faulted, type PlanRun, type Progress, runPlan } from './run-plan.ts'

type Parallel = Extract<ResolvedCall, { kind: 'parallel' }>

interface EndedBranch {
  outcome: ExecutionOutcome
  /** In seconds. */
  duration: number
  onFailure: PlannedBranch['onFailure']
  hadEffect: boolean
}

export async function runParallel(
  run: PlanRun,
  call: Parallel,
  progress: Progress,
): Promise<ExecutionOutcome> {
  const stop = new AbortController()
  const signal = AbortSignal.any([run.signal, stop.signal])
  const { clock } = run.context.parts
  const branches = Object.entries(call.branches)
  const ended = new Map<string, EndedBranch>()
  const report = reportOn(branches.length, progress)
  const waiting = [...branches]
  let cause: string | null = null
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (signal.aborted) return
      const [name, branch] = next
      // A group in a group may have branches of the same names: their keys must differ all the same.
      const path = run.branch === null ? name : `${run.branch}/${name}`
      const began = clock.now()
      const outcome = await runBranch({ ...run, signal, branch: path }, branch, report.of(name))
      const duration = Math.max(0, clock.now() - began) / 1000
      ended.set(name, { outcome, duration, onFailure: branch.onFailure, hadEffect: mayAct(branch) })
      report.done(name)
      if (call.join === 'any' ? outcome.ok : !outcome.ok && branch.onFailure === 'abort') {
        cause ??= name
        stop.abort(new Error(call.join === 'any' ? 'Another branch succeeded.' : 'Another branch failed.'))
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Math.min(call.limit, run.parallelLimit)) }, work))
  // In the order in which they are declared, not in that of their ends.
  const all = branches.map(([name]) => [name, ended.get(name) ?? null] as const)
  if (call.join === 'any') return joinAny(all)
  // Stopped as a whole, it has failed as a whole: no branch has a result to go on with instead.
  const isCutOff = run.signal.aborted && all.some(([, one]) => one?.outcome.ok === false)
  return joinAll(all, cause ?? (isCutOff ? failedFirst(all) : null))
}

async function runBranch(run: PlanRun, branch: PlannedBranch, progress: Progress): Promise<ExecutionOutcome> {
  try {
    const result = await runPlan({ ...run, isHeld: () => false }, branch, 0, progress)
    return result.kind === 'ended' ? result.outcome : result.failed
  } catch (error) {
    // The others must be stopped and awaited all the same.
    run.context.parts.fault(error, run.context.correlationId)
    return faulted(run.context)
  }
}

function mayAct(branch: PlannedBranch): boolean {
  return branch.calls.some(({ call }) => hasEffect(call))
}

type Branches = (readonly [string, EndedBranch | null])[]

function failedFirst(branches: Branches): string | null {
  return branches.find(([, ended]) => ended?.outcome.ok === false)?.[0] ?? null
}

/** `cause`: the branch that failed by itself, not those that were stopped because of it. */
function joinAll(branches: Branches, cause: string | null): ExecutionOutcome {
  if (cause === null && branches.every(([, ended]) => ended !== null)) return joined(branches)
  return partial(branches, branches.find(([name]) => name === cause) ?? null)
}

function joinAny(branches: Branches): ExecutionOutcome {
  if (branches.some(([, ended]) => ended?.outcome.ok === true)) return joined(branches)
  return partial(branches, branches.find(([, ended]) => ended !== null) ?? null)
}

function joined(branches: Branches): ExecutionOutcome {
  const output: JsonObject = {}
  const ends: [string, BranchEnd][] = []
  const evidence: NewEvidence[] = []
  for (const [name, ended] of branches) {
    if (ended === null) continue
    const { outcome, duration } = ended
    if (outcome.ok) evidence.push(...outcome.evidence)
    ends.push([name, { duration, ...(outcome.ok ? {} : { error: errorOf(outcome) }) }])
    const value = outcome.ok ? outcome.output : { error: errorOf(outcome) }
    Object.defineProperty(output, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return { ok: true, output, evidence, content: contentOf(branches), branchEnds: Object.fromEntries(ends) }
}

function contentOf(branches: Branches): ContentBlock[] {
  return branches.flatMap(([, ended]) => ended?.outcome.content ?? [])
}

/** Says of every branch what became of it: the state stays, but what happened has happened. */
function partial(branches: Branches, cause: Branches[number] | null): ExecutionOutcome {
  const details: JsonObject = {}
  const done: string[] = []
  let uncertain = false
  for (const [name, ended] of branches) {
    const outcome = ended?.outcome ?? null
    const value: JsonObject =
      ended === null
        ? { status: 'not_started' }
        : ended.outcome.ok
          ? { status: 'succeeded', output: ended.outcome.output, duration: ended.duration }
          : { status: 'failed', ...errorOf(ended.outcome), duration: ended.duration }
    Object.defineProperty(details, name, { value, enumerable: true, configurable: true, writable: true })
    if (outcome?.ok === true) done.push(`‘${name}’`)
    if (ended?.hadEffect && (ended.outcome.ok || ended.outcome.uncertain)) uncertain = true
  }
  const failed = cause?.[1]?.outcome
  const reason =
    cause === null || failed === undefined || failed.ok
      ? 'Not every branch was started.'
      : `Branch ‘${cause[0]}’ failed: ${asSentence(failed.message)}`
  const rest =
    done.length === 0 ? 'No other branch succeeded.' : `Succeeded all the same: ${done.join(', ')}.`
  return {
    ok: false,
    errorClass: failed === undefined || failed.ok ? 'permanent' : failed.errorClass,
    message: `${reason} ${rest}`,
    details: { branches: details },
    content: contentOf(branches),
    uncertain,
  }
}

/** A result that is passed on; only what may have happened although it failed says so. */
function errorOf(failed: FailedOutcome): JsonObject {
  const { errorClass, message, uncertain } = failed
  return { class: errorClass, message, ...(uncertain ? { uncertain } : {}) }
}

/** Progress in branches: each one that has ended counts whole, one that runs by the share that it reports. */
function reportOn(total: number, progress: Progress) {
  const shares = new Map<string, number>()
  const tell = (message: string | undefined) => {
    const sum = [...shares.values()].reduce((left, right) => left + right, 0)
    progress({ progress: sum, total, ...(message === undefined ? {} : { message }) })
  }
  return {
    of:
      (name: string): Progress =>
      (update) => {
        const share = update.total === undefined ? 0 : Math.min(update.progress / update.total, 0.99)
        shares.set(name, Math.max(shares.get(name) ?? 0, Number.isFinite(share) ? share : 0))
        tell(update.message === undefined ? undefined : `${name}: ${update.message}`)
      },
    done(name: string) {
      shares.set(name, 1)
      tell(`${name} has ended.`)
    },
  }
}
