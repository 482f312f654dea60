/** How far the steps of a `steps:` workflow are. May import: model, workflow, preload/contract. */
import type { StepView } from '../../../preload/contract.ts'
import type { Definition } from '../../model/definition.ts'
import { isJsonObject } from '../../model/json.ts'
import { isClosed, type Run } from '../../model/run.ts'
import { transitionTitle } from '../../workflow/wording/sentence.ts'

const STATUSES: readonly string[] = ['success', 'failed', 'skipped', 'refused', 'aborted']

/** In the order of their declaration; empty for a workflow that is declared with states. */
export function listSteps(definition: Definition | null, instance: Run): StepView[] {
  const declared = new Map<string, { title: string; member: boolean }>()
  for (const state of Object.values(definition?.states ?? {})) {
    for (const transition of Object.values(state.transitions)) {
      const { step } = transition
      if (step === undefined) continue
      const title = transitionTitle(transition, step.name)
      if (!declared.has(step.name) || step.as === 'success') declared.set(step.name, { title, member: false })
      for (const member of step.members)
        declared.set(member, { title: transitionTitle(null, member), member: true })
    }
  }
  const recorded = isJsonObject(instance.context.steps) ? instance.context.steps : {}
  return [...declared].map(([name, { title, member }]) => {
    const record = isJsonObject(recorded[name]) ? recorded[name] : {}
    const status = statusOf(name, record.status, instance)
    const ended = STATUSES.includes(status) && typeof record.duration === 'number'
    return { name, title, member, status, duration: ended ? Number(record.duration) : null }
  })
}

function statusOf(name: string, recorded: unknown, instance: Run): StepView['status'] {
  if (typeof recorded === 'string' && STATUSES.includes(recorded)) return recorded as StepView['status']
  if (isClosed(instance)) return 'pending'
  if (instance.claim?.transition === name || instance.parked?.transition === name) return 'running'
  if (instance.failure?.transition === name) return 'failed'
  return instance.state === name && instance.todo === null ? 'waiting' : 'pending'
}
