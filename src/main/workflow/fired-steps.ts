/** What a run keeps of the steps that guards of its definition speak of. Pure. */
import { type Definition, type Transition, transitionsOf } from '../model/definition.ts'
import { ownOf } from '../model/json.ts'
import type { Requester, Run } from '../model/run.ts'
import { guardsIn, stepsOf } from './guards/guards.ts'

const asked = new WeakMap<Definition, ReadonlySet<string>>()

/** The steps that its guards speak of. A definition may have thousands of steps, and is asked at each that is taken. */
export function stepsAsked(definition: Definition): ReadonlySet<string> {
  const known = asked.get(definition) ?? new Set(transitionsOf(definition).flatMap(stepsOfGuards))
  asked.set(definition, known)
  return known
}

function stepsOfGuards({ guards, branches }: Transition): string[] {
  const all = [...guards, ...branches.map(({ when }) => when)].flatMap((guard) => guardsIn(guard))
  return all.flatMap(({ guard }) => stepsOf(guard))
}

/** What guards call a transition; null: it takes no step, but passes one over, or refuses it. */
export function firedName(name: string, { step }: Pick<Transition, 'step'>): string | null {
  if (step === undefined) return name
  return step.as === 'success' ? step.name : null
}

/** What guards can call the steps that are there. */
export function firedNames({ states }: Pick<Definition, 'states'>): Set<string> {
  const all = Object.values(states).flatMap(({ transitions }) => Object.entries(transitions))
  return new Set(all.flatMap(([name, transition]) => firedName(name, transition) ?? []))
}

/** The run after a step by which it moves on, where a guard speaks of that. */
export function noteFired(
  run: Run,
  definition: Definition,
  { transition, declared, by }: { transition: string; declared: Transition | null; by: Requester },
  now: number,
): Run {
  const name = declared && firedName(transition, declared)
  if (name === null || !stepsAsked(definition).has(name)) return run
  const { fired = {} } = run
  const times = (ownOf(fired, name)?.times ?? 0) + 1
  const { id, client } = by
  const last = { times, by: client === undefined ? { id } : { id, client }, at: new Date(now).toISOString() }
  return { ...run, fired: { ...fired, [name]: last } }
}
