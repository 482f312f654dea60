/**
 * Definitions without what they note of their steps (`steps:`) where nothing reads it: it decides nothing, whatever the
 * steps are called and however many there are. Pure.
 */
import type { Definition } from '../../model/definition.ts'
import { isJsonObject, type JsonObject, mapEntries } from '../../model/json.ts'
import type { Backdrop } from './backdrop.ts'
import { readsRecord, stepsReadIn } from './names-read.ts'

export function withoutUnread(
  before: Definition,
  after: Definition,
  { namesRead: { records, steps } }: Backdrop,
): [Definition, Definition] {
  const both = [before, after]
  if (records.has(after.id) || both.some(readsRecord)) return [before, after]
  const read = new Set([...steps, ...both.flatMap((each) => [...stepsReadIn(JSON.stringify(each))])])
  return [without(before, read), without(after, read)]
}

function without(definition: Definition, read: ReadonlySet<string>): Definition {
  return {
    ...definition,
    initialContext: withoutPending(definition.initialContext, read),
    states: mapEntries(definition.states, (state) => ({
      ...state,
      transitions: mapEntries(state.transitions, (transition) => {
        const { step, ...rest } = transition
        const isRead = step === undefined || [step.name, ...step.members].some((name) => read.has(name))
        return isRead ? transition : rest
      }),
    })),
  }
}

function withoutPending(context: JsonObject, read: ReadonlySet<string>): JsonObject {
  const { steps, ...others } = context
  if (!isJsonObject(steps)) return context
  const left = Object.entries(steps).filter(([name]) => read.has(name))
  return left.length === 0 ? others : { ...others, steps: Object.fromEntries(left) }
}
