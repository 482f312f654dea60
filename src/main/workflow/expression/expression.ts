/**
 * `$.context.risk <= 80 && $.input.env in ['staging']`: the expressions of guards. Parsed
 * without `eval` into plain data; a bad one is found when the configuration is loaded.
 */
import type { JsonValue } from '../../model/json.ts'
import { patternProblem } from '../patterns/pattern.ts'
import { followPath, pathProblem, type Scope } from '../scope.ts'
import { type ComparisonOperator, OPERATORS } from './comparison.ts'
import { type Token, tokenize } from './tokens.ts'

export type Operand =
  | { kind: 'path'; path: string }
  | { kind: 'literal'; value: JsonValue }
  | { kind: 'list'; items: Operand[] }

export type Expression =
  | { kind: 'and' | 'or'; parts: Expression[] }
  | { kind: 'not'; part: Expression }
  | { kind: 'compare'; operator: ComparisonOperator; left: Operand; right: Operand }
  /** An operand that stands alone: passes if it is exactly `true`. */
  | { kind: 'holds'; operand: Operand }

export type ParsedExpression =
  | { ok: true; expression: Expression }
  /** `column` starts at 1. */
  | { ok: false; message: string; column: number }

const LONGEST_EXPRESSION = 4000
const DEEPEST_NESTING = 50

/** Reads an expression. Never throws; every problem is a sentence with its column. */
export function parseExpression(text: string): ParsedExpression {
  if (text.length > LONGEST_EXPRESSION) {
    return problem(`The expression is longer than ${LONGEST_EXPRESSION} characters.`, 1)
  }
  const read = tokenize(text)
  if (!read.ok) return read
  const cursor: Cursor = { tokens: read.tokens, position: 0, end: text.length + 1 }
  const parsed = parseChoice(cursor, 0)
  if (!parsed.ok) return parsed
  const rest = peek(cursor)
  return rest === undefined ? parsed : problem(`‘${rest.text}’ is not expected here.`, rest.column)
}

interface Cursor {
  tokens: Token[]
  position: number
  end: number
}

type Read<Result> = { ok: true; value: Result } | { ok: false; message: string; column: number }

function peek(cursor: Cursor): Token | undefined {
  return cursor.tokens[cursor.position]
}

function takes(cursor: Cursor, symbol: string): boolean {
  const token = peek(cursor)
  if (token?.kind !== 'symbol' || token.text !== symbol) return false
  cursor.position += 1
  return true
}

function problem(message: string, column: number): { ok: false; message: string; column: number } {
  return { ok: false, message, column }
}

function columnOf(cursor: Cursor): number {
  return peek(cursor)?.column ?? cursor.end
}

function parseChoice(cursor: Cursor, depth: number): ParsedExpression {
  return parseSequence(cursor, depth, 'or', '||', parseBoth)
}

function parseBoth(cursor: Cursor, depth: number): ParsedExpression {
  return parseSequence(cursor, depth, 'and', '&&', parseUnary)
}

function parseSequence(
  cursor: Cursor,
  depth: number,
  kind: 'and' | 'or',
  symbol: string,
  parsePart: (cursor: Cursor, depth: number) => ParsedExpression,
): ParsedExpression {
  const parts: Expression[] = []
  do {
    const part = parsePart(cursor, depth)
    if (!part.ok) return part
    parts.push(part.expression)
  } while (takes(cursor, symbol))
  const [only, ...others] = parts
  return { ok: true, expression: only !== undefined && others.length === 0 ? only : { kind, parts } }
}

function parseUnary(cursor: Cursor, depth: number): ParsedExpression {
  const column = columnOf(cursor)
  if (depth > DEEPEST_NESTING) {
    return problem(`The expression is nested deeper than ${DEEPEST_NESTING} levels.`, column)
  }
  if (takes(cursor, '!')) {
    const part = parseUnary(cursor, depth + 1)
    return part.ok ? { ok: true, expression: { kind: 'not', part: part.expression } } : part
  }
  if (takes(cursor, '(')) {
    const inner = parseChoice(cursor, depth + 1)
    if (!inner.ok) return inner
    return takes(cursor, ')')
      ? inner
      : problem(`The parenthesis of column ${column} is not closed here.`, columnOf(cursor))
  }
  return parseComparison(cursor)
}

function parseComparison(cursor: Cursor): ParsedExpression {
  const column = columnOf(cursor)
  const left = parseOperand(cursor)
  if (!left.ok) return left
  const token = peek(cursor)
  if (token?.kind !== 'operator') return standsAlone(left.value, column)
  cursor.position += 1
  const rightColumn = columnOf(cursor)
  const right = parseOperand(cursor)
  if (!right.ok) return right
  const operator = token.operator
  const wrong = misuse(operator, right.value)
  if (wrong !== null) return problem(wrong, rightColumn)
  return { ok: true, expression: { kind: 'compare', operator, left: left.value, right: right.value } }
}

