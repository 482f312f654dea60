/** What the workflows that a changed configuration adds can run, as sentences for whoever decides about it (R2.2). */
import type { Configuration } from '../model/configuration.ts'
import type { Definition, ExecutorDeclaration, Gate } from '../model/definition.ts'
import { indexGates } from '../runtime/gate-index.ts'
import { transitionOf } from '../workflow/advance.ts'
import { declaredInFull } from '../workflow/declared-call.ts'
import { certainPart, type Effect, listEffects } from '../workflow/effects.ts'
import { quoteName, quoteSaying } from '../workflow/quote.ts'
import { stateTitle, transitionTitle } from '../workflow/sentence.ts'
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
    executor?.kind === 'human' ||
    gatesBefore({ gates, ...(executor && { executor: certainPart(executor) }) }, lookup).some(
      // Of a tool it is not known here whether it only reads.
      ({ required, except }) => except === undefined && (required === true || executor?.kind !== 'mcp'),
    )
  return Object.entries(after.workflows)
    .filter(([name]) => !Object.hasOwn(before.workflows, name))
    .flatMap(([name, definition]) =>
      listEffects(definition, isAsked)
        .toSorted((one, other) => Number(other.alone) - Number(one.alone))
        .map((effect) => sayEffect(name, definition, effect)),
    )
}

function sayEffect(
  name: string,
  definition: Definition,
  { state, transition, step, instead, alone }: Effect,
) {
  const where = state === null ? 'when its time is up' : `in ${quoteName(stateTitle(definition, state))}`
  const ways =
    state === null
      ? ''
      : transition === null
        ? ', on entering it'
        : `, ${titleOf(definition, state, transition)}`
  const what = quoteSaying(declaredInFull(step.executor) ?? step.executor.kind)
  const who = alone ? 'No person decides before it.' : 'A person decides before it.'
  return `The new workflow ‘${name}’ can run ${what} ${where}${ways}${instead ? ', if something else fails' : ''}. ${who}`
}

function titleOf(definition: Definition, state: string, transition: string): string {
  return quoteName(transitionTitle(transitionOf(definition, state, transition), transition))
}
