/** `noop`: nothing runs, and the output is the arguments. Pure. */
import { present } from '../../model/json.ts'
import { mapPresent } from '../scope.ts'
import { type ExecutorKind, SINGLE, UNKNOWN } from './kind.ts'

export const noop: ExecutorKind<'noop'> = {
  ...SINGLE,
  does: 'nothing',
  noun: null,
  effect: () => null,
  readsOnly: () => true,
  edit(executor, edit, at) {
    const map = edit.mapping(executor.map, [...at, 'map'])
    return map === executor.map ? executor : { ...executor, ...present({ map }) }
  },
  proposed: 'freely',
  repeats: 'always',
  resolve({ map }, scope) {
    const output = map === undefined ? scope.arguments : mapPresent(map, scope)
    return { ok: true, call: { kind: 'noop', output } }
  },
  sketch: () => null,
  identity: () => UNKNOWN,
  keys: () => [],
  declare: ({ map, idempotent }) => present({ kind: 'noop', map, idempotent }),
  write: () => ({ call: null, given: '' }),
  text: () => null,
  told: () => 'runs',
  describe: () => ({ kind: 'noop' }),
  sends: null,
}
