/** `allOf`, `anyOf` and `not` in a configuration, and their other spellings. */
import Type from 'typebox'
import { strict } from '../schema/terms.ts'
import { type GuardDeclaration, guardPart, UNCHECKED } from './kind.ts'

const inside = Type.Array(guardPart(), { minItems: 1, description: 'The guards that are combined.' })

export const allOf: GuardDeclaration<'allOf'> = {
  ...UNCHECKED,
  schema: Type.Object(
    { kind: Type.Unsafe<'allOf' | 'all_of'>({ enum: ['allOf', 'all_of'] }), guards: inside },
    { title: 'allOf', description: 'All of its guards hold. Also written `all_of`.', ...strict },
  ),
  compile: ({ guards }, inner) => ({ kind: 'allOf', guards: guards.map(inner) }),
}

export const anyOf: GuardDeclaration<'anyOf'> = {
  ...UNCHECKED,
  schema: Type.Object(
    { kind: Type.Unsafe<'anyOf' | 'any_of'>({ enum: ['anyOf', 'any_of'] }), guards: inside },
    { title: 'anyOf', description: 'At least one of its guards holds. Also written `any_of`.', ...strict },
  ),
  compile: ({ guards }, inner) => ({ kind: 'anyOf', guards: guards.map(inner) }),
}

export const not: GuardDeclaration<'not'> = {
  ...UNCHECKED,
  schema: Type.Object(
    { kind: Type.Literal('not'), guard: guardPart('The guard that must not hold.') },
    { title: 'not', description: 'Its guard does not hold.', ...strict },
  ),
  compile: ({ guard }, inner) => ({ kind: 'not', guard: inner(guard) }),
}
