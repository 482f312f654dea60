/** What is going on in this process right now, so that it can be stopped and waited for. */
import type { GatewayError } from '../../model/error.ts'
import type { Batch, Clock } from '../ports.ts'
import { createHeldCalls, type HeldCalls } from '../submit/held-calls.ts'

/** How a call began that is written with what it came to: see `beginLate`. */
export interface LateBeginning {
  readonly isWritten: boolean
  /** What is to be committed: the batch, with the beginning where that is not written yet. `written` says that it was. */
  join(batch: Batch): Promise<Batch>
  written(): void
  /** Now, by itself: somebody else is about to look for the run. */
  write(): Promise<void>
  /** Nothing more comes of it. */
  end(): void
}

/** One operation on one workflow, from its first claim to its rest. */
export interface Execution {
  /** Aborts what runs. */
  readonly signal: AbortSignal
  /** True: come to rest after the present step; begin no further one. */
  readonly stopped: boolean
  /** What ran was aborted because the gateway stops. */
  readonly cutOff: boolean
  /** What keeps it from writing down what has happened outside; null: nothing. */
  obstacle: GatewayError | null
  /** What is not written yet of how it began. */
  beginning: LateBeginning | null
  /** See `Executions`. */
  abandon(left: Leftover): void
  end(): void
}

/** A step that nobody will write down. */
export interface Leftover {
  transition: string
  /** False: nothing of it had begun. */
  claimed: boolean
  /** Why it could not be written. */
  fault: unknown
}

export interface Executions {
  begin(workflowId: string): Execution
  /** Aborts what runs for this workflow, and forbids it further steps. */
  abort(workflowId: string, reason: string | Error): void
  isRunning(workflowId: string): boolean
  /** Nobody will write down what became of the step that this run has claimed, though the gateway goes on. */
  abandon(workflowId: string, left: Leftover): void
  /** Why nothing of it can be stopped: it has happened, and cannot be written down yet. */
  obstacleOf(workflowId: string): GatewayError | null
  /** Resolves when it is written down that this workflow runs, or cannot be: whoever asks is about to name it. */
  begun(workflowId: string): Promise<void>
  /** Resolves when nothing goes on for this workflow any more. */
  settled(workflowId: string): Promise<void>
  /** Somebody, or its deadline, ends this run: what its step came to when it was stopped is not how it ends. */
  ending<Result>(workflowId: string, task: () => Promise<Result>): Promise<Result>
  isEnding(workflowId: string): boolean
  /** Resolves when nobody is ending this run any more. */
  ended(workflowId: string): Promise<void>
  /**
   * From now on no step follows another; what runs after `graceMs` is aborted, or nothing (null). Resolves when all has
   * come to rest.
   */
  finish(graceMs: number | null): Promise<void>
  /** One caller at a time for a workflow: for what must look before it writes. */
  exclusive<Result>(workflowId: string, task: () => Promise<Result>): Promise<Result>
  readonly count: number
  /** Calls of agents that wait for a decision. */
  readonly held: HeldCalls
}

interface Entry {
  workflowId: string
  execution: Execution
  controller: AbortController
  done: Promise<void>
}

const STOPPING = new Error('Countersign is stopping.')

export function createExecutions(
  clock: Clock,
  abandoned: (workflowId: string, left: Leftover) => void,
): Executions {
  const running = new Set<Entry>()
  const queues = new Map<string, Promise<unknown>>()
  const endings = new Set<{ workflowId: string; done: Promise<void> }>()
  let finishing = false
  const of = (workflowId: string) => [...running].filter((entry) => entry.workflowId === workflowId)
  const endingsOf = (workflowId: string) => [...endings].filter((each) => each.workflowId === workflowId)
  const abandon: Executions['abandon'] = (workflowId, left) => {
    if (!finishing) abandoned(workflowId, left)
  }
  const rest = async () => {
    while (running.size > 0) await Promise.all([...running].map((entry) => entry.done))
  }
  return {
    begin(workflowId) {
      const controller = new AbortController()
      let resolve = () => {}
      const done = new Promise<void>((settle) => {
        resolve = settle
      })
      const execution: Execution = {
        signal: controller.signal,
        get stopped() {
          return finishing || controller.signal.aborted
        },
        get cutOff() {
          return controller.signal.reason === STOPPING
        },
        obstacle: null,
        beginning: null,
        abandon: (left) => abandon(workflowId, left),
        end() {
          running.delete(entry)
          resolve()
        },
      }
      const entry: Entry = { workflowId, execution, controller, done }
      running.add(entry)
      return execution
    },
    abort(workflowId, reason) {
      for (const entry of of(workflowId))
        entry.controller.abort(typeof reason === 'string' ? new Error(reason) : reason)
    },
    isRunning: (workflowId) => of(workflowId).length > 0,
    abandon,
    obstacleOf: (workflowId) =>
      of(workflowId).find(({ execution }) => execution.obstacle !== null)?.execution.obstacle ?? null,
    async begun(workflowId) {
      await Promise.all(of(workflowId).map(({ execution }) => execution.beginning?.write()))
    },
    async settled(workflowId) {
      for (let entries = of(workflowId); entries.length > 0; entries = of(workflowId)) {
        await Promise.all(entries.map((entry) => entry.done))
      }
    },
    async ending(workflowId, task) {
      let resolve = () => {}
      const done = new Promise<void>((settle) => {
        resolve = settle
      })
      const mine = { workflowId, done }
      endings.add(mine)
      try {
        return await task()
      } finally {
        endings.delete(mine)
        resolve()
      }
    },
    isEnding: (workflowId) => endingsOf(workflowId).length > 0,
    async ended(workflowId) {
      for (let all = endingsOf(workflowId); all.length > 0; all = endingsOf(workflowId))
        await Promise.all(all.map(({ done }) => done))
    },
    async finish(graceMs) {
      finishing = true
      if (graceMs === null) return await rest()
      const timer = clock.after(graceMs, () => {
        for (const entry of running) entry.controller.abort(STOPPING)
      })
      await rest()
      timer.cancel()
    },
    async exclusive(workflowId, task) {
      const before = queues.get(workflowId) ?? Promise.resolve()
      const mine = before.then(task, task)
      const settled = mine.then(
        () => {},
        () => {},
      )
      queues.set(workflowId, settled)
      try {
        return await mine
      } finally {
        if (queues.get(workflowId) === settled) queues.delete(workflowId)
      }
    },
    held: createHeldCalls(),
    get count() {
      return running.size
    },
  }
}

/** What is stopped, by a cancellation or the end of the gateway, is stopped as a whole. */
export async function during<Result>(
  executions: Executions,
  workflowId: string,
  task: (execution: Execution) => Promise<Result>,
): Promise<Result> {
  const execution = executions.begin(workflowId)
  try {
    return await task(execution)
  } finally {
    execution.end()
  }
}
