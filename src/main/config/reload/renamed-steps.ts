/**
 * Steps of lists (`steps:`) that are called otherwise, with all that their own workflow reads of them: the configuration
 * before, with the new names, notes and reads the same (R2.2). Not where anything else may read it. Pure.
 */
import type { Configuration } from '../../model/configuration.ts'
import { type Definition, transitionsOf } from '../../model/definition.ts'
import { isJsonObject, type JsonValue, mapEntries, ownOf } from '../../model/json.ts'
import { namesReadIn, readsRecord } from '../../workflow/preview/names-read.ts'

interface RenamedSteps {
  before: Configuration
  /** One sentence each. */
  changes: string[]
}

export function followSteps(declared: Configuration, after: Configuration): RenamedSteps {
  const changes: string[] = []
  const [were, are] = [namesReadIn(declared).records, namesReadIn(after).records]
  const workflows = mapEntries(declared.workflows, (definition, id) => {
    const is = ownOf(after.workflows, id)
    if (is === undefined || were.has(id) || are.has(id) || [definition, is].some(readsRecord))
      return definition
    const { [id]: _, ...others } = declared.workflows
    const around = { ...declared, workflows: others }
    return findRenames(definition, is).reduce((each, [was, name]) => {
      // Where some of it is read otherwise now, all is named as it is written.
      const isFollowed = countReads(each, was) === countReads(is, name) && countReads(is, was) === 0
      const isFree = countReads(each, name) === 0 && countReads(around, was) === 0
      const renamed = isFollowed && isFree && countReads(each, was) > 0 ? rename(each, was, name) : each
      if (renamed !== each) changes.push(`The step ‘${was}’ of ‘${id}’ is called ‘${name}’ now.`)
      return renamed
    }, definition)
  })
  return { before: { ...declared, workflows }, changes }
}

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
