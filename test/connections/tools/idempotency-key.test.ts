import { expect, it } from 'vitest'
import { argumentsWithKey } from '../../../src/main/connections/tools/idempotency-key.ts'

const call = { signal: new AbortController().signal }
const takes = { name: 'pay', inputSchema: { type: 'object', properties: { _idempotencyKey: {} } } }
const keyed = { ...call, idempotencyKey: 'k1' }

it.each([
  ['a tool that takes one', takes, {}, keyed, { _idempotencyKey: 'k1' }],
  ['a tool that takes none', { name: 'pay' }, {}, keyed, {}],
  ['arguments that have one', takes, { _idempotencyKey: 'own' }, keyed, { _idempotencyKey: 'own' }],
  ['a step that declares none', takes, {}, call, {}],
])(
  'a key goes along with the arguments only where it is taken and not there yet: %s [connections.idempotency-key]',
  (_, tool, args, options, sent) => {
    expect(argumentsWithKey(tool, args, options)).toStrictEqual(sent)
  },
)
