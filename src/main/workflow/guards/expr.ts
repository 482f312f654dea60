/** `expr`: an expression over the values at hand. Pure. */
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { shorten } from '../../model/shorten.ts'
import { computeExpression, expressionPaths, parseExpression } from '../expression/expression.ts'
import { impliesExpression } from '../expression/implies.ts'
import { followPath } from '../scope.ts'
import { type GuardFacts, type GuardKind, PLAIN, type Verdict, verdictOf } from './kind.ts'

export const expr: GuardKind<'expr'> = {
  ...PLAIN,
  asksCaller: false,
  asksStore: false,
  needsApproval: () => false,
  text: (guard) => `expr ${guard.expr}`,
  evaluate: (guard, facts) => evaluateText(guard.expr, facts),
  reads(guard) {
    const parsed = parseExpression(guard.expr)
    return parsed.ok ? expressionPaths(parsed.expression) : null
  },
  implies(guard, other) {
    const [one, another] = [parseExpression(guard.expr), parseExpression(other.expr)]
    return one.ok && another.ok && impliesExpression(one.expression, another.expression)
  },
  rewrite: (guard, _, expression) => ({ kind: 'expr', expr: expression(guard.expr) }),
}

function evaluateText(text: string, { scope, unknown }: GuardFacts): Verdict {
  const broken = (reason: string): Verdict => ({ passed: false, reason, saw: {}, broken: true })
  const parsed = parseExpression(text)
  if (!parsed.ok)
    return broken(`The expression ‘${text}’ cannot be read (column ${parsed.column}): ${parsed.message}`)
  const paths = expressionPaths(parsed.expression)
  if (unknown !== undefined && paths.some((path) => unknown.reads(path)))
    return verdictOf(null, `‘${text}’ reads what is not known yet.`)
  const passed = computeExpression(parsed.expression, scope)
  if (passed === null)
    return broken(
      `‘${text}’ cannot be decided: a text is too long for its pattern, or values cannot be compared.`,
    )
  const saw: JsonObject = {}
  for (const path of paths) saw[path] = shortValue(followPath(path, scope) ?? null)
  const seen = Object.entries(saw).map(([path, value]) => `${path} is ${JSON.stringify(value)}`)
  const because = seen.length === 0 ? '' : `: ${seen.join(', ')}`
  return verdictOf(passed, `‘${text}’ ${passed ? 'holds' : 'does not hold'}${because}.`, saw)
}

const LONGEST_SHOWN = 200

/** A value short enough for an answer to a model. */
function shortValue(value: JsonValue): JsonValue {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= LONGEST_SHOWN ? value : shorten(text, LONGEST_SHOWN)
}
