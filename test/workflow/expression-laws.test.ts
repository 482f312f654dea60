import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ComparisonOperator } from '../../src/main/workflow/expression/comparison.ts'
import {
  type Expression,
  evaluateExpression,
  type Operand,
  parseExpression,
} from '../../src/main/workflow/expression/expression.ts'
import { runs } from '../support/effort.ts'
import { scopeWith } from './declarations.ts'

describe('printed and read again', () => {
  const path = fc.constantFrom(
    '$.arguments.a',
    '$.context.b.c',
    '$.input.d[0]',
    '$.workflow.state',
    '$.context.e-f',
  )
  const literal = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  )
  const single: fc.Arbitrary<Operand> = fc.oneof(
    path.map((text): Operand => ({ kind: 'path', path: text })),
    literal.map((value): Operand => ({ kind: 'literal', value: Object.is(value, -0) ? 0 : value })),
  )
  const list: fc.Arbitrary<Operand> = fc
    .array(single, { maxLength: 4 })
    .map((items): Operand => ({ kind: 'list', items }))
  const plain = fc.constantFrom<ComparisonOperator>(
    '==',
    '!=',
    '<',
    '<=',
    '>',
    '>=',
    'contains',
    'starts_with',
    'ends_with',
  )
  const comparison: fc.Arbitrary<Expression> = fc.oneof(
    fc.record({ kind: fc.constant('compare' as const), operator: plain, left: single, right: single }),
    fc.record({
      kind: fc.constant('compare' as const),
      operator: fc.constant('in' as const),
      left: single,
      right: list,
    }),
    path.map((text): Expression => ({ kind: 'holds', operand: { kind: 'path', path: text } })),
    fc.boolean().map((value): Expression => ({ kind: 'holds', operand: { kind: 'literal', value } })),
  )
  const { tree } = fc.letrec<{ tree: Expression }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      comparison,
      tie('tree').map((part): Expression => ({ kind: 'not', part })),
      fc
        .tuple(
          fc.constantFrom('and' as const, 'or' as const),
          fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
        )
        .map(([kind, parts]): Expression => ({ kind, parts })),
    ),
  }))

  function printOperand(operand: Operand): string {
    if (operand.kind === 'path') return operand.path
    if (operand.kind === 'list') return `[${operand.items.map(printOperand).join(', ')}]`
    if (typeof operand.value !== 'string') return JSON.stringify(operand.value)
    return `'${operand.value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  }
  function print(expression: Expression): string {
    switch (expression.kind) {
      case 'and':
        return expression.parts.map((part) => `(${print(part)})`).join(' && ')
      case 'or':
        return expression.parts.map((part) => `(${print(part)})`).join(' || ')
      case 'not':
        return `!(${print(expression.part)})`
      case 'holds':
        return printOperand(expression.operand)
      case 'compare':
        return `${printOperand(expression.left)} ${expression.operator} ${printOperand(expression.right)}`
    }
  }

  it('an expression is the same [workflow.grammar]', () => {
    fc.assert(
      fc.property(tree, (expression) => {
        const text = print(expression)
        fc.pre(text.length <= 4000)
        const parsed = parseExpression(text)
        expect(parsed).toEqual({ ok: true, expression })
      }),
      { numRuns: runs(500) },
    )
  })

  it('not, and, or follow the laws of logic [workflow.grammar]', () => {
    const at = scopeWith({ arguments: { a: 'x' }, context: { b: { c: true } }, input: { d: [1] } })
    fc.assert(
      fc.property(tree, tree, (left, right) => {
        const value = (expression: Expression) => evaluateExpression(expression, at)
        expect(value({ kind: 'not', part: left })).toBe(!value(left))
        expect(value({ kind: 'and', parts: [left, right] })).toBe(value(left) && value(right))
        expect(value({ kind: 'or', parts: [left, right] })).toBe(value(left) || value(right))
      }),
      { numRuns: runs(100) },
    )
  })
})
