/** `human`: a person approves or refuses, and that is the answer. Pure. */
import { present } from '../../model/json.ts'
import { GATE_EVIDENCE } from '../guards/evidence.ts'
import { asItIs, type ExecutorKind, NOTHING_CALLED, SINGLE } from './kind.ts'

export const human: ExecutorKind<'human'> = {
  ...SINGLE,
  ...NOTHING_CALLED,
  does: 'asks',
  noun: null,
  effect: () => null,
  readsOnly: () => false,
  edit: asItIs,
  records: GATE_EVIDENCE,
  proposed: 'freely',
  repeats: 'never',
  resolve: ({ queue = null, timeoutMs = null }, scope) => ({
    ok: true,
    call: { kind: 'human', queue, timeoutMs, arguments: scope.arguments },
  }),
  declare: ({ queue, timeoutMs }) => present({ kind: 'human', queue, timeoutMs }),
  told: () => 'runs',
  describe: ({ queue }) => ({ kind: 'human', queue }),
  sends: { name: 'arguments', takesMore: true, template: () => undefined },
}
