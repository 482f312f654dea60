/**
 * Steps that are called otherwise, with all that their own workflow says of them by name: those of lists (`steps:`), whose
 * records it reads, and those of which its guards ask whether they were taken. The configuration before, with the new
 * names, notes and reads the same (R2.2). Not where anything else may read it. Pure.
 */
import type { Configuration } from '../../model/configuration.ts'
import { type Definition, type Transition, transitionsOf } from '../../model/definition.ts'
import type { Guard } from '../../model/guard.ts'
import { isJsonObject, type JsonValue, mapEntries, ownOf } from '../../model/json.ts'
import { firedNames, stepsAsked } from '../../workflow/fired-steps.ts'
import { stepsOf } from '../../workflow/guards/guards.ts'
import { isRead } from '../../workflow/preview/meaning.ts'
import { namesReadIn, readsRecord } from '../../workflow/preview/names-read.ts'

interface RenamedSteps {
  before: Configuration
  /** One sentence each. */
  changes: string[]
  /** People read it on the cards by which they decide. */
  isRead: boolean
}

export function followSteps(before: Configuration, after: Configuration): RenamedSteps {
  const changes: string[] = []
  let isOfPeople = false
  const [were, are] = [namesReadIn(before).records, namesReadIn(after).records]
  const workflows = mapEntries(before.workflows, (declared, id) => {
    const is = ownOf(after.workflows, id)
    if (is === undefined) return declared
    const definition = followAsked(declared, is, (was, name) => {
      changes.push(sayCalled(id, was, name))
      isOfPeople ||= stepsOfName(is, name).some(isRead)
    })
    if (were.has(id) || are.has(id) || [definition, is].some(readsRecord)) return definition
    const { [id]: _, ...others } = before.workflows
    const around = { ...before, workflows: others }
    return findRenames(definition, is).reduce((each, [was, name]) => {
      // Where some of it is read otherwise now, all is named as it is written.
      const isFollowed = countReads(each, was) === countReads(is, name) && countReads(is, was) === 0
      const isFree = countReads(each, name) === 0 && countReads(around, was) === 0
      const renamed = isFollowed && isFree && countReads(each, was) > 0 ? rename(each, was, name) : each
      if (renamed !== each) changes.push(sayCalled(id, was, name))
      return renamed
    }, definition)
  })
  return { before: { ...before, workflows }, changes, isRead: isOfPeople }
}

function sayCalled(id: string, was: string, is: string): string {
  return `The step ‘${was}’ of ‘${id}’ is called ‘${is}’ now.`
}

// ── Steps of which guards ask whether they were taken.

/** By a name that no other step had, and all that asks for it by that name: nothing but a name is another. */
function followAsked(
  before: Definition,
  after: Definition,
  tell: (was: string, is: string) => void,
): Definition {
  const isListed = transitionsOf(before).some(({ step }) => step !== undefined)
  const namesOf = (each: Definition) => [stepsAsked(each), firedNames(each)] as const
  const [were, are] = [namesOf(before), namesOf(after)]
  const isIn = (name: string, names: readonly ReadonlySet<string>[]) => names.some((each) => each.has(name))
  const added = [...are[0]].filter((name) => !isIn(name, were))
  return [...were[0]].reduce((each, was) => {
    const work = worksOf(before, was)
    // A key by which the other side knows its call may be made of its name.
    if (isListed || isIn(was, are) || work.includes('"idempotencyKey"')) return each
    const place = added.findIndex((is) => worksOf(after, is) === work)
    const [is] = place === -1 ? [] : added.splice(place, 1)
    const renamed = is === undefined ? null : withStepCalled(each, was, is)
    if (is !== undefined && renamed !== null) tell(was, is)
    return renamed ?? each
  }, before)
}

/** What all steps of a name do, and who fires them. */
function worksOf(definition: Definition, name: string): string {
  const steps = stepsOfName(definition, name)
  return JSON.stringify(steps.map(({ actor, executor, reliability }) => [actor, executor, reliability]))
}

function stepsOfName({ states }: Definition, name: string): Transition[] {
  return Object.values(states).flatMap(({ transitions }) => ownOf(transitions, name) ?? [])
}

/** Null: a guard may mean something else by the same word. */
function withStepCalled(definition: Definition, was: string, is: string): Definition | null {
  let isPlain = true
  const walk = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(walk)
    if (!isJsonObject(value)) return value
    const own = Object.entries(value)
    const meant = own.filter(([, each]) => each === was)
    const isAsking = 'kind' in value && stepsOf(value as unknown as Guard).includes(was)
    isPlain &&= !isAsking || meant.length === 1
    return Object.fromEntries(own.map(([key, each]) => [key, isAsking && each === was ? is : walk(each)]))
  }
  const inGuard = (guard: Guard) => walk(guard as unknown as JsonValue) as unknown as Guard
  const states = mapEntries(definition.states, (state) => ({
    ...state,
    transitions: Object.fromEntries(
      Object.entries(state.transitions).map(([name, step]) => [
        name === was ? is : name,
        {
          ...step,
          guards: step.guards.map(inGuard),
          branches: step.branches.map((branch) => ({ ...branch, when: inGuard(branch.when) })),
        },
      ]),
    ),
  }))
  return isPlain ? { ...definition, states } : null
}

// ── Steps of lists.

/** Of those that are gone and those that are new: the first that does the same. */
function findRenames(before: Definition, after: Definition): [string, string][] {
  const [were, are] = [workOf(before), workOf(after)]
  const added = new Map([...are].filter(([name]) => !were.has(name)))
  return [...were].flatMap(([name, work]): [string, string][] => {
    const same = are.has(name) ? undefined : [...added].find(([, other]) => other === work)
    if (same === undefined) return []
    added.delete(same[0])
    return [[name, same[0]]]
  })
}

/** By the name of a step, what it runs, and who fires it. */
function workOf(definition: Definition): Map<string, string> {
  return new Map(
    transitionsOf(definition).flatMap(({ step, actor, executor }) =>
      step === undefined || step.as === 'skipped' || step.members.length > 0
        ? []
        : [[step.name, JSON.stringify([actor, executor])]],
    ),
  )
}

/** Of a step, by its name or by one that begins so. */
function countReads(declared: unknown, name: string): number {
  const text = JSON.stringify(declared)
  return ['.', '{'].reduce((sum, before) => sum + text.split(`${before}steps.${name}`).length - 1, 0)
}

/** The same definition if it may read the step by a longer name, or in a text that goes on. */
function rename(definition: Definition, was: string, is: string): Definition {
  const path = new RegExp(String.raw`([.{]steps\.)${was}(?![\p{L}\p{N}_-])`, 'gu')
  const walk = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return value.replace(path, `$1${is}`)
    if (Array.isArray(value)) return value.map(walk)
    return isJsonObject(value) ? mapEntries(value, walk) : value
  }
  const read = walk(definition as unknown as JsonValue) as unknown as Definition
  if (countReads(read, was) > 0) return definition
  const { steps } = read.initialContext
  const noted = isJsonObject(steps)
    ? Object.fromEntries(Object.entries(steps).map(([name, record]) => [name === was ? is : name, record]))
    : steps
  return {
    ...read,
    initialContext: { ...read.initialContext, ...(noted === undefined ? {} : { steps: noted }) },
    states: mapEntries(read.states, (state) => ({
      ...state,
      transitions: mapEntries(state.transitions, (transition) => ({
        ...transition,
        ...(transition.step?.name === was ? { step: { ...transition.step, name: is } } : {}),
      })),
    })),
  }
}
