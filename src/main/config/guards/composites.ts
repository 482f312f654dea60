/** `allOf`, `anyOf` and `not` in a configuration, and their other spellings. */
import Type from 'typebox'
import { type GuardDeclaration, type GuardDocument, guardPart, guardShape, UNCHECKED } from './kind.ts'

const inside = Type.Array(guardPart(), { minItems: 1, description: 'The guards that are combined.' })

export const allOf: GuardDeclaration<'allOf', { kind: 'allOf' | 'all_of'; guards: GuardDocument[] }> = {
  ...UNCHECKED,
  schema: guardShape('allOf', 'All of its guards hold. Also written `all_of`.', {
    kind: Type.Unsafe<'allOf' | 'all_of'>({ enum: ['allOf', 'all_of'] }),
    guards: inside,
  }),
  compile: ({ guards }, inner) => ({ kind: 'allOf', guards: guards.map(inner) }),
}

export const anyOf: GuardDeclaration<'anyOf', { kind: 'anyOf' | 'any_of'; guards: GuardDocument[] }> = {
  ...UNCHECKED,
  schema: guardShape('anyOf', 'At least one of its guards holds. Also written `any_of`.', {
    kind: Type.Unsafe<'anyOf' | 'any_of'>({ enum: ['anyOf', 'any_of'] }),
    guards: inside,
  }),
  compile: ({ guards }, inner) => ({ kind: 'anyOf', guards: guards.map(inner) }),
}

export const not: GuardDeclaration<'not', { kind: 'not'; guard: GuardDocument }> = {
  ...UNCHECKED,
  schema: guardShape('not', 'Its guard does not hold.', {
    kind: Type.Literal('not'),
    guard: guardPart('The guard that must not hold.'),
  }),
  compile: ({ guard }, inner) => ({ kind: 'not', guard: inner(guard) }),
}
