/**
 * Definitions with the names of their steps wherever they are more than names: in the keys by which the other side knows a
 * call that it has had, and where a guard speaks of a step. Pure.
 */
import type { Definition, Transition } from '../../model/definition.ts'
import type { ExecutorDeclaration } from '../../model/executor.ts'
import { mapEntries } from '../../model/json.ts'
import { editWork } from '../executors/edit-work.ts'
import { keyOfRepetition } from '../executors/executors.ts'
import { spellKey } from '../executors/spell-key.ts'
import { firedName, stepsAsked } from '../fired-steps.ts'

/** A call, as JSON, and the name of its step. */
interface NamedCall {
  call: string
  name: string
  key: string
}

/**
 * A key of each run stays as it is where, before and after, the call stands under one name alone, and no other call has
 * that key: it takes effect once in a run, whatever its step is called.
 */
export function spellSteps(before: Definition, after: Definition): [Definition, Definition] {
  const listed = [before, after].map(listCalls)
  const isOnce = (executor: ExecutorDeclaration) => {
    const call = JSON.stringify(executor)
    return listed.every((calls) => {
      const own = calls.filter((each) => each.call === call)
      const alike = calls.filter(({ name, key }) =>
        own.some((each) => each.name === name && each.key === key),
      )
      return new Set(own.map(({ name }) => name)).size < 2 && alike.length === own.length
    })
  }
  const spelt = (definition: Definition) =>
    editCalls(definition, (executor, name) => spellKey(executor, name, isOnce(executor) ? 'all' : 'one'))
  const mark = markIn(before, after)
  return [mark(spelt(before)), mark(spelt(after))]
}

/** That a step was taken is kept as what it records is: it is compared so, too. */
function markIn(before: Definition, after: Definition): (definition: Definition) => Definition {
  const asked = new Set([before, after].flatMap((each) => [...stepsAsked(each)]))
  const mark = (step: Transition, called: string): Transition => {
    const name = firedName(called, step)
    if (name === null || !asked.has(name)) return step
    return { ...step, evidence: [...(step.evidence ?? []), { kind: name, data: { fired: true } }] }
  }
  return (definition) => (asked.size === 0 ? definition : editSteps(definition, mark))
}

function listCalls(definition: Definition): NamedCall[] {
  const found: NamedCall[] = []
  editCalls(definition, (executor, name) => {
    const key = keyOfRepetition(executor)
    if (typeof key === 'string') found.push({ call: JSON.stringify(executor), name, key })
    return executor
  })
  return found
}

function editCalls(
  definition: Definition,
  edit: (executor: ExecutorDeclaration, transition: string) => ExecutorDeclaration,
): Definition {
  return editSteps(definition, (step, name) => editWork(step, (executor) => edit(executor, name)))
}

function editSteps(definition: Definition, edit: (step: Transition, name: string) => Transition): Definition {
  const states = mapEntries(definition.states, (state) => ({
    ...state,
    transitions: mapEntries(state.transitions, edit),
  }))
  return { ...definition, states }
}
