/**
 * `steps:` as the state machine that they are short for. A step becomes a state of its name with a
 * deterministic transition; `approve` one with two transitions of people; a parallel group one transition whose
 * executor runs its members. What became of each stands in `context.steps`. Pure.
 */

import type { State, StepRecord, Transition } from '../../model/definition.ts'
import { PASSING_FAILURES } from '../../model/error.ts'
import { type JsonObject, mapTexts, present } from '../../model/json.ts'
import { FORBIDDEN_KEYS } from '../../workflow/scope.ts'
import type { ExecutorDocument, ReliabilityDocument } from '../executors/executors.ts'
import type { StepDocument } from '../schema/step.ts'
import type { TransitionDocument } from '../schema/workflow.ts'
import { humaniseId } from './humanise.ts'

/** Where a run of steps ends: after its last one, or where a person refused. */
const STEPS_DONE = 'done'
const STEPS_REFUSED = 'refused'

interface CompiledSteps {
  initialState: string
  initialContext: JsonObject
  /** How many automatic steps may follow each other: enough for all of them. */
  maxChainDepth: number
  states: Record<string, State>
}

/** `compile`: how a transition that is written out is compiled; of its capabilities and gates this knows nothing. */
export function compileSteps(
  steps: readonly StepDocument[],
  compile: (transition: TransitionDocument) => Transition,
): CompiledSteps {
  const states: [string, State][] = steps.flatMap((step, index) => {
    const following = steps[index + 1]
    return compileStep(step, following === undefined ? STEPS_DONE : entryOf(following), compile)
  })
  const first = steps[0]
  const refusable = steps.some((step) => step.approve !== undefined)
  return {
    initialState: first === undefined ? STEPS_DONE : entryOf(first),
    initialContext: {
      steps: Object.fromEntries(namesOf(steps).map((name) => [name, { status: 'pending' }])),
    },
    maxChainDepth: Math.max(50, steps.length * 2),
    states: Object.fromEntries([
      ...states,
      [STEPS_DONE, END],
      ...(refusable ? [[STEPS_REFUSED, END] as [string, State]] : []),
    ]),
  }
}

/** What is wrong with a list of steps beyond their shape; `path` below `steps`. */
export function stepProblems(
  steps: readonly StepDocument[],
): { path: (string | number)[]; message: string }[] {
  const problems: { path: (string | number)[]; message: string }[] = []
  const seen = new Set<string>()
  const look = (step: StepDocument, path: (string | number)[], member: boolean) => {
    const report = (message: string, ...more: string[]) =>
      problems.push({ path: [...path, ...more], message })
    const { name } = step
    if (seen.has(name)) report(`There is another step ‘${name}’. Names of steps must differ.`, 'name')
    seen.add(name)
    if (name === STEPS_DONE || name === STEPS_REFUSED || FORBIDDEN_KEYS.has(name) || name.includes('.'))
      report(`A step cannot be called ‘${name}’. Choose another name, without dots.`, 'name')
    const kinds = [step.executor, step.parallel].filter((kind) => kind !== undefined).length
    if (kinds > 1) report(`Step ‘${name}’ has ‘executor’ and ‘parallel’. Choose one.`)
    if (kinds === 0 && step.approve === undefined)
      report(`Step ‘${name}’ does nothing. Give it ‘executor’, ‘parallel’ or ‘approve’.`)
    if (step.limit !== undefined && step.parallel === undefined)
      report(`‘limit’ belongs to a step with ‘parallel’.`, 'limit')
    if (step.output !== undefined && Object.hasOwn(step.output, 'steps'))
      report(`‘steps’ tells what became of each step. Write into another name.`, 'output', 'steps')
    if (member) {
      for (const key of ['parallel', 'approve', 'approval', 'auto_approve'] as const) {
        if (step[key] !== undefined)
          report(
            `A step inside ‘parallel’ cannot have ‘${key}’. Put it on the group, or on a step before it.`,
            key,
          )
      }
    }
    for (const [index, inner] of (step.parallel ?? []).entries())
      look(inner, [...path, 'parallel', index], true)
  }
  for (const [index, step] of steps.entries()) look(step, [index], false)
  return problems
}

type Classes = NonNullable<NonNullable<ReliabilityDocument['retry']>['retryOn']>
/** `permanent` cannot be declared: a program that fails is worth another try only where the step says so. */
const EVERY_FAILURE = [...PASSING_FAILURES, 'permanent'] as Classes

const END: State = { terminal: true, transitions: {} }

function namesOf(steps: readonly StepDocument[]): string[] {
  return steps.flatMap((step) => [step.name, ...(step.parallel ?? []).map(({ name }) => name)])
}

