/** What can be approved later than before: what a person lets through then is older (R5.5). One sentence each. Pure. */
import type { Definition, Gate, Transition } from '../../model/definition.ts'
import { transitionOf } from '../advance.ts'
import { timeoutOf } from '../gates/gates.ts'
import { duration } from '../wording/waiting.ts'
import type { Backdrop, UsualTime } from './backdrop.ts'

/** What else is asked before the same: the first that is over refuses. */
export interface AskedBeside {
  were: readonly Gate[]
  are: readonly Gate[]
}

export const NOTHING_BESIDE: AskedBeside = { were: [], are: [] }

/** Where neither says so itself, that is said of all at once. */
export function longerOf(
  what: string,
  were: readonly Gate[],
  are: readonly Gate[],
  usual: UsualTime,
  beside: AskedBeside,
): string[] {
  const left = [...are, ...beside.are]
  const said = [...were, ...(are.length === 0 ? left : are)].some(({ timeoutMs }) => timeoutMs !== undefined)
  if (!said || were.length === 0 || left.length === 0) return []
  const was = timeoutOf([...were, ...beside.were], usual.was)
  return sayLonger(`${what}: its approval`, was, timeoutOf(left, usual.is))
}

export function askedBeside(
  was: Step,
  is: Step,
  { stoodBefore, standingThroughout }: Pick<Backdrop, 'stoodBefore' | 'standingThroughout'>,
): AskedBeside {
  return { were: stoodBefore(was), are: standingThroughout(is) }
}

type Step = Parameters<Backdrop['stoodBefore']>[0]

export function sayLonger(what: string, was: number, is: number): string[] {
  if (is <= was) return []
  const [now, then] = [duration(is), duration(was)]
  // They may differ by less than is usually said of a time.
  const told = now === then ? `${is} instead of ${was} milliseconds` : `${now} instead of ${then}`
  return [`${what} can be given for ${told} before it is refused.`]
}

/** Whether a sentence is about that, and nothing else. */
export function saysLonger(sentence: string): boolean {
  return / can be given for [a-z0-9 ]+ before it is refused\.$/.test(sentence)
}

interface LongerDeadline {
  message: string
  at: { state: string; transition: string }
}

/** Each step is held against the one of its name and place, or else those that are gone and did the same. */
export function longerDeadlines(
  before: Definition,
  after: Definition,
  backdrop: Backdrop,
  isLike: (was: Transition, is: Transition) => boolean,
): LongerDeadline[] {
  const isGated = ({ step }: PlacedStep) => (step.gates ?? []).length > 0
  const gone = stepsIn(before)
    .filter(isGated)
    .filter(({ state, transition }) => transitionOf(after, state, transition) === null)
  return stepsIn(after).flatMap(({ state, transition, step }) => {
    const same = transitionOf(before, state, transition)
    const were = same === null ? gone.map((each) => each.step).filter((was) => isLike(was, step)) : [same]
    const what = `‘${transition}’ in state ‘${state}’ of ‘${after.id}’`
    const said = were.map((was) =>
      longerOf(
        what,
        was.gates ?? [],
        step.gates ?? [],
        backdrop.approvalMs,
        askedBeside(was, step, backdrop),
      ),
    )
    // One of those that did the same left as much time.
    const [[message] = []] = said.every(({ length }) => length > 0) ? said : []
    return message === undefined ? [] : [{ message, at: { state, transition } }]
  })
}

interface PlacedStep {
  state: string
  transition: string
  step: Transition
}

function stepsIn({ states }: Definition): PlacedStep[] {
  return Object.entries(states).flatMap(([state, { transitions }]) =>
    Object.entries(transitions)
      .filter(([, { gates = [], executor }]) => gates.length > 0 || executor !== undefined)
      .map(([transition, step]) => ({ state, transition, step })),
  )
}
