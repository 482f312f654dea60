/** `noop`: nothing runs, and the output is the arguments. Pure. */
import { present } from '../../model/json.ts'
import { mapPresent } from '../scope.ts'
import { type ExecutorKind, NOTHING_CALLED, SINGLE } from './kind.ts'

export const noop: ExecutorKind<'noop'> = {
  ...SINGLE,
  ...NOTHING_CALLED,
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
  repetition: ({ idempotent }) => present({ idempotent }),
  resolve({ map }, scope) {
    const output = map === undefined ? scope.arguments : mapPresent(map, scope)
    return { ok: true, call: { kind: 'noop', output } }
  },
  declare: ({ map, idempotent }) => present({ kind: 'noop', map, idempotent }),
  told: () => 'runs',
  describe: () => ({ kind: 'noop' }),
  sends: null,
}