/** A decision of people with a condition has a state before it: people are not asked what is to be skipped. */
export function entryOf(step: StepDocument): string {
  return step.approve !== undefined && step.when !== undefined ? `${step.name}.when` : step.name
}

function compileStep(
  step: StepDocument,
  next: string,
  compile: (transition: TransitionDocument) => Transition,
): [string, State][] {
  const { name, when } = step
  const skip = (): [string, Transition][] => {
    if (when === undefined) return []
    const skipped = compile({ target: next, actor: 'deterministic', guards: [{ kind: 'not', guard: when }] })
    return [[`${name}.skip`, { ...skipped, title: `Skip ${titleOf(step)}`, step: recordOf(step, 'skipped') }]]
  }
  const guards = when === undefined ? [] : [when]
  if (step.approve === undefined) {
    const runs = working(step, compile({ ...work(step, next), actor: 'deterministic', guards }), next)
    return [[name, stateOf(step, [[name, runs], ...skip()])]]
  }
  const decision = stateOf(step, decisionsOf(step, next, compile))
  if (when === undefined) return [[name, decision]]
  const asks = compile({ target: name, actor: 'deterministic', guards })
  return [
    [
      `${name}.when`,
      stateOf(step, [[`${name}.ask`, { ...asks, title: `Ask for ${titleOf(step)}` }], ...skip()]),
    ],
    [name, decision],
  ]
}

function decisionsOf(
  step: StepDocument,
  next: string,
  compile: (transition: TransitionDocument) => Transition,
): [string, Transition][] {
  const { title, summary, risk, confirm, by } = step.approve ?? {}
  const guards = [
    ...(by?.role === undefined ? [] : [{ kind: 'role' as const, role: by.role }]),
    ...(by?.permission === undefined ? [] : [{ kind: 'permission' as const, permission: by.permission }]),
  ]
  const shared = { actor: 'human' as const, guards, ...present({ summary }) }
  const approve = compile({
    ...work(step, next),
    ...shared,
    title: title ?? 'Approve',
    ...present({ risk, confirm }),
  })
  const refuse = compile({ ...shared, target: STEPS_REFUSED, title: 'Refuse' })
  return [
    ['approve', working(step, approve, next)],
    ['refuse', { ...refuse, step: recordOf(step, 'refused') }],
  ]
}

/** The transition with what is recorded of it, and the way on after a failure. */
function working(step: StepDocument, transition: Transition, next: string): Transition {
  return {
    ...transition,
    step: recordOf(step, 'success'),
    ...(step.onFailure === 'continue' ? { onFailure: { target: next } } : {}),
  }
}

function recordOf(step: StepDocument, as: StepRecord['as']): StepRecord {
  return { name: step.name, as, members: (step.parallel ?? []).map(({ name }) => name) }
}

function stateOf(step: StepDocument, transitions: [string, Transition][]): State {
  return {
    title: titleOf(step),
    ...present({ description: step.description }),
    terminal: false,
    transitions: Object.fromEntries(transitions),
  }
}

function titleOf(step: StepDocument): string {
  return step.title ?? humaniseId(step.name)
}

/** What a step does, as a transition is written. */
function work(step: StepDocument, next: string): TransitionDocument {
  const { parallel = [] } = step
  const executor = step.parallel === undefined ? step.executor : groupOf(step)
  return {
    target: next,
    title: titleOf(step),
    output: { ...Object.assign({}, ...parallel.map(memberOutput)), ...step.output },
    ...present({
      description: step.description,
      executor,
      reliability: policyOf(step),
      approval: step.approval,
      auto_approve: step.auto_approve,
    }),
  }
}

function groupOf(step: StepDocument): ExecutorDocument {
  const branches = (step.parallel ?? []).map((member) => [
    member.name,
    {
      executor: member.executor ?? { kind: 'noop' },
      onFailure: member.onFailure === 'continue' ? 'continue' : 'abort',
      ...present({ when: member.when, reliability: policyOf(member) }),
    },
  ])
  return { kind: 'parallel', branches: Object.fromEntries(branches), limit: step.limit ?? 4, join: 'all' }
}

/** Three attempts, whatever the failure, unless the step says how often and when. */
export function policyOf(step: StepDocument): ReliabilityDocument | undefined {
  const { reliability } = step
  if (step.onFailure !== 'retry') return reliability
  return { ...reliability, retry: { retryOn: [...EVERY_FAILURE], ...reliability?.retry } }
}

/** The result of a group has one key a member: what a member reads of its own output stands below that. */
function memberOutput(member: StepDocument): JsonObject {
  return mapTexts(member.output ?? {}, (text) =>
    /^\$\.output(?![^.[])/.test(text) ? `$.output.${member.name}${text.slice('$.output'.length)}` : text,
  ) as JsonObject
}
