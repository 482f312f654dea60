/** Definitions with the names of their steps in the keys by which the other side knows a call that it has had. Pure. */
import type { Definition } from '../../model/definition.ts'
import type { ExecutorDeclaration } from '../../model/executor.ts'
import { mapEntries } from '../../model/json.ts'
import { editWork } from '../executors/edit-work.ts'
import { keyOfRepetition } from '../executors/executors.ts'
import { spellKey } from '../executors/spell-key.ts'

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
  return [spelt(before), spelt(after)]
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
  const states = mapEntries(definition.states, (state) => ({
    ...state,
    transitions: mapEntries(state.transitions, (step, name) =>
      editWork(step, (executor) => edit(executor, name)),
    ),
  }))
  return { ...definition, states }
}
