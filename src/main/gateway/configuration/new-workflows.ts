/** What the workflows that a changed configuration adds can run, as sentences for whoever decides about it (R2.2). */

import type { Configuration } from '../../model/configuration.ts'
import type { Definition, Gate } from '../../model/definition.ts'
import type { ExecutorDeclaration } from '../../model/executor.ts'
import { indexGates } from '../../runtime/gate-index.ts'
import { asksPerson, certainPart, executorsIn, toolOf } from '../../workflow/executors/executors.ts'
import { declaredInFull } from '../../workflow/executors/wording.ts'
import { type Effect, listEffects, placeOf } from '../../workflow/preview/effects.ts'
import { quoteSaying } from '../../workflow/wording/quote.ts'
import { gatesBefore } from './declared-gates.ts'

/** By the gates of the configuration that is asked about. Those that no person decides before come first. */
export function describeNewWorkflows(before: Configuration, after: Configuration): string[] {
  const { capabilities, gated = [], connections, imports } = after
  const index = indexGates([capabilities, gated], connections, imports)
  const lookup = {
    gatesFor: index.gatesFor,
    isReadOnlyCall: index.isReadOnly,
    cliConnection(name: string) {
      const connection = Object.hasOwn(connections, name) ? connections[name] : undefined
      return connection?.kind === 'cli' ? connection : null
    },
  }
  const isAsked = ({ executor, gates = [] }: { executor?: ExecutorDeclaration; gates?: Gate[] }) =>
    (executor !== undefined && asksPerson(executor)) ||
    gatesBefore({ gates, ...(executor && { executor: certainPart(executor) }) }, lookup).some(
      ({ required, except }) => except === undefined && (required === true || !mayReadOnly(executor)),
    )
  return Object.entries(after.workflows)
    .filter(([name]) => !Object.hasOwn(before.workflows, name))
    .flatMap(([name, definition]) =>
      listEffects(definition, isAsked)
        .toSorted((one, other) => Number(other.alone) - Number(one.alone))
        .map((effect) => sayEffect(name, definition, effect)),
    )
}

/** Of a tool it is not known here whether it only reads; of programs and requests it is. */
function mayReadOnly(executor: ExecutorDeclaration | undefined): boolean {
  return executor !== undefined && executorsIn(executor).some((each) => toolOf(each) !== null)
}

function sayEffect(name: string, definition: Definition, effect: Effect): string {
  const { executor } = effect.step
  const what = quoteSaying(declaredInFull(executor) ?? executor.kind)
  const who = effect.alone ? 'No person decides before it.' : 'A person decides before it.'
  return `The new workflow ‘${name}’ can run ${what} ${placeOf(definition, effect)}. ${who}`
}
