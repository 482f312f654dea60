/** What is outside the gateway: servers that are slow, fail before or after they have done it, or never answer. */
import type { ExecutionOutcome, ResolvedCall } from '../../src/main/model/call.ts'
import type { JsonValue } from '../../src/main/model/json.ts'
import type { ExecutionContext, Executor } from '../../src/main/runtime/executor-port.ts'
import type { Random } from '../support/random.ts'
import type { Pause, Scheduler } from './scheduler.ts'

export interface Effect {
  workflowId: string
  correlationId: string
  key: string | null
  /** `connection.tool`. */
  what: string
  arguments: JsonValue
  step: number
}

export interface Outside {
  /** For the process that runs now: a crash leaves its calls without an answer. */
  open(): Executor
  /** What really happened, in order; outlives crashes. */
  effects: Effect[]
  /** From now on everything works at once: the world comes to rest. */
  calm(): void
}

type Behaviour = 'works' | 'refuses' | 'fails before' | 'fails after' | 'hangs before' | 'hangs after'

const WILD: readonly Behaviour[] = [
  'works',
  'works',
  'works',
  'works',
  'refuses',
  'fails before',
  'fails after',
  'hangs before',
  'hangs after',
]

export function createOutside(
  random: Random,
  scheduler: Scheduler,
  onEffect: (effect: Effect) => void,
): Outside {
  const effects: Effect[] = []
  let calm = false
  let giveUp = () => {}
  /** A server that hangs is at last given up. */
  const end = new Promise<void>((resolve) => {
    giveUp = resolve
  })

  const happen = (call: Extract<ResolvedCall, { kind: 'mcp' }>, context: ExecutionContext) => {
    const { workflowId, correlationId, idempotencyKey: key } = context
    const what = `${call.connection}.${call.tool}`
    // A server that is given a key does a thing once.
    if (key !== null && effects.some((effect) => effect.key === key && effect.what === what)) return
    const effect = { workflowId, correlationId, key, what, arguments: call.arguments, step: scheduler.now }
    effects.push(effect)
    onEffect(effect)
  }

  const open = (pause: Pause): Executor => ({
    async run(call, context) {
      if (call.kind !== 'mcp') throw new Error(`Nobody outside takes a ${call.kind} call.`)
      const what = `${call.connection}.${call.tool}`
      const behaviour = calm ? 'works' : random.pick(WILD)
      if (!(await reached(pause(`${what} begins (${behaviour})`), context.signal))) {
        return failure('permanent', false)
      }
      if (behaviour === 'refuses') return failure('permanent', false)
      if (behaviour === 'fails before') return failure('transient_error', false)
      if (behaviour === 'hangs before') return await hang(end, pause, context.signal)
      happen(call, context)
      if (behaviour === 'hangs after') return await hang(end, pause, context.signal)
      const answered = await reached(pause(`${what} answers`), context.signal)
      if (!answered || behaviour === 'fails after') return failure(classOf(context.signal), true)
      return { ok: true, output: { done: what }, evidence: [], content: [] }
    },
  })
  return {
    open: () => open(scheduler.life()),
    effects,
    calm() {
      calm = true
      giveUp()
    },
  }
}

function failure(
  errorClass: 'permanent' | 'transient_error' | 'timeout',
  uncertain: boolean,
): ExecutionOutcome {
  const message = uncertain ? 'The connection broke.' : 'It was refused.'
  return { ok: false, errorClass, message, content: [], uncertain }
}

function classOf(signal: AbortSignal): 'permanent' | 'timeout' | 'transient_error' {
  if (!signal.aborted) return 'transient_error'
  return signal.reason instanceof Error && signal.reason.name === 'TimeoutError' ? 'timeout' : 'permanent'
}

async function hang(end: Promise<void>, pause: Pause, signal: AbortSignal): Promise<ExecutionOutcome> {
  await reached(end, signal)
  await pause('given up')
  return failure(classOf(signal), true)
}

/** False: the call was stopped first. */
async function reached(moment: Promise<void>, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false
  let stop = () => {}
  const stopped = new Promise<false>((resolve) => {
    stop = () => resolve(false)
    signal.addEventListener('abort', stop)
  })
  const came = await Promise.race([moment.then(() => true), stopped])
  signal.removeEventListener('abort', stop)
  return came
}
