/** What the steps of a run came to, in the fields of seed 004. Pure. */
import type { AuditEvent } from '../model/audit-event.ts'
import { type Definition, transitionsOf } from '../model/definition.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts'
import type { Run } from '../model/run.ts'
import { memberOfFailed } from '../workflow/step-record.ts'

export interface StepResult {
  step_name: string
  /** `success`, `failed`, `skipped`, `refused`, `aborted`, `pending`, `planned`. */
  status: string
  output: JsonValue
  /** Seconds. */
  duration: number
}

interface StepResults {
  steps: StepResult[]
  completed: number
  total: number
}

/** `history`: the audit events of the run, oldest first. */
export function stepResults(definition: Definition, run: Run, history: AuditEvent[]): StepResults {
  const names = declaredSteps(definition)
  const steps =
    names.length > 0 ? ofSteps(definition, names, run, history) : ofTransitions(definition, run, history)
  const done = steps.filter(({ status }) => status === 'success' || status === 'skipped')
  return { steps, completed: done.length, total: steps.length }
}

/** The names of a `steps:` definition in their order, members of groups after their group; none for states. */
export function declaredSteps(definition: Definition): string[] {
  const names = new Set<string>()
  for (const { step } of transitionsOf(definition)) {
    if (step === undefined) continue
    names.add(step.name)
    for (const member of step.members) names.add(member)
  }
  return [...names]
}

/** By the name of a member, the group that it is in. */
export function groupsOf(definition: Definition): ReadonlyMap<string, string> {
  const steps = transitionsOf(definition).flatMap(({ step }) => (step === undefined ? [] : [step]))
  return new Map(steps.flatMap(({ name, members }) => members.map((member) => [member, name] as const)))
}

function ofSteps(definition: Definition, names: string[], run: Run, history: AuditEvent[]): StepResult[] {
  const recorded = isJsonObject(run.context.steps) ? run.context.steps : {}
  const { failure } = run
  const failing = definition.states[run.state]?.transitions[failure?.transition ?? '']
  const members = failing?.step?.members ?? []
  return names.map((name) => {
    const left = isJsonObject(recorded[name]) ? recorded[name] : {}
    // A group that failed stands where it was; its members have run all the same.
    const ran = members.includes(name) ? memberOfFailed(failure?.details, name) : null
    const record = ran ?? left
    const failed = failing?.step?.name === name && failure !== null && record.status === 'pending'
    const duration =
      typeof record.duration === 'number' ? record.duration : failed ? timeOf(name, history) : 0
    return {
      step_name: name,
      status: failed ? 'failed' : String(record.status ?? 'pending'),
      output: failed ? { error: failure.message } : (record.output ?? record.error ?? null),
      duration,
    }
  })
}

/** A definition of states: every transition that was taken, and the one that failed. */
function ofTransitions(definition: Definition, run: Run, history: AuditEvent[]): StepResult[] {
  const steps: StepResult[] = []
  let began: number | null = null
  for (const event of history) {
    const at = Date.parse(event.timestamp)
    if (event.eventType === 'executor.started' || event.eventType === 'sub_workflow.started') began ??= at
    if (event.eventType !== 'workflow.transitioned' || typeof event.payload.transition !== 'string') continue
    const { transition, fromState } = event.payload
    steps.push({
      step_name: transition,
      status: event.payload.failed === true ? 'failed' : 'success',
      output: written(definition, run, String(fromState), transition),
      duration: began === null ? 0 : (at - began) / 1000,
    })
    began = null
  }
  const { failure } = run
  if (failure?.transition !== undefined) {
    const duration = timeOf(failure.transition, history)
    const output = { error: failure.message }
    steps.push({ step_name: failure.transition, status: 'failed', output, duration })
  }
  return steps
}

/** What the transition writes, as the context has it now. */
function written(definition: Definition, run: Run, state: string, name: string): JsonObject {
  const transition = definition.states[state]?.transitions[name]
  const keys = Object.keys(transition?.output ?? {}).filter((key) => Object.hasOwn(run.context, key))
  return Object.fromEntries(keys.map((key) => [key, run.context[key] ?? null]))
}

/** From the last beginning of a transition to its failure, in seconds. */
function timeOf(transition: string, history: AuditEvent[]): number {
  const of = (type: string) =>
    history.findLast((event) => event.eventType === type && event.payload.transition === transition)
      ?.timestamp
  const [began, ended] = [of('executor.started'), of('executor.failed')]
  return began === undefined || ended === undefined
    ? 0
    : Math.max(0, Date.parse(ended) - Date.parse(began)) / 1000
}
