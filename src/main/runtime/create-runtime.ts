/** Puts the calls of the runtime together. May import: model, workflow. */
import { cancel } from './cancel.ts'
import { decideApproval } from './decide-approval.ts'
import { drainingAnswer } from './draining.ts'
import { createExecutions } from './executions.ts'
import { explain } from './explain-call.ts'
import { get } from './get.ts'
import type { RuntimeParts } from './operation.ts'
import { previewDecision } from './preview-decision.ts'
import { recover } from './recovery.ts'
import type { Runtime } from './runtime.ts'
import { createSessionReaper } from './sessions.ts'
import { start } from './start.ts'
import { submit } from './submit.ts'
import { createDeadlineTimer } from './timeouts.ts'

export function createRuntime(parts: RuntimeParts): Runtime {
  const isDraining = () => parts.draining.aborted
  const executions = createExecutions()
  const deadlines = createDeadlineTimer(parts, executions)
  const sessions = createSessionReaper(parts)
  const noteDeadline = async (workflowId: string | undefined) => {
    if (workflowId === undefined) return
    deadlines.consider((await parts.store.instance(workflowId))?.deadlineAt ?? null)
  }
  return {
    async start(who, request, options) {
      if (isDraining()) return drainingAnswer()
      const answered = await start(parts, executions, who, request, options)
      await noteDeadline(answered.response.workflowId)
      return answered
    },
    async submit(who, request, options) {
      if (isDraining()) return drainingAnswer(request.workflowId)
      return await submit(parts, executions, who, request, options)
    },
    get: (who, request, options) => get(parts, executions, who, request, options),
    explain: (who, request) => explain(parts, who, request),
    cancel: (who, request) => cancel(parts, executions, who, request),
    previewDecision: (who, request) => previewDecision(parts, who, request),
    async decide(who, request) {
      if (isDraining())
        return { kind: 'rejected', message: 'The gateway is stopping. Decide again when it runs.' }
      return await decideApproval(parts, executions, who, request)
    },
    async recover() {
      await recover(parts, executions)
      for (const instance of await parts.store.deadlines(1)) deadlines.consider(instance.deadlineAt)
      sessions.begin()
    },
    executing: () => executions.count,
    async close(graceMs) {
      deadlines.close()
      sessions.close()
      await executions.finish(graceMs)
    },
  }
}
