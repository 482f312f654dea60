/** Runs what a step has planned, and gives its one outcome. */
import type { ExecutionOutcome } from '../model/call.ts'
import { GatewayError } from '../model/error.ts'
import type { Instance } from '../model/instance.ts'
import type { Execution } from './executions.ts'
import type { Operation } from './operation.ts'
import type { Work } from './settle.ts'

export async function execute(
  operation: Operation,
  execution: Execution,
  instance: Instance,
  work: Work,
): Promise<ExecutionOutcome> {
  const { call } = work
  if (call.kind === 'noop') return { ok: true, output: call.output, evidence: [], content: [] }
  if (call.kind === 'human' || call.kind === 'workflow' || call.kind === 'parallel')
    throw new GatewayError('INTERNAL', `A call of the kind ${call.kind} cannot be executed here.`)
  const cancelled = operation.options.signal
  try {
    return await operation.parts.executors[call.kind].run(call, {
      signal: cancelled === undefined ? execution.signal : AbortSignal.any([execution.signal, cancelled]),
      correlationId: operation.correlationId,
      workflowId: instance.id,
      idempotencyKey: instance.claim?.idempotencyKey ?? null,
      progress: (update) => operation.options.progress?.(update),
    })
  } catch (error) {
    operation.parts.fault(error, operation.correlationId)
    const message = `The step failed inside the gateway (reference ${operation.correlationId}).`
    return { ok: false, errorClass: 'permanent', message, content: [], uncertain: true }
  }
}
