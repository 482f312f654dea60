/** `noop`: nothing runs, and the output is the arguments. Pure. */
import { asItIs, type ExecutorKind, SINGLE, UNKNOWN } from './kind.ts'

export const noop: ExecutorKind<'noop'> = {
  ...SINGLE,
  does: 'nothing',
  noun: null,
  effect: () => null,
  readsOnly: () => true,
  edit: asItIs,
  proposed: 'freely',
  repeats: 'always',
  resolve: (_, scope) => ({ ok: true, call: { kind: 'noop', output: scope.arguments } }),
  sketch: () => null,
  identity: () => UNKNOWN,
  keys: () => [],
  declare: () => ({ kind: 'noop' }),
  write: () => ({ call: null, given: '' }),
  text: () => null,
  told: () => 'runs',
  describe: () => ({ kind: 'noop' }),
  sends: null,
}
