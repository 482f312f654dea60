/** `workflow`: a run of another workflow, whose context is the result. Pure. */
import { present } from '../../model/json.ts'
import { canBecomeObject } from '../can-become.ts'
import { mapPresent } from '../scope.ts'
import { jsonText, quoteWord } from '../wording/quote.ts'
import {
  asItIs,
  declaredWhole,
  type ExecutorKind,
  givenAs,
  gone,
  knownBy,
  NO_CONNECTION,
  quoted,
  SINGLE,
  WRITTEN_WHOLE,
} from './kind.ts'

export const workflow: ExecutorKind<'workflow'> = {
  ...SINGLE,
  ...WRITTEN_WHOLE,
  ...NO_CONNECTION,
  does: 'starts',
  noun: 'workflow',
  effect: () => 'starts another workflow',
  readsOnly: () => false,
  proposed: 'freely',
  repeats: 'never',
  repetition: asItIs,
  edit(executor, edit, at) {
    const input = edit.mapping(executor.input, [...at, 'input'])
    return input === executor.input ? executor : { ...executor, ...present({ input }) }
  },
  resolve({ definitionId, input }, scope, { workflow: find }) {
    // Whom that would have asked went with it, and what follows a failure would come about without them.
    if (find?.(definitionId) === null)
      return gone(`There is no workflow ‘${definitionId}’ in the configuration.`)
    const given = input === undefined ? scope.arguments : mapPresent(input, scope)
    return { ok: true, call: { kind: 'workflow', definitionId, input: given } }
  },
  sketch: ({ definitionId, input = {} }) => ({ kind: 'workflow', definitionId, input }),
  identity: ({ definitionId, input }) => ({
    ...knownBy('workflow', definitionId),
    makes: (call) =>
      call.kind === 'workflow' && (input === undefined || canBecomeObject(input, call.input, 'value')),
  }),
  keys: ({ definitionId }) => knownBy('workflow', definitionId).keys,
  declare: declaredWhole,
  write: ({ definitionId, input }) => ({ call: `start ${definitionId}`, given: givenAs('input', input) }),
  text: (call) => `start ${quoteWord(call.definitionId)} ${jsonText(call.input)}`,
  told: ({ definitionId }) => `starts a run of ${quoted(definitionId)}`,
  sends: { name: 'input', takesMore: true, template: ({ input }) => input },
}
