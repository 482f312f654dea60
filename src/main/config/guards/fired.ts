/** `fired` in a configuration. */
import Type from 'typebox'
import { firedNames } from '../../workflow/fired-steps.ts'
import { chosenName } from '../schema/terms.ts'
import { type GuardDeclaration, guardShape, UNCHECKED } from './kind.ts'

export const fired: GuardDeclaration<'fired'> = {
  ...UNCHECKED,
  schema: guardShape('fired', 'A step was taken before in this run.', {
    kind: Type.Literal('fired'),
    step: chosenName('The name of that transition; in a list of steps, of that step.'),
  }),
  compile: ({ step }) => ({ kind: 'fired', step }),
  check({ findings }, { step }, path, { before, isDenied = false }) {
    if (isDenied || !before.taken.has(step) || firedNames(before.workflow).has(step)) return
    const message = `‘${step}’ is this step itself, which can only be taken when it has been: this guard never passes.`
    findings.warning([...path, 'step'], message)
  },
}
