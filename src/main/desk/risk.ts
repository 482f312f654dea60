/** How risky a decision is, and why: as the author declared it, or from what would run. May import: model, workflow. */
import type { Definition, ExecutorDeclaration, Risk, Transition } from '../model/definition.ts'
import { stateOf } from '../workflow/advance.ts'

export interface RiskView {
  risk: Risk
  riskReason: string
}

const ORDER: readonly Risk[] = ['low', 'medium', 'high']

/** The highest of all outcomes that a person can choose: no outcome speaks for another. */
export function judgeRisk(definition: Definition, outcomes: readonly Transition[]): RiskView {
  const judged = outcomes.map((outcome) => judgeOutcome(definition, outcome))
  const [highest] = judged.toSorted((left, right) => ORDER.indexOf(right.risk) - ORDER.indexOf(left.risk))
  return highest ?? { risk: 'low', riskReason: 'The decision itself runs nothing.' }
}

/** As its author declared it, else by what it would run. */
export function judgeOutcome(definition: Definition, outcome: Transition): RiskView {
  const { risk } = outcome
  if (risk !== undefined) return { risk, riskReason: `The workflow’s author declared it: ${risk}.` }
  if (hasEffect(outcome.executor)) {
    return { risk: 'medium', riskReason: 'The decision runs a program or a tool.' }
  }
  if (leadsToEffect(definition, outcome)) {
    return { risk: 'medium', riskReason: 'Steps that follow by themselves run programs or tools.' }
  }
  return { risk: 'low', riskReason: 'The decision itself runs nothing.' }
}

/** Follows what runs by itself after the outcome, each state once. */
function leadsToEffect(definition: Definition, outcome: Transition): boolean {
  const seen = new Set<string>()
  const waiting = targetsOf(outcome)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    const state = stateOf(definition, name)
    if (hasEffect(state?.onEnter?.executor)) return true
    const transitions = Object.values(state?.transitions ?? {})
    if (!transitions.every(({ actor }) => actor === 'deterministic')) continue
    if (transitions.some(({ executor }) => hasEffect(executor))) return true
    waiting.push(...transitions.flatMap(targetsOf))
  }
  return false
}

function targetsOf(transition: Transition): string[] {
  return [transition.target, ...transition.branches.map(({ target }) => target)]
}

function hasEffect(executor: ExecutorDeclaration | undefined): boolean {
  return executor?.kind === 'cli' || executor?.kind === 'mcp'
}
