/** `noop` in a configuration. */
import Type, { type Static } from 'typebox'
import { present } from '../../model/json.ts'
import { strict } from '../schema/terms.ts'
import { type ExecutorForm, repetition } from './kind.ts'

const schema = Type.Object(
  { kind: Type.Literal('noop'), ...repetition },
  { title: 'noop', description: 'Does nothing and returns its arguments.', ...strict },
)

export type NoopDocument = Static<typeof schema>

export const noop: ExecutorForm<'noop', NoopDocument> = {
  schema,
  compile: ({ idempotent }) => ({ kind: 'noop', ...present({ idempotent }) }),
  check: () => {},
  output: () => null,
}