function standsAlone(operand: Operand, column: number): ParsedExpression {
  const stands = operand.kind === 'path' || (operand.kind === 'literal' && typeof operand.value === 'boolean')
  return stands
    ? { ok: true, expression: { kind: 'holds', operand } }
    : problem('Compare this value with something: it is neither a path nor true or false.', column)
}

function misuse(operator: ComparisonOperator, right: Operand): string | null {
  if (operator === 'matches') {
    if (right.kind !== 'literal' || typeof right.value !== 'string') {
      return '‘matches’ needs a quoted pattern on its right, so that it can be checked when it is loaded.'
    }
    return patternProblem(right.value)
  }
  if (operator === 'in' && right.kind === 'literal') {
    return "‘in’ needs a list on its right: a path, or one like ['a', 'b']."
  }
  return null
}

function parseOperand(cursor: Cursor): Read<Operand> {
  const token = peek(cursor)
  if (token === undefined) return problem('The expression ends where a value is expected.', cursor.end)
  if (takes(cursor, '[')) return parseList(cursor)
  if (token.kind === 'path') {
    const wrong = pathProblem(token.text)
    if (wrong !== null) return problem(wrong, token.column)
    cursor.position += 1
    return { ok: true, value: { kind: 'path', path: token.text } }
  }
  if (token.kind === 'literal') {
    cursor.position += 1
    return { ok: true, value: { kind: 'literal', value: token.value } }
  }
  return problem(`‘${token.text}’ stands where a value is expected.`, token.column)
}

function parseList(cursor: Cursor): Read<Operand> {
  const items: Operand[] = []
  if (takes(cursor, ']')) return { ok: true, value: { kind: 'list', items } }
  do {
    const column = columnOf(cursor)
    if (takes(cursor, '[')) return problem('A list holds paths, texts and numbers, not lists.', column)
    const item = parseOperand(cursor)
    if (!item.ok) return item
    items.push(item.value)
  } while (takes(cursor, ','))
  return takes(cursor, ']')
    ? { ok: true, value: { kind: 'list', items } }
    : problem('The list is not closed here: ‘]’ or ‘,’ is expected.', columnOf(cursor))
}

/** Whether it holds. A missing path is null; never throws. What cannot be decided does not hold. */
export function evaluateExpression(expression: Expression, scope: Scope): boolean {
  return computeExpression(expression, scope) === true
}

/**
 * As `evaluateExpression`, but null where a text was too long for its pattern: negated it is still null. In exceptions of
 * gates also where two values cannot be compared: there, `!($.call.arguments.amount > 100)` must not hold for `"500"`.
 */
export function computeExpression(expression: Expression, scope: Scope): boolean | null {
  switch (expression.kind) {
    case 'and':
    case 'or': {
      const settles = expression.kind === 'or'
      const parts = expression.parts.map((part) => computeExpression(part, scope))
      if (parts.includes(settles)) return settles
      return parts.includes(null) ? null : !settles
    }
    case 'not': {
      const part = computeExpression(expression.part, scope)
      return part === null ? null : !part
    }
    case 'holds':
      return holds(readOperand(expression.operand, scope), scope)
    case 'compare': {
      const operator = OPERATORS[expression.operator]
      const [left, right] = [readOperand(expression.left, scope), readOperand(expression.right, scope)]
      if (operator.isFor(left, right)) return operator.holds(left, right)
      return scope.call === undefined ? false : null
    }
  }
}

function holds(value: JsonValue, scope: Scope): boolean | null {
  const isUnsure = scope.call !== undefined && value !== null && typeof value !== 'boolean'
  return isUnsure ? null : value === true
}

function readOperand(operand: Operand, scope: Scope): JsonValue {
  switch (operand.kind) {
    case 'path':
      return followPath(operand.path, scope) ?? null
    case 'literal':
      return operand.value
    case 'list':
      return operand.items.map((item) => readOperand(item, scope))
  }
}

type Condition = Extract<Expression, { kind: 'compare' | 'holds' }>

/** What it is made of, in order. */
export function conditionsIn(expression: Expression): Condition[] {
  if ('parts' in expression) return expression.parts.flatMap(conditionsIn)
  return 'part' in expression ? conditionsIn(expression.part) : [expression]
}

/** The paths that an expression reads, each once, in order. */
export function expressionPaths(expression: Expression): string[] {
  const paths = conditionsIn(expression).flatMap((each) =>
    (each.kind === 'holds' ? [each.operand] : [each.left, each.right]).flatMap(operandPaths),
  )
  return [...new Set(paths)]
}

function operandPaths(operand: Operand): string[] {
  if (operand.kind === 'path') return [operand.path]
  return operand.kind === 'list' ? operand.items.flatMap(operandPaths) : []
}
