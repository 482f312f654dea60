/** What it means that a run has ended where it did. Pure. */
import type { Definition } from '../model/definition.ts'

const REFUSED = /^(?:refus|reject|den(?:y$|ie)|declin|disapprov|veto)/

/**
 * Whether a final state stands for a no: its name says so, or only people lead to it, by steps whose names do. The
 * engine calls such a run completed, which nobody would who wanted something from it.
 */
export function endsRefused(definition: Definition, name: string): boolean {
  if (definition.states[name]?.terminal !== true) return false
  if (saysNo(name)) return true
  const ways = Object.values(definition.states).flatMap(({ transitions }) =>
    Object.entries(transitions).filter(([, { target, branches }]) =>
      [target, ...branches.map((branch) => branch.target)].includes(name),
    ),
  )
  return ways.length > 0 && ways.every(([way, { actor }]) => actor === 'human' && saysNo(way))
}

function saysNo(name: string): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  const [first = ''] = words.split(/[^a-z]+/).filter(Boolean)
  return REFUSED.test(first)
}
