/**
 * Gates that name a queue, with who decides there: whether the queue says that or the gate itself is no difference (R5.4).
 * Pure.
 */
import type { Configuration } from '../../model/configuration.ts'
import type { Deciders } from '../../model/definition.ts'
import { ownOf } from '../../model/json.ts'
import { OF_QUEUE, type ToldGate } from '../../workflow/preview/conditions.ts'
import { editGates } from './edit-gates.ts'

/** Both. Where other people decide in a queue than did, that is said of the queue, and its gates are compared by its name. */
export function withDeciders([before, after]: [Configuration, Configuration]): [
  Configuration,
  Configuration,
] {
  const told = new Map<string, Deciders | null>()
  const tell = (queue: string) => {
    const known = told.get(queue)
    if (known !== undefined) return known
    const [was, is] = [before, after].map((each) => rulesOf(each, queue))
    const rules = was === null || (is !== null && isEqual(was, is)) ? is : is === null ? was : null
    told.set(queue, rules ?? null)
    return rules ?? null
  }
  const resolve = (configuration: Configuration) =>
    editGates(configuration, (gate): ToldGate => {
      const rules = gate.queue === undefined ? null : tell(gate.queue)
      return rules === null ? gate : { ...gate, [OF_QUEUE]: rules }
    })
  return [resolve(before), resolve(after)]
}

/** Empty: anybody; null: nothing there is called so. */
function rulesOf(configuration: Configuration, queue: string): Deciders | null {
  const isKnown = JSON.stringify(configuration).includes(JSON.stringify(queue))
  return isKnown ? (ownOf(configuration.approvals.queues, queue) ?? {}) : null
}

function isEqual(was: Deciders = {}, is: Deciders = {}): boolean {
  return was.role === is.role && was.permission === is.permission
}
