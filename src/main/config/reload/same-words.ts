/**
 * Whether people who decide by what they read bring about no more than before: a button may be called otherwise, or do
 * something else under the name that it had, although nothing more can be done on the whole (R2.2). Pure.
 */
import type { Configuration } from '../../model/configuration.ts'
import type { Definition, Transition } from '../../model/definition.ts'
import { mapEntries, ownOf } from '../../model/json.ts'
import { type Backdrop, backdropOf } from '../../workflow/preview/backdrop.ts'
import { likenessBy } from '../../workflow/preview/conditions.ts'
import { isRead, sayOtherOrder, taskOf } from '../../workflow/preview/meaning.ts'
import { namesReadIn } from '../../workflow/preview/names-read.ts'
import { refine } from '../../workflow/preview/refinement.ts'
import { withoutUnread } from '../../workflow/preview/unread-steps.ts'
import { outcomeTone, stateTitle, transitionTitle } from '../../workflow/wording/sentence.ts'
import { declaredHash } from '../hash.ts'

/** Of what is there before and after: what is new is named, and nobody reads what is gone. */
export function keepsWords(before: Configuration, after: Configuration): boolean {
  const backdrop = backdropOf(after)
  const { ends, states } = namesReadIn(after, 'people')
  const isShown = ({ id }: Definition) => ends.has(id) || states.has(id)
  const were = titlesOf(before)
  return (
    [...titlesOf(after)].every(([name, title]) => (were.get(name) ?? title) === title) &&
    sayOtherOrder(before.workflows, after.workflows).length === 0 &&
    Object.entries(after.workflows).every(([id, is]) => {
      const was = ownOf(before.workflows, id)
      return (
        was === undefined || ((!isShown(is) || isCalledAlike(was, is)) && keepsButtons(was, is, backdrop))
      )
    })
  )
}

function isCalledAlike(before: Definition, after: Definition): boolean {
  return declaredHash(Object.keys(before.states).sort()) === declaredHash(Object.keys(after.states).sort())
}

function titlesOf({ connections, capabilities, workflows }: Configuration): Map<string, string> {
  return new Map([
    ...Object.entries(connections).map(
      ([name, { title }]) => [`connection ${name}`, declaredHash([title])] as const,
    ),
    ...Object.entries(workflows).flatMap(([id, { title, states }]) => [
      [`workflow ${id}`, title] as const,
      ...Object.entries(states)
        .filter(([, { onEnter }]) => onEnter !== undefined)
        .map(([name, state]) => [`state ${id} ${name}`, declaredHash(taskOf(state))] as const),
    ]),
    ...capabilities.map(
      ({ id, title, inputSchema }) => [`capability ${id}`, declaredHash([title, inputSchema])] as const,
    ),
  ])
}

/** Each is held against one that says the same, in the same place, and leads to what is called the same. */
function keepsButtons(before: Definition, after: Definition, backdrop: Backdrop): boolean {
  if (declaredHash(before) === declaredHash(after)) return true
  const isLike = likenessBy(backdrop)
  const [was, is] = withoutUnread(before, after, backdrop)
  const { holds } = refine(
    spellOut(was),
    spellOut(is),
    backdrop,
    (one, other) => isLike(one, other) && readOf(one) === readOf(other),
  )
  const [late, wasLate] = [after.onTimeout?.target, before.onTimeout?.target]
  return (
    holds({ is: after.initialState, was: before.initialState }) &&
    (late === undefined || wasLate === undefined || holds({ is: late, was: wasLate }))
  )
}

/** The title of each step is all that names it for people: its state, what that is for, itself, how it looks, where it leads. */
function spellOut(definition: Definition): Definition {
  const states = mapEntries(definition.states, (state, name) => {
    const names = Object.keys(state.transitions)
    const transitions = mapEntries(state.transitions, (step, key) => {
      const { target, branches, onFailure } = step
      const targets = [target, ...branches.map((branch) => branch.target), onFailure?.target ?? target]
      const around = [name, ...targets].map((each) => stateTitle(definition, each))
      return {
        ...step,
        title: declaredHash([
          transitionTitle(step, key),
          outcomeTone(key, names.indexOf(key)),
          around,
          taskOf(state),
        ]),
      }
    })
    return { ...state, transitions }
  })
  return { ...definition, states }
}

/** Empty: no person fires it, and nothing of it can be held. */
function readOf(step: Transition): string {
  const { title, description, inputSchema, summary } = step
  return isRead(step) ? declaredHash([title, description, inputSchema, summary]) : ''
}
