/** `noop`: nothing runs, and the output is the arguments. Pure. */
import { type ExecutorKind, SINGLE, UNKNOWN } from './kind.ts'

export const noop: ExecutorKind<'noop'> = {
  ...SINGLE,
  does: 'nothing',
  noun: null,
  effect: () => null,
  readsOnly: () => true,
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
}
