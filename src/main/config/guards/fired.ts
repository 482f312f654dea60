/** `fired` in a configuration. */
import Type from 'typebox'
import { chosenName } from '../schema/terms.ts'
import { type GuardDeclaration, guardShape, UNCHECKED } from './kind.ts'

export const fired: GuardDeclaration<'fired'> = {
  ...UNCHECKED,
  schema: guardShape('fired', 'A step was taken before in this run.', {
    kind: Type.Literal('fired'),
    step: chosenName('The name of that transition; in a list of steps, of that step.'),
  }),
  compile: ({ step }) => ({ kind: 'fired', step }),
}
