/** `dry_run`: parameters, rights and the way that the run would take, without a side effect. May import: model, workflow. */

import type { Definition } from '../model/definition.ts'
import type { JsonObject } from '../model/json.ts'
import { guardRejection, schemaViolation } from '../workflow/evaluate-transition.ts'
import { evaluateGuards } from '../workflow/guards/guards.ts'
import { simulate } from '../workflow/preview/simulate.ts'
import { validateAgainst } from '../workflow/schema/schema.ts'
import { startScope } from '../workflow/scope.ts'
import type { RunResult } from './run-result.ts'
import { declaredSteps, groupsOf, type StepResult } from './step-results.ts'
import type { Caller, World } from './world.ts'

interface Plan extends RunResult {
  dry_run: true
  /** Where it would come to rest, as sentences. */
  stops?: string[]
}

export async function planRun(
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
