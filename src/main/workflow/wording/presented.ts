/** What of a run's context people decide about: what agents and executors have written into it. Pure. */
import { type Definition, type Transition, transitionsOf } from '../../model/definition.ts'
import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue, ownOf } from '../../model/json.ts'
import type { Run } from '../../model/run.ts'

/** Kept with each question, so that a later one can be compared with it; in characters of JSON. */
const MOST = 20_000

/** Of what is too large, the largest values are left out whole, and their size stands for them. */
export function presentedContext(definition: Definition, { context }: Pick<Run, 'context'>): JsonObject {
  const keys = writtenKeys(definition).filter((key) => Object.hasOwn(context, key))
  const sizes = new Map(keys.map((key) => [key, JSON.stringify(context[key] ?? null).length]))
  let left = MOST
  const kept = new Set<string>()
  for (const key of keys.toSorted((one, other) => (sizes.get(one) ?? 0) - (sizes.get(other) ?? 0))) {
    left -= sizes.get(key) ?? 0
    if (left < 0) break
    kept.add(key)
  }
  return Object.fromEntries(
    keys.map((key) => [key, kept.has(key) ? (context[key] ?? null) : standIn(context[key] ?? null)]),
  )
}

const STAND_IN = /^\(\d+ characters: shown with the rest of the run\)$/

function standIn(value: JsonValue): string {
  const { length } = typeof value === 'string' ? value : JSON.stringify(value)
  return `(${length} characters: shown with the rest of the run)`
}

/** Whether some of these values only stand for what was too large to be kept: such two may look alike and differ. */
export function isAbridged(presented: JsonObject): boolean {
  return Object.values(presented).some((value) => typeof value === 'string' && STAND_IN.test(value))
}

/** The form of these values, as far as they are arguments of agents word for word; null: nothing is known of any. */
export function presentedSchema(definition: Definition, keys: readonly string[]): JsonSchema | null {
  const properties: JsonObject = {}
  for (const { output, inputSchema } of steps(definition)) {
    for (const [key, value] of Object.entries(output)) {
      const name = typeof value === 'string' ? /^\$\.arguments\.([\w-]+)$/.exec(value)?.[1] : undefined
      const known = isJsonObject(inputSchema?.properties) ? inputSchema.properties : {}
      const part = name === undefined ? undefined : ownOf(known, name)
      if (keys.includes(key) && isJsonObject(part) && !Object.hasOwn(properties, key)) properties[key] = part
    }
  }
  return Object.keys(properties).length === 0 ? null : { type: 'object', properties }
}

function writtenKeys(definition: Definition): string[] {
  const entered = Object.values(definition.states).flatMap(({ onEnter }) =>
    Object.keys(onEnter?.output ?? {}),
  )
  const written = steps(definition).flatMap(({ output }) => Object.keys(output))
  return [...new Set([...written, ...entered])]
}

/** Of everybody but people. */
function steps(definition: Definition): Transition[] {
  return transitionsOf(definition).filter(({ actor }) => actor !== 'human')
}
