/** Whether the guards of a transition pass, and why (gateway.md §4.3). One function a kind. Pure. */
import type { EvidenceRequirement, Guard } from '../model/definition.ts'
import type { Evidence } from '../model/instance.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { describeGuard } from './describe-guard.ts'
import { expressionPaths, judgeExpression, parseExpression } from './expression.ts'
import { lookup } from './mapping.ts'
import type { Scope } from './scope.ts'

export interface GuardResult {
  /** What was asked, for example `role deployer`. */
  guard: string
  passed: boolean
  /** A sentence for a model and a person. */
  reason: string
  /** For `expr`: each path and the value that it had (null: missing; long values are cut short). */
  saw: JsonObject
}

export interface GuardFacts {
  scope: Scope
  principal: { roles: string[]; permissions: string[] }
  evidence: Evidence[]
}

/** Evaluates every guard in order; all of them, so that a caller learns of every one that failed. */
export function evaluateGuards(
  guards: Guard[],
  facts: GuardFacts,
): { passed: boolean; results: GuardResult[] } {
  const results = guards.map((guard) => evaluateGuard(guard, facts))
  return { passed: results.every((result) => result.passed), results }
}

export function evaluateGuard(guard: Guard, facts: GuardFacts): GuardResult {
  const verdict = judge(guard, facts)
  return {
    guard: describeGuard(guard),
    passed: verdict.passed && !verdict.undecided,
    reason: verdict.reason,
    saw: verdict.saw,
  }
}

interface Verdict {
  passed: boolean
  reason: string
  saw: JsonObject
  /** Holds an expression that cannot be read or decided: the guard fails as a whole, even inside `not`. */
  undecided: boolean
}

function judge(guard: Guard, facts: GuardFacts): Verdict {
  switch (guard.kind) {
    case 'permission':
      return judgeRight('permission', guard.permission, facts.principal.permissions)
    case 'role':
      return judgeRight('role', guard.role, facts.principal.roles)
    case 'expr':
      return judgeText(guard.expr, facts.scope)
    case 'evidence':
      return judgeEvidence(guard.requires, facts.evidence)
    case 'allOf': {
      const verdicts = guard.guards.map((part) => judge(part, facts))
      const failed = verdicts.filter((verdict) => !verdict.passed)
      return gather(verdicts, failed.length === 0, failed.length === 0 ? verdicts : failed)
    }
    case 'anyOf': {
      const verdicts = guard.guards.map((part) => judge(part, facts))
      const passed = verdicts.filter((verdict) => verdict.passed)
      if (verdicts.length === 0) return verdictOf(false, 'None of no alternatives can pass.')
      return gather(verdicts, passed.length > 0, passed.length > 0 ? passed : verdicts)
    }
    case 'not': {
      const verdict = judge(guard.guard, facts)
      return { ...verdict, passed: !verdict.passed, reason: `It must not be so: ${verdict.reason}` }
    }
  }
}

function verdictOf(passed: boolean, reason: string, saw: JsonObject = {}): Verdict {
  return { passed, reason, saw, undecided: false }
}

/** All that was seen, and the reasons of those verdicts that settled it. */
function gather(verdicts: Verdict[], passed: boolean, decisive: Verdict[]): Verdict {
  return {
    passed,
    reason: decisive.length === 0 ? 'Nothing is asked.' : decisive.map((verdict) => verdict.reason).join(' '),
    saw: Object.assign({}, ...verdicts.map((verdict) => verdict.saw)),
    undecided: verdicts.some((verdict) => verdict.undecided),
  }
}

function judgeRight(kind: 'permission' | 'role', wanted: string, held: string[]): Verdict {
  return held.includes(wanted)
    ? verdictOf(true, `The caller has the ${kind} ‘${wanted}’.`)
    : verdictOf(false, `Only somebody with the ${kind} ‘${wanted}’ can do this.`)
}

function judgeText(text: string, scope: Scope): Verdict {
  const parsed = parseExpression(text)
  if (!parsed.ok) {
    const reason = `The expression ‘${text}’ cannot be read (column ${parsed.column}): ${parsed.message}`
    return { passed: false, reason, saw: {}, undecided: true }
  }
  const judged = judgeExpression(parsed.expression, scope)
  if (judged === null) {
    const reason = `‘${text}’ cannot be decided: a text is too long for its pattern, or values cannot be compared.`
    return { passed: false, reason, saw: {}, undecided: true }
  }
  const passed = judged
  const saw: JsonObject = {}
  for (const path of expressionPaths(parsed.expression)) saw[path] = shorten(lookup(path, scope) ?? null)
  const seen = Object.entries(saw).map(([path, value]) => `${path} is ${JSON.stringify(value)}`)
  const because = seen.length === 0 ? '' : `: ${seen.join(', ')}`
  return verdictOf(passed, `‘${text}’ ${passed ? 'holds' : 'does not hold'}${because}.`, saw)
}

const LONGEST_SHOWN = 200

/** A value short enough for an answer to a model. */
function shorten(value: JsonValue): JsonValue {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= LONGEST_SHOWN ? value : `${text.slice(0, LONGEST_SHOWN)}…`
}

function judgeEvidence(requires: EvidenceRequirement[], evidence: Evidence[]): Verdict {
  const parts = requires.map((requirement) => {
    const found = countEvidence(requirement, evidence)
    const from = requirement.distinct ? ' from different people' : ''
    return {
      passed: found >= requirement.count,
      text: `${found} of ${requirement.count} needed ‘${requirement.kind}’${from}`,
    }
  })
  const passed = parts.every((part) => part.passed)
  return verdictOf(passed, `Evidence: ${parts.map((part) => part.text).join(', ')}.`)
}

/** `distinct` counts people, and only people: an agent's evidence has no weight there (R5.7). */
function countEvidence(requirement: EvidenceRequirement, evidence: Evidence[]): number {
  const fitting = evidence.filter((item) => item.kind === requirement.kind)
  if (!requirement.distinct) return fitting.length
  return new Set(fitting.map((item) => item.by).filter((by) => by.startsWith('human:'))).size
}
