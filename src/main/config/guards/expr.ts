/** `expr` in a configuration: it can be read, and compares what can be equal. */
import Type from 'typebox'
import { shorten } from '../../model/shorten.ts'
import { parseExpression } from '../../workflow/expression/expression.ts'
import { comparisonProblems } from '../check/reads.ts'
import { word } from '../schema/terms.ts'
import { type GuardDeclaration, guardShape, UNCHECKED } from './kind.ts'

export const expr: GuardDeclaration<'expr'> = {
  schema: guardShape('expr', 'An expression is true.', {
    kind: Type.Literal('expr'),
    expr: word('An expression over paths, for example `$.context.testsPassed == true`.'),
  }),
  compile: (document) => ({ kind: 'expr', expr: document.expr }),
  check(checking, guard, path) {
    const parsed = parseExpression(guard.expr)
    if (parsed.ok) return
    const message = `The expression ‘${shorten(guard.expr, 80)}’ is wrong at its character ${parsed.column}: ${parsed.message}`
    checking.findings.error([...path, 'expr'], message)
  },
  checkReads(checking, guard, path, readable) {
    UNCHECKED.checkReads(checking, guard, path, readable)
    const parsed = parseExpression(guard.expr)
    if (!parsed.ok) return
    for (const message of comparisonProblems(parsed.expression, readable))
      checking.findings.warning([...path, 'expr'], message)
  },
}
