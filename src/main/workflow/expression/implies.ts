/** Whether one expression surely holds wherever another one does: by its parts, and by bounds of numbers. Pure. */
import type { ComparisonOperator } from './comparison.ts'
import type { Expression, Operand } from './expression.ts'

export function impliesExpression(one: Expression, other: Expression): boolean {
  const given = partsOf(one)
  return partsOf(other).every((part) => given.some((each) => isSame(each, part) || isWithin(each, part)))
}

function partsOf(expression: Expression): Expression[] {
  return expression.kind === 'and' ? expression.parts.flatMap(partsOf) : [expression]
}

function isSame(one: Expression, other: Expression): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Numbers alone are in one: what is compared with a number and is none lets no comparison hold. */
interface Range {
  path: string
  least: number
  most: number
  /** Whether the end itself is in it. */
  hasLeast: boolean
  hasMost: boolean
}

function isWithin(one: Expression, other: Expression): boolean {
  const [inner, outer] = [rangeOf(one), rangeOf(other)]
  if (inner === null || outer === null || inner.path !== outer.path) return false
  return (
    (inner.least > outer.least || (inner.least === outer.least && (outer.hasLeast || !inner.hasLeast))) &&
    (inner.most < outer.most || (inner.most === outer.most && (outer.hasMost || !inner.hasMost)))
  )
}

/** Null: it is not a path that is held against a number. */
function rangeOf(expression: Expression): Range | null {
  if (expression.kind !== 'compare') return null
  const { left, operator, right } = expression
  return rangeBy(left, operator, right) ?? rangeBy(right, TURNED[operator], left)
}

/** How it is written with its sides exchanged. */
const TURNED: Partial<Record<ComparisonOperator, ComparisonOperator>> = {
  '==': '==',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

function rangeBy(left: Operand, operator: ComparisonOperator | undefined, right: Operand): Range | null {
  if (left.kind !== 'path' || right.kind !== 'literal' || typeof right.value !== 'number') return null
  const { path } = left
  const { value } = right
  const all = { path, least: -Infinity, most: Infinity, hasLeast: true, hasMost: true }
  switch (operator) {
    case '<':
    case '<=':
      return { ...all, most: value, hasMost: operator === '<=' }
    case '>':
    case '>=':
      return { ...all, least: value, hasLeast: operator === '>=' }
    case '==':
      return { ...all, least: value, most: value }
    default:
      return null
  }
}
