/** What it means that a run has ended where it did. Pure. */
import { type Definition, successTargets } from '../model/definition.ts'
import type { Run } from '../model/run.ts'

const REFUSED = /^(?:refus|reject|den(?:y$|ie)|declin|disapprov|veto)/
const HAS_BEEN_REFUSED = /^(?:refused|rejected|denied|declined|disapproved|vetoed)$/

/**
 * Whether a final state stands for a no: its name says so, or only people lead to it, by steps whose names do. The
 * engine calls such a run completed, which nobody would who wanted something from it.
 */
export function endsRefused(definition: Definition, name: string): boolean {
  if (definition.states[name]?.terminal !== true) return false
  if (isNo(name)) return true
  const ways = Object.values(definition.states).flatMap(({ transitions }) =>
    Object.entries(transitions).filter(([, transition]) => successTargets(transition).includes(name)),
  )
  return ways.length > 0 && ways.every(([way, { actor }]) => actor === 'human' && saysNo(way))
}

/** `rejected_by_legal`, `refusal`; not `deny_list_updated`, which is about something else. */
function isNo(state: string): boolean {
  const [first = '', ...rest] = wordsOf(state)
  return rest.length === 0 ? REFUSED.test(first) : HAS_BEEN_REFUSED.test(first)
}

function saysNo(way: string): boolean {
  return REFUSED.test(wordsOf(way)[0] ?? '')
}

function wordsOf(name: string): string[] {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.split(/[^a-z]+/).filter(Boolean)
}

/** With the reason of whoever cancelled it. */
export function sayCancelled({ endReason }: Pick<Run, 'endReason'>): string {
  const why = endReason === null || endReason === '' ? '' : ` Reason: ${endReason}`
  return `This workflow was cancelled.${why}`
}
